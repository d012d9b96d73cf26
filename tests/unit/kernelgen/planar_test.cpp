// SPDX-License-Identifier: LGPL-2.1-or-later
#include <cmath>

#include <gtest/gtest.h>

#include "builder.h"
#include "convolve_stages.h"
#include "device_run.h"
#include "fftcore/error.h"
#include "passes.h"

namespace fftcore::test {
namespace {

constexpr int kLines = 5;
constexpr int kRead = 150;  // of a line's elements; the others are padding

LineSpec spec_of(ast::Storage storage) {
  LineSpec spec;
  spec.name = "transform";
  spec.shape = shape_of({8, 6, 4});
  spec.shape.lines = 2;
  spec.lines = {1, {{Dim::row, kLines}}};
  const int n = spec.shape.length;
  spec.load = ComplexLoad{storage, {1, {0, {{Dim::row, n}}}, 0}, kRead, 1};
  spec.store = ComplexStore{ast::Storage::f32, {1, {0, {{Dim::row, n}}}, 0}, n, 1, false, 1};
  return spec;
}

template <class Lane>
HostBuffer plane_of(const HostBuffer& pairs, std::size_t lane) {
  const auto all = values_of<Lane>(pairs);
  std::vector<Lane> plane;
  for (std::size_t i = lane; i < all.size(); i += 2) plane.push_back(all[i]);
  return bytes_of(plane);
}

/// The same bits, whether the values lie in pairs or in planes.
template <class Lane>
void expect_same(ast::Storage storage, const HostBuffer& input) {
  GeneratedKernel stage = line_kernel(spec_of(storage));
  const auto count = static_cast<std::size_t>(kLines * 192);
  HostArguments pairs;
  pairs.buffers = {{"input", input}, {"output", HostBuffer(count * 8, 0xFF)}};
  run(stage, pairs);

  stage.kernel = make_planar(make_planar(stage.kernel, "input"), "output");
  HostArguments planes;
  planes.buffers = {{"input_re", plane_of<Lane>(input, 0)},
                    {"input_im", plane_of<Lane>(input, 1)},
                    {"output_re", HostBuffer(count * 4, 0xFF)},
                    {"output_im", HostBuffer(count * 4, 0xFF)}};
  run(stage, planes);
  EXPECT_EQ(planes.buffers.at("output_re"), plane_of<float>(pairs.buffers.at("output"), 0));
  EXPECT_EQ(planes.buffers.at("output_im"), plane_of<float>(pairs.buffers.at("output"), 1));
  EXPECT_NE(planes.buffers.at("output_re"), planes.buffers.at("output_im"));
}

TEST(Planar, SameBitsAsInPairs) {
  if (device() == nullptr) GTEST_SKIP() << reason();
  std::vector<std::complex<float>> input =
      random_complex(static_cast<std::size_t>(kLines) * 192, 4);
  for (std::size_t i = 0; i < input.size(); ++i)
    if (i % 192 >= kRead) input[i] = {NAN, NAN};  // not to be read
  expect_same<float>(ast::Storage::f32, bytes_of(input));

  std::vector<std::uint16_t> halves;
  for (std::uint16_t i = 0; i < kLines * 192 * 2; ++i)
    halves.push_back(static_cast<std::uint16_t>(0x3000U + i * 5U));
  expect_same<std::uint16_t>(ast::Storage::f16, bytes_of(halves));
}

TEST(Planar, TwoParametersInPlaceOfOne) {
  const ast::Kernel kernel = line_kernel(spec_of(ast::Storage::f16)).kernel;
  std::vector<std::string> names;
  for (const ast::Parameter& parameter : make_planar(kernel, "input").parameters) {
    const auto& buffer = std::get<ast::BufferParameter>(parameter);
    names.push_back(buffer.name);
    EXPECT_EQ(buffer.storage == ast::Storage::f16, buffer.name.starts_with("input"));
    EXPECT_EQ(buffer.is_written(), buffer.name == "output");
  }
  EXPECT_EQ(names, (std::vector<std::string>{"input_re", "input_im", "output", "twiddles"}));
}

TEST(Planar, WhatIsNotOfPairsIsRefused) {
  const ast::Kernel kernel = line_kernel(spec_of(ast::Storage::f32)).kernel;
  EXPECT_THROW(make_planar(kernel, "nothing"), InvalidArgument);
  Builder b("copy");
  b.buffer("input", ast::Storage::f32);
  b.buffer("output", ast::Storage::f32, ast::Access::write);
  b.store_global("output", ast::integer(0),
                 {b.let("x", ast::LoadGlobal{"input", ast::integer(0), 1})});
  const ast::Kernel copy = std::move(b).finish();
  EXPECT_THROW(make_planar(copy, "input"), InvalidArgument);
  EXPECT_THROW(make_planar(copy, "output"), InvalidArgument);
}

}  // namespace
}  // namespace fftcore::test
