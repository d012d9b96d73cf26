// SPDX-License-Identifier: LGPL-2.1-or-later
#include "print.h"

#include <gtest/gtest.h>

#include "builder.h"

namespace fftcore::test::print_test {
namespace {

using namespace ast;

/// Every kind of node, statement and parameter.
Kernel everything() {
  Builder b("everything");
  b.buffer("input", Storage::u8);
  b.buffer("halves", Storage::f16);
  b.buffer("words", Storage::u16);
  b.buffer("more_words", Storage::u16, ast::Access::write);
  b.buffer("output", Storage::f32, ast::Access::write);
  const Expr gain = b.scalar("gain", Type::real);
  b.shared("exchange", Type::real_x2, 40);
  b.shared("sums", Type::real, 32);
  b.launch({32, 2, 1}, {5, 3, 2});
  const Expr thread = b.let("thread", Call{Builtin::thread_x, {}});
  const Expr x = b.let("x", LoadGlobal{"input", thread + 1, 1});
  const Expr z = b.let("z", select(less(thread, integer(7)), LoadGlobal{"halves", thread, 2},
                                   Literal{Type::real_x2, 0}));
  b.store_shared("exchange", thread % 4, {lane(z, 0), -lane(z, 1)});
  b.copy_global("words", thread, "more_words", thread + 2);
  b.barrier();
  const Expr y = b.let("y", lane(LoadShared{"exchange", Type::real_x2, thread / 4}, 1));
  b.when(both(less_equal(thread, integer(3)),
              less(Call{Builtin::thread_y, {}}, Call{Builtin::block_y, {}})),
         [&] {
           b.repeat("k", 3, [&](const Expr& k) {
             b.store_global("output", k,
                            {fma(x, y, gain), maximum(minimum(x, real(255)), absolute(y))});
             b.store_global("output", k, {Cast{Type::real, k - 1}});
           });
         });
  return std::move(b).finish();
}

TEST(Print, EveryKindOfNode) {
  EXPECT_EQ(to_string(everything()), R"(kernel everything in f32 block 32x2x1 grid 5x3x2
  input input: u8
  input halves: f16
  input words: u16
  output more_words: u16
  output output: f32
  scalar gain: real
  shared exchange: real_x2 x 40
  shared sums: real x 32
  let i32 thread_0 = thread.x
  let real x_1 = input[(+ thread_0 1)]
  let real_x2 z_2 = (select (< thread_0 7) halves[thread_0].x2 0.0)
  share exchange[(% thread_0 4)] = z_2.0 (- z_2.1)
  copy more_words[(+ thread_0 2)] = words[thread_0]
  barrier
  let real y_3 = exchange[(/ thread_0 4)].1
  if (and (<= thread_0 3) (< thread.y block.y))
    for k_4 from 0 to 3
      store output[k_4] = (fma x_1 y_3 gain) (max (min x_1 255.0) (abs y_3))
      store output[k_4] = (real (- k_4 1))
)");
}

TEST(Print, NumbersReadBackAsTheSameFloat) {
  EXPECT_EQ(real_text(1), "1.0");
  EXPECT_EQ(real_text(-0.5), "-0.5");
  EXPECT_EQ(real_text(0.1), "0.1");
  EXPECT_EQ(real_text(1e-20), "1e-20");
  for (const float value : {0.70710678F, 3.4e38F, 1.17549435e-38F, 16777217.0F, -0.38268343F})
    EXPECT_EQ(std::stof(real_text(static_cast<double>(value))), value);
}

}  // namespace
}  // namespace fftcore::test::print_test
