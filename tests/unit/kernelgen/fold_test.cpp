// SPDX-License-Identifier: LGPL-2.1-or-later
#include <random>

#include <gtest/gtest.h>

#include "builder.h"
#include "interpreter.h"
#include "passes.h"
#include "print.h"

namespace fftcore::test::fold_test {
namespace {

using namespace ast;

const Expr kI = Variable{Type::i32, "i"};
const Expr kX = Variable{Type::real, "x"};
const Expr kY = Variable{Type::real, "y"};
const Expr kB = Variable{Type::boolean, "b"};

Expr truth(bool value) {
  return Literal{Type::boolean, value ? 1.0 : 0.0};
}

Kernel storing(const Expr& value) {
  Builder b("k");
  b.store_global("output", integer(0), {value});
  return std::move(b).finish();
}

/// What `expr` becomes.
std::string folded(const Expr& expr) {
  const Kernel kernel = fold(storing(expr));
  return to_string(std::get<StoreGlobal>(kernel.body.at(0).node().kind).values[0]);
}

std::string body(const Kernel& kernel) {
  const std::string text = to_string(kernel);
  return text.substr(text.find('\n') + 1);
}

TEST(Fold, ComputesWhatIsKnown) {
  EXPECT_EQ(folded(integer(7) * 3 - integer(1)), "20");
  EXPECT_EQ(folded(integer(-7) / 2), "-3") << "towards zero, as the languages do";
  EXPECT_EQ(folded(integer(-7) % 4), "-3");
  EXPECT_EQ(folded(real(0.5) * real(3)), "1.5");
  EXPECT_EQ(folded(select(less(integer(2), integer(3)), kX, kY)), "x");
  EXPECT_EQ(folded(select(less_equal(integer(4), integer(3)), kX, kY)), "y");
  EXPECT_EQ(folded(lane(Literal{Type::real_x2, 0}, 1)), "0.0");
}

TEST(Fold, DropsWhatDoesNothing) {
  EXPECT_EQ(folded(kX + real(0)), "x");
  EXPECT_EQ(folded(real(0) + kX), "x");
  EXPECT_EQ(folded(kX - real(0)), "x");
  EXPECT_EQ(folded(kX * real(1)), "x");
  EXPECT_EQ(folded(real(0) * kX), "0.0");
  EXPECT_EQ(folded(kI / 1), "i");
  EXPECT_EQ(folded(kI % 1), "0");
  EXPECT_EQ(folded(both(kB, truth(true))), "b");
  EXPECT_EQ(folded(both(truth(false), kB)), folded(truth(false)));
  EXPECT_EQ(folded(fma(kX, kY, real(0))), "(* x y)");
  EXPECT_EQ(folded(fma(kX, real(1), kY)), "(+ x y)");
  EXPECT_EQ(folded(fma(real(0), kX, kY)), "y");
}

TEST(Fold, MovesNegations) {
  EXPECT_EQ(folded(-(-kX)), "x");
  EXPECT_EQ(folded(kX + -kY), "(- x y)");
  EXPECT_EQ(folded(-kX + kY), "(- y x)");
  EXPECT_EQ(folded(kX - -kY), "(+ x y)");
  EXPECT_EQ(folded(-(kX - kY)), "(- y x)");
  EXPECT_EQ(folded(real(0) - kX), "(- x)");
  EXPECT_EQ(folded(-kX * -kY), "(* x y)");
  EXPECT_EQ(folded(kX * real(-1)), "(- x)");
  EXPECT_EQ(folded(kX + kY * real(-1)), "(- x y)");
  EXPECT_EQ(folded(fma(-kX, -kY, kI)), "(fma x y i)");
}

TEST(Fold, GathersTheConstantsOfAddresses) {
  EXPECT_EQ(folded(kI + 3 + 4), "(+ i 7)");
  EXPECT_EQ(folded(integer(3) + kI), "(+ i 3)");
  EXPECT_EQ(folded(kI + 3 - 3), "i");
  EXPECT_EQ(folded(kI + 3 + kI), "(+ (+ i i) 3)");
  EXPECT_EQ(folded(kI + (kI + 3)), "(+ (+ i i) 3)");
}

TEST(Fold, NamesOfNumbersAndOfNamesGo) {
  Builder b("k");
  const Expr one = b.let("one", integer(3) - 2);
  const Expr same = b.let("same", kX * real(1));
  const Expr negative = b.let("negative", -same);
  const Expr sum = b.let("sum", kY + negative);
  b.store_global("output", one, {sum});
  EXPECT_EQ(body(fold(std::move(b).finish())),
            "  let real sum_3 = (- y x)\n  store output[1] = sum_3\n");
}

TEST(Fold, WhatNobodyUsesGoes) {
  Builder b("k");
  const Expr chain = b.let("unused", kX * kY);
  b.let("unused", chain + kX);
  b.when(kB, [&] { b.let("unused", kX + kY); });
  const Expr used = b.let("used", kX * kX);
  b.when(kB, [&] { b.store_global("output", integer(0), {used}); });
  b.repeat("i", 3, [&](const Expr& i) {
    b.let("unused", i + 1);
    b.store_global("output", i, {b.let("used", kX * kY)});
  });
  EXPECT_EQ(
      body(fold(std::move(b).finish())),
      "  let real used_3 = (* x x)\n  if b\n    store output[0] = used_3\n"
      "  for i_4 from 0 to 3\n    let real used_6 = (* x y)\n    store output[i_4] = used_6\n");
}

TEST(Fold, KeepsWhatARoundLeavesToTheNext) {
  Builder b("k");
  const std::vector<Expr> sums =
      b.carry("i", integer(3), {real(0), kY}, [&](const Expr& i, const std::vector<Expr>& so_far) {
        b.let("unused", i + 1);
        const Expr same = b.let("same", so_far[0]);
        return std::vector{same + b.let("term", kX * so_far[1]), same};
      });
  b.store_global("output", integer(0), {b.let("sum", sums[0])});
  EXPECT_EQ(body(fold(std::move(b).finish())),
            "  for i_0 from 0 to 3\n    carry real carried_1 = 0.0 then (+ carried_1 term_4)\n    "
            "carry real carried_2 = y then carried_1\n"
            "    let real term_4 = (* x carried_2)\n  store output[0] = carried_1\n");
}

TEST(Fold, KnownConditions) {
  Builder b("k");
  b.when(less(integer(1), integer(2)), [&] { b.store_global("output", integer(1), {kX}); });
  b.when(both(kB, truth(false)), [&] { b.store_global("output", integer(2), {kX}); });
  b.barrier();
  EXPECT_EQ(body(fold(std::move(b).finish())), "  store output[1] = x\n  barrier\n");
}

TEST(Fold, TwiceChangesNothingMore) {
  const Kernel once = fold(storing(fma(-kX, kY + real(0), -(kX - kY))));
  EXPECT_EQ(to_string(fold(once)), to_string(once));
}

/// A random expression of names and of numbers that f32 holds exactly.
class RandomExpr {
 public:
  explicit RandomExpr(unsigned seed) : generator_(seed) {}

