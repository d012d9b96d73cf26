// SPDX-License-Identifier: LGPL-2.1-or-later
#include <random>

#include <gtest/gtest.h>

#include "complex.h"
#include "interpreter.h"
#include "passes.h"
#include "print.h"

namespace fftcore::test::fuse_test {
namespace {

using namespace ast;

Expr f32(const char* name) {
  return Variable{Type::real, name};
}

const Complex kValue{f32("x"), f32("y")}, kFactor{f32("c"), f32("s")}, kOther{f32("u"), f32("v")};

std::string fused(Builder&& b) {
  const std::string text = to_string(fuse_products(fold(std::move(b).finish())));
  return text.substr(text.find('\n') + 1);
}

/// A butterfly of two values, the second one turned: six instructions.
TEST(Fuse, AButterflyTakesSixInstructions) {
  Builder b("k");
  const Complex turned = multiply(b, kValue, kFactor);
  const Complex sum = add(b, kOther, turned), difference = subtract(b, kOther, turned);
  b.store_global("output", integer(0), {sum.re, sum.im, difference.re, difference.im});
  EXPECT_EQ(fused(std::move(b)),
            "  let real r_2 = (fma x c (fma (- y) s u))\n  let real r_3 = (fma x s (fma y c v))\n"
            "  let real r_4 = (fma 2.0 u (- r_2))\n  let real r_5 = (fma 2.0 v (- r_3))\n  store "
            "output[0] = r_2 r_3 r_4 r_5\n");
}

TEST(Fuse, AProductThatIsAddedOnceIsGone) {
  Builder b("k");
  const Complex sum = add(b, multiply(b, kValue, kFactor), kOther);
  b.store_global("output", integer(0), {sum.re});
  EXPECT_EQ(fused(std::move(b)),
            "  let real r_2 = (fma x c (fma (- y) s u))\n  store output[0] = r_2\n");
}

TEST(Fuse, SumAndDifferenceWithAProductOfTwoNumbersTakeTwoInstructions) {
  Builder b("k");
  const Expr product = b.let("r", kValue.re * real(0.5));
  b.store_global("output", integer(0),
                 {b.let("r", kOther.re + product), b.let("r", kOther.im - product)});
  EXPECT_EQ(
      fused(std::move(b)),
      "  let real r_1 = (fma x 0.5 u)\n  let real r_2 = (fma (- x) 0.5 v)\n  store output[0] = "
      "r_1 r_2\n");
}

TEST(Fuse, PartsOfAPairAreLikeNames) {
  Builder b("k");
  const Complex pair = parts(b, LoadShared{"a", Type::real_x2, integer(0)}),
                turned = multiply(b, kValue, kFactor);
  b.store_global("output", integer(0),
                 {b.let("r", pair.re + turned.re), b.let("r", pair.re - turned.re)});
  EXPECT_EQ(
      fused(std::move(b)),
      "  let real_x2 z_0 = a[0]\n  let real r_3 = (fma x c (fma (- y) s z_0.0))\n  let real r_4 "
      "= (fma 2.0 z_0.0 (- r_3))\n  store output[0] = r_3 r_4\n");
}

/// Of two products in one sum one stays.
TEST(Fuse, OnlyOneOfTwoProducts) {
  Builder b("k");
  const Complex one = multiply(b, kValue, kFactor), other = multiply(b, kOther, kFactor);
  const Expr sum = b.let("r", one.re + other.re), difference = b.let("r", one.re - other.re);
  b.store_global("output", integer(0), {sum, difference});
  EXPECT_EQ(fused(std::move(b)),
            "  let real r_0 = (fma x c (- (* y s)))\n  let real r_4 = (fma u c (fma (- v) s r_0))\n"
            "  let real r_5 = (fma 2.0 r_0 (- r_4))\n  store output[0] = r_4 r_5\n");
}

/// Where nothing is gained, or the product is wanted itself, or would be computed in each round of
/// a loop.
TEST(Fuse, LeavesOtherProductsAlone) {
  const auto expect_same = [](Builder&& b) {
    const Kernel kernel = fold(std::move(b).finish());
    EXPECT_EQ(to_string(fuse_products(kernel)), to_string(kernel));
  };
  {
    Builder b("k");  // with two values
    const Expr product = multiply(b, kValue, kFactor).re;
    b.store_global("output", integer(0),
                   {b.let("r", kOther.re + product), b.let("r", kOther.im - product)});
    expect_same(std::move(b));
  }
  {
    Builder b("k");  // twice added
    const Expr product = multiply(b, kValue, kFactor).re;
    b.store_global("output", integer(0),
                   {b.let("r", kOther.re + product), b.let("r", product + kOther.re)});
    expect_same(std::move(b));
  }
  {
    Builder b("k");  // stored
    const Expr product = multiply(b, kValue, kFactor).re;
    b.store_global("output", integer(0), {b.let("r", kOther.re + product), product});
    expect_same(std::move(b));
  }
  {
    Builder b("k");  // in a loop
    const Expr product = multiply(b, kValue, kFactor).re;
    b.repeat("i", 3, [&](const Expr& i) {
      b.store_global("output", i, {b.let("r", kOther.re + product)});
    });
    expect_same(std::move(b));
  }
}

/// Products, sums and differences of each other with all signs, of small whole numbers: nothing is
/// rounded.
TEST(Fuse, KeepsTheValues) {
  std::size_t fewer = 0;
  for (unsigned seed = 0; seed < 3'000; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t count) { return random() % count; };
    Builder b("k");
    std::vector<Expr> names = {kValue.re, kValue.im, kFactor.re, kFactor.im, kOther.re, kOther.im};
    for (int i = 0; i < 14; ++i) {
      const auto name = [&](std::size_t among) {
        return below(3) == 0 ? -names[below(among)] : names[below(among)];
      };
      if (i < 3) {
        const Expr product = name(6) * name(6);
        names.push_back(b.let(
            "p", i == 0 ? product : fma(name(6), name(6), below(2) == 0 ? product : -product)));
      } else {
        const Expr left = name(names.size()), right = name(names.size());
        names.push_back(b.let("r", left + right));
        if (below(2) == 0) names.push_back(b.let("r", below(2) == 0 ? left - right : right - left));
      }
    }
    b.store_global("output", integer(0), {names.end() - 6, names.end()});
    const Kernel plain = fold(std::move(b).finish()), kernel = fuse_products(plain);
    const auto stored = [](const Kernel& k) {
      ThreadValues values;
      double next = -3;
      for (const char* name : {"x", "y", "c", "s", "u", "v"}) values.set(name, next++);
      std::vector<double> results;
      for (const Stmt& stmt : k.body) {
        if (const auto* declare = std::get_if<Declare>(&stmt.node().kind)) values.declare(*declare);
        if (const auto* store = std::get_if<StoreGlobal>(&stmt.node().kind))
          for (const Expr& value : store->values) results.push_back(values.value_of(value).value());
      }
      return results;
    };
    ASSERT_EQ(stored(kernel), stored(plain)) << to_string(plain) << "became\n" << to_string(kernel);
    fewer += kernel.body.size() < plain.body.size() ? 1 : 0;
  }
  EXPECT_GT(fewer, 500);
}

}  // namespace
}  // namespace fftcore::test::fuse_test
