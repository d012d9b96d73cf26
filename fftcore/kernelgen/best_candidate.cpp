// SPDX-License-Identifier: LGPL-2.1-or-later
#include "best_candidate.h"

#include <algorithm>

#include "fftcore/search.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

/// Candidates that a thread takes at a step. Their loads are under way at once; each step less
/// saves a barrier.
constexpr int kAtOnce = 8;

Expr is_less(const Candidate& a, const Candidate& b) {
  const Expr always = ast::Literal{ast::Type::boolean, 1};
  return both(less_equal(a.value, b.value),
              select(less(a.value, b.value), always, less(b.key, a.key)));
}

}  // namespace

Candidate no_candidate() {
  return {ast::real(kNoScore), ast::real(-1)};
}

std::vector<Expr> better(Builder& b, const Candidate& one, const Candidate& other) {
  const Expr wins = b.let("wins", is_less(one, other));
  return {b.let("value", select(wins, other.value, one.value)),
          b.let("key", select(wins, other.key, one.key))};
}

Candidate best_of(Builder& b, Candidate mine, const CandidateGroup& group) {
  const Expr place = b.let("place", group.first + group.member);
  b.barrier();
  b.store_shared(group.shared, place, {mine.value, mine.key});
  b.barrier();
  for (int left = group.threads; left > 1;) {
    const int takers = (left + kAtOnce - 1) / kAtOnce;
    const Expr takes = b.let("takes", less(group.member, integer(takers)));
    std::vector<Candidate> others;
    for (int distance = takers; distance < left; distance += takers) {
      const Expr is_there = distance + takers <= left
                                ? takes
                                : both(takes, less(group.member, integer(left - distance)));
      const Expr pair =
          b.let("other", select(is_there,
                                ast::LoadShared{group.shared, ast::Type::real_x2, place + distance},
                                ast::Literal{ast::Type::real_x2, kNoScore}));
      others.push_back({ast::lane(pair, 0), ast::lane(pair, 1)});
    }
    for (const Candidate& other : others) {
      const std::vector<Expr> best = better(b, mine, other);
      mine = {best[0], best[1]};
    }
    b.when(takes, [&] { b.store_shared(group.shared, place, {mine.value, mine.key}); });
    b.barrier();
    left = takers;
  }
  return mine;
}

}  // namespace fftcore