  int below(int count) { return static_cast<int>(generator_() % static_cast<unsigned>(count)); }

  Expr make(Type type, int depth) {
    if (depth == 0 || below(6) == 0) return leaf(type);
    if (type == Type::boolean) {
      const Type sides = below(2) == 0 ? Type::i32 : Type::real;
      if (below(3) == 0) return both(make(type, depth - 1), make(type, depth - 1));
      return below(2) == 0 ? less(make(sides, depth - 1), make(sides, depth - 1))
                           : less_equal(make(sides, depth - 1), make(sides, depth - 1));
    }
    switch (below(type == Type::real ? 7 : 8)) {
      case 0: return -make(type, depth - 1);
      case 1: return make(type, depth - 1) + make(type, depth - 1);
      case 2: return make(type, depth - 1) - make(type, depth - 1);
      case 3: return make(type, depth - 1) * make(type, depth - 1);
      case 4:
        return select(make(Type::boolean, depth - 1), make(type, depth - 1), make(type, depth - 1));
      case 5: return minimum(make(type, depth - 1), make(type, depth - 1));
      case 6:
        return type == Type::real
                   ? fma(make(type, depth - 1), make(type, depth - 1), make(type, depth - 1))
                   : make(type, depth - 1) / (1 + below(5));
      default: return make(type, depth - 1) % (1 + below(5));
    }
  }

 private:
  Expr leaf(Type type) {
    if (type == Type::boolean) return below(3) == 0 ? truth(below(2) == 0) : kB;
    if (type == Type::i32) return below(2) == 0 ? integer(below(5) - 2) : kI;
    const Expr leaves[] = {kX, kY, real(0), real(1), real(-1), real(0.5), real(2)};
    return leaves[below(7)];
  }

  std::mt19937 generator_;
};

TEST(Fold, KeepsTheValue) {
  int folded_smaller = 0;
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    RandomExpr random(seed);
    const Expr expr = random.make(seed % 2 == 0 ? Type::real : Type::i32, 4);
    const Kernel kernel = fold(storing(expr));
    const Expr& result = std::get<StoreGlobal>(kernel.body.at(0).node().kind).values[0];
    ThreadValues values;
    values.set("i", random.below(19) - 9);
    // So short that nothing is rounded: where something was, the folded expression may round less
    // often.
    values.set("x", 0.75);
    values.set("y", -2);
    values.set("b", random.below(2));
    ASSERT_EQ(values.value_of(result).value(), values.value_of(expr).value())
        << to_string(expr) << " became " << to_string(result);
    folded_smaller += to_string(result).size() < to_string(expr).size() ? 1 : 0;
  }
  EXPECT_GT(folded_smaller, 5'000);
}

}  // namespace
}  // namespace fftcore::test::fold_test
