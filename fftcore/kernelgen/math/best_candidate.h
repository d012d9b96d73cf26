// SPDX-License-Identifier: LGPL-2.1-or-later
// The best of the candidates that a block's threads have.
#pragma once

#include <string>
#include <vector>

#include "builder.h"

namespace fftcore {

/// A value of S, and what tells it from equal ones: of these the one with the least key counts.
struct Candidate {
  ast::Expr value;
  ast::Expr key;
};

/// What is no candidate.
Candidate no_candidate();

/// Value and key of the better one.
std::vector<ast::Expr> better(Builder& builder, const Candidate& a, const Candidate& b);

/// Where a group of threads hands candidates on.
struct CandidateGroup {
  std::string shared;  ///< an array of pairs, a place for each thread of the group
  ast::Expr first;     ///< the place of the group's first thread
  ast::Expr member;    ///< number of this thread in the group
  int threads = 1;     ///< of the group
  int apart = 0;       ///< places from one candidate of a thread to its next one
};

/// The best of a group's, of each candidate of a thread its own, for the group's first thread; they
/// lie at the first place too, and `apart`. All threads of the block come here. Nobody needs what
/// was in the array; it may be written anew after another barrier.
std::vector<Candidate> best_of(Builder& builder, std::vector<Candidate> mine,
                               const CandidateGroup& group);

}  // namespace fftcore
