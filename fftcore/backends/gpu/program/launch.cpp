// SPDX-License-Identifier: LGPL-2.1-or-later
#include "launch.h"

#include <array>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "beside_others.h"
#include "fftcore/error.h"
#include "formula_expr.h"
#include "launch_kernel.h"
#include "log_line.h"
#include "stop_check.h"

namespace fftcore {
namespace {

// After the name of a parameter.
constexpr std::array<std::pair<std::string_view, PerPlace<std::int32_t> Bindings::*>, 2> kOfImages =
    {{{"_row_stride", &Bindings::row_strides}, {"_first", &Bindings::firsts}}};

constexpr std::array<std::pair<std::string_view, double Bindings::*>, 3> kScalars = {
    {{"gain", &Bindings::gain},
     {"offset", &Bindings::offset},
     {"product_gain", &Bindings::product_gain}}};

/// The place whose parameter has this name. `input` and `output` are what the launch reads from and
/// writes to.
std::optional<Place> place_of(std::string_view parameter, Place input, Place output) {
  if (parameter == "input") return input;
  if (parameter == "output") return output;
  for (const PlaceEntry& entry : kPlaceTable)
    if (!parameter.empty() && entry.parameter == parameter) return entry.place;
  return std::nullopt;
}

}  // namespace

Launch::Meaning Launch::meaning_of(const ast::Parameter& parameter, Real real,
                                   const PlannedLaunch& planned) {
  const std::string& name =
      std::visit([](const auto& p) -> const std::string& { return p.name; }, parameter);
  if (name == "twiddles") return Twiddles{};
  if (name == "window_count") return WindowNumber{};
  for (const auto& [scalar, member] : kScalars)
    if (scalar == name) return Scalar{member, real};
  for (std::size_t i = 0; i < kMaxParameters; ++i)
    if (name == parameter_name(i)) return FormulaParameter{i, real};
  if (const auto place = place_of(name, planned.from, planned.to)) return Memory{*place};
  // These are of run()'s images, whichever launch asks for them.
  const std::string_view text = name;
  for (const auto& [ending, numbers] : kOfImages)
    if (text.ends_with(ending))
      if (const auto place =
              place_of(text.substr(0, text.size() - ending.size()), Place::input, Place::output))
        return OfImage{numbers, *place};
  throw Error("a generated kernel has the parameter '" + name + "', which no launch binds");
}

Launch::Launch(Device& device, const PlannedLaunch& planned, const GeneratedKernel& generated,
               std::unique_ptr<LoadedKernel> kernel)
    : kernel_(std::move(kernel)), arguments_(generated.kernel.parameters.size()) {
  for (const ast::Parameter& parameter : generated.kernel.parameters)
    parameters_.push_back(meaning_of(parameter, generated.kernel.real, planned));
  if (generated.twiddles.empty()) return;
  const std::vector<unsigned char> table = bytes_of(generated.twiddles, generated.kernel.real);
  twiddles_ = device.allocate(table.size());
  const auto stream = device.create_stream();
  stream->copy_in(*twiddles_, table.data(), CopyShape::bytes(table.size()));
  stream->wait();
}

void Launch::enqueue(DeviceStream& stream, Start start, const Bindings& bindings) {
  struct Value {
    const Launch& launch;
    const Bindings& bindings;
    Argument operator()(Twiddles) const { return launch.twiddles_.get(); }
    Argument operator()(Memory of) const { return bindings.memory[of.place]; }
    Argument operator()(OfImage of) const { return (bindings.*of.numbers)[of.place]; }
    Argument operator()(Scalar scalar) const {
      return number(bindings.*scalar.number, scalar.real);
    }
    Argument operator()(WindowNumber) const { return bindings.windows; }
    Argument operator()(FormulaParameter parameter) const {
      return number(bindings.parameters.at(parameter.number), parameter.real);
    }
    static Argument number(double value, Real real) {
      if (real == Real::f64) return value;
      return static_cast<float>(value);
    }
  };
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    arguments_[i] = std::visit(Value{*this, bindings}, parameters_[i]);
  stream.launch(*kernel_, start, arguments_);
}

std::vector<Launch> load_launches(Device& device, std::span<const PlannedLaunch> planned) {
  struct Loaded {
    GeneratedKernel generated;
    std::unique_ptr<LoadedKernel> kernel;
  };
  std::vector<std::future<Loaded>> loading;
  for (const PlannedLaunch& launch : planned)
    loading.push_back(beside_others([&device, &launch] {
      GeneratedKernel generated = launch_kernel(launch.spec);
      if (log_enabled("kernel")) log_line("kernel", "{}", device.source_of(generated.kernel));
      check_compile_stop();
      std::unique_ptr<LoadedKernel> kernel = device.load(generated.kernel);
      return Loaded{std::move(generated), std::move(kernel)};
    }));
  for (auto& one : loading) one.wait();  // all of them, before any throws
  std::vector<Launch> launches;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    Loaded loaded = loading[i].get();
    launches.emplace_back(device, planned[i], loaded.generated, std::move(loaded.kernel));
  }
  return launches;
}

void enqueue(std::span<Launch> launches, DeviceStream& stream, const Bindings& bindings,
             Start start) {
  for (Launch& launch : launches) {
    launch.enqueue(stream, start, bindings);
    start = Start::early;
  }
}

}  // namespace fftcore
