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

std::vector<Candidate> best_of(Builder& b, std::vector<Candidate> mine,
                               const CandidateGroup& group) {
  const Expr place = b.let("place", group.first + group.member);
  const auto put = [&] {
    for (std::size_t i = 0; i < mine.size(); ++i)
      b.store_shared(group.shared, place + static_cast<int>(i) * group.apart,
                     {mine[i].value, mine[i].key});
  };
  b.barrier();
  put();
  b.barrier();
  for (int left = group.threads; left > 1;) {
    const int takers = (left + kAtOnce - 1) / kAtOnce;
    const Expr takes = b.let("takes", less(group.member, integer(takers)));
    std::vector<std::vector<Candidate>> others(mine.size());
    for (int distance = takers; distance < left; distance += takers) {
      const Expr is_there = distance + takers <= left
                                ? takes
                                : both(takes, less(group.member, integer(left - distance)));
      for (std::size_t i = 0; i < mine.size(); ++i) {
        const ast::LoadShared load{group.shared, ast::Type::real_x2,
                                   place + (distance + static_cast<int>(i) * group.apart)};
        const Expr pair =
            b.let("other", select(is_there, load, ast::Literal{ast::Type::real_x2, kNoScore}));
        others[i].push_back({ast::lane(pair, 0), ast::lane(pair, 1)});
      }
    }
    for (std::size_t i = 0; i < mine.size(); ++i)
      for (const Candidate& other : others[i]) {
        const std::vector<Expr> best = better(b, mine[i], other);
        mine[i] = {best[0], best[1]};
      }
    b.when(takes, put);
    b.barrier();
    left = takers;
  }
  return mine;
}

}  // namespace fftcore
