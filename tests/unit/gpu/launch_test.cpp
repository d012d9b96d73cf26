// SPDX-License-Identifier: LGPL-2.1-or-later
// What kernels' parameters stand for: places by name, row strides of places, numbers.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "counting_device.h"
#include "fftcore/error.h"
#include "launch.h"

namespace launch_test {

using namespace fftcore;
using fftcore::test::CountedMemory;
using fftcore::test::CountingDevice;

namespace {

ast::BufferParameter buffer(std::string name) {
  return {std::move(name), Storage::f32, ast::Access::read};
}

/// A launch from work_0 to work_1 of a kernel with these parameters, enqueued.
std::vector<Argument> arguments_of(std::vector<ast::Parameter> parameters,
                                   const Bindings& bindings) {
  CountingDevice device;
  GeneratedKernel generated;
  generated.kernel.parameters = std::move(parameters);
  PlannedLaunch planned;
  planned.from = Place::work_0;
  planned.to = Place::work_1;
  Launch launch(device, planned, generated, std::make_unique<LoadedKernel>());
  launch.enqueue(*device.create_stream(), Start::after_all, bindings);
  return device.counts.arguments.at(0);
}

}  // namespace

TEST(Launch, PlacesAreFoundByTheNamesOfParameters) {
  std::vector<CountedMemory> memory(kPlaces, CountedMemory(4));
  Bindings bindings;
  for (const PlaceEntry& entry : kPlaceTable)
    bindings.memory[entry.place] = &memory[static_cast<std::size_t>(entry.place)];
  const auto place_of = [&](const std::string& name) {
    const auto arguments = arguments_of({buffer(name)}, bindings);
    const auto* found = static_cast<const CountedMemory*>(std::get<0>(arguments.at(0)));
    return to_string(static_cast<Place>(found - memory.data()));
  };
  // as the launch says
  EXPECT_EQ(place_of("input"), "work 0");
  EXPECT_EQ(place_of("output"), "work 1");
  // whatever the launch says
  EXPECT_EQ(place_of("surface"), "output");
  EXPECT_EQ(place_of("image"), "source");
  EXPECT_EQ(place_of("taps_spectrum"), "spectrum");
  for (const PlaceEntry& entry : kPlaceTable)
    if (!entry.parameter.empty()) {
      EXPECT_EQ(place_of(std::string(entry.parameter)), entry.text);
    }
}

TEST(Launch, RowStridesAndFirstSamplesAreThoseOfTheCallersImages) {
  Bindings bindings;
  bindings.row_strides[Place::input] = 11;
  bindings.row_strides[Place::output] = 12;
  bindings.row_strides[Place::source] = 13;
  bindings.firsts[Place::input] = 21;
  bindings.firsts[Place::output] = 22;
  bindings.firsts[Place::source] = 23;
  bindings.gain = 2;
  bindings.offset = 3;
  bindings.product_gain = 4;
  std::vector<ast::Parameter> parameters;
  for (const char* name : {"input_row_stride", "output_row_stride", "image_row_stride"})
    parameters.emplace_back(ast::Variable{ast::Type::i32, name});
  for (const char* name : {"gain", "offset", "product_gain"})
    parameters.emplace_back(ast::Variable{ast::Type::real, name});
  for (const char* name : {"input_first", "output_first", "image_first"})
    parameters.emplace_back(ast::Variable{ast::Type::i32, name});
  const std::vector<Argument> arguments = arguments_of(std::move(parameters), bindings);
  ASSERT_EQ(arguments.size(), 9U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(std::get<std::int32_t>(arguments[i]), 11 + static_cast<int>(i));
    EXPECT_EQ(std::get<float>(arguments[3 + i]), 2.0F + static_cast<float>(i));
    EXPECT_EQ(std::get<std::int32_t>(arguments[6 + i]), 21 + static_cast<int>(i));
  }
}

TEST(Launch, AParameterThatNothingBindsIsAnError) {
  for (const char* name : {"shadow", "shadow_row_stride", "_row_stride", "", "work 0"}) {
    SCOPED_TRACE(name);
    try {
      arguments_of({buffer(name)}, {});
      ADD_FAILURE() << "bound";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what())
                    .find("has the parameter '" + std::string(name) + "', which no launch binds"),
                std::string::npos)
          << error.what();
    }
  }
}

}  // namespace launch_test
