// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms whose values have formulas, against the definition of what the formulas mean.
#include <numbers>
#include <string>
#include <utility>

#include "fftcore/error.h"
#include "little_memory.h"
#include "sample_formulas.h"
#include "transform_run.h"

using namespace fftcore;
using namespace transforms;
using oracle::FormulaCase;
using oracle::FormulaValues;

namespace {

using C = std::complex<double>;
constexpr C kI{0, 1};
constexpr std::array<double, 8> kParameters = {1.25, -0.5};

class TransformFormulas : public OnThisBackend {};

FormulaCase none() {
  return {"", nullptr, 1};
}
FormulaCase of_complex_signal() {
  return {"v * exp(i * x / 5) + n / 4 - y / 20 + i * z / 9", [](C v, const FormulaValues& at) {
            return v * std::exp(kI * at.x / 5.0) + at.n / 4 - at.y / 20 + kI * at.z / 9.0;
          }};
}
FormulaCase of_real_signal() {
  return {"max(v, p1) + x / 64 - y / 16 + z / 8 + n / 4", [](C v, const FormulaValues& at) {
            return C(std::max(v.real(), at.p[1]) + at.x / 64 - at.y / 16 + at.z / 8 + at.n / 4);
          }};
}
FormulaCase low_pass() {
  return {"v * exp(-(f / 0.2) ^ 2)",
          [](C v, const FormulaValues& at) { return v * std::exp(-std::pow(at.f() / 0.2, 2)); }};
}
FormulaCase derivative_and_shift() {
  return {"v * (2 * pi * i * fx) * exp(2 * pi * i * (3.5 * fx + 2 * fy - fz)) * p0",
          [](C v, const FormulaValues& at) {
            const double pi = std::numbers::pi;
            return v * (2 * pi * kI * at.fx) *
                   std::exp(2 * pi * kI * (3.5 * at.fx + 2 * at.fy - at.fz)) * at.p[0];
          },
          5};
}
FormulaCase by_bin() {
  return {"if(x < 7, v, conj(v) / 2) + i * y / 4 + n", [](C v, const FormulaValues& at) {
            return (at.x < 7 ? v : std::conj(v) / 2.0) + kI * at.y / 4.0 + at.n;
          }};
}

/// Values of one side, operated on. Zeros of padding, and what is not wanted, stay as they are.
Values operated(const Transform& transform, const Values& values, const FormulaCase& formula,
                bool input) {
  if (!formula.function) return values;
  const auto extents = input ? oracle::input_extents(transform) : oracle::output_extents(transform);
  const auto places = offsets(transform, input);
  Values result = values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (places[i] < 0) continue;
    FormulaValues at;
    at.p = kParameters;
    auto rest = static_cast<std::int64_t>(i);
    double* const numbers[] = {&at.x, &at.y, &at.z};
    double* const frequencies[] = {&at.fx, &at.fy, &at.fz};
    const auto put = [&](std::size_t axis, std::int64_t number) {
      const auto points = static_cast<double>(transform.axes[axis].extent);
      *numbers[axis] = static_cast<double>(number);
      *frequencies[axis] = *numbers[axis] / points;
      if (*frequencies[axis] > 0.5) *frequencies[axis] -= 1;
    };
    bool is_first = true;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
      is_first = is_first && rest % extents[axis] == 0;
      put(axis, rest % extents[axis]);
      rest /= extents[axis];
    }
    at.n = static_cast<double>(rest);
    const C v(values[i]);
    if (transform.packed && !is_real(transform, input) && is_first) {
      const double bin_0 = formula.function(v.real(), at).real();
      put(0, transform.axes[0].extent / 2);
      result[i] = Wide(bin_0, formula.function(v.imag(), at).real());
    } else {
      result[i] = Wide(formula.function(v, at));
    }
  }
  return result;
}

void expect_formulas(const std::string& text, const FormulaCase& load, const FormulaCase& store) {
  Transform transform = parse_transform(text);
  transform.load = load.text;
  transform.store = store.text;
  validate(transform);
  const std::string whole = to_string(transform);
  EXPECT_EQ(parse_transform(whole), transform) << whole;
  std::mt19937 random(3);
  const Values values = random_values(transform, random);
  const Values got =
      run(transform, values, 2,
          std::span(kParameters).first(static_cast<std::size_t>(parameters_needed(transform))));
  const Values loaded = operated(transform, values, load, true),
               exact = reference(transform, loaded),
               want = operated(transform, exact, store, false);
  const auto places = offsets(transform, false);
  Values difference = want;
  for (std::size_t i = 0; i < want.size(); ++i)
    difference[i] = places[i] < 0 ? Wide() : got[i] - want[i];
  const double error = norm(difference);
  // A load errs by some units of what it gives, which a transform magnifies as its own errors; so
  // does a store. Of real signals norm_of_all() is what the transform is given.
  const double size = std::max(norm(exact), norm_of_all(transform, loaded));
  const double bound = oracle::transform_bound(transform);
  EXPECT_LE(error, bound * (3 * store.slope * size + 8 * norm(want))) << whole;
  EXPECT_FALSE(std::isnan(error)) << whole;
}

}  // namespace

TEST_F(TransformFormulas, AreRight) {
  const FormulaCase signal = of_complex_signal(), real = of_real_signal(), bins = by_bin(),
                    shift = derivative_and_shift();
  expect_formulas("c2c 64 batch=3", signal, low_pass());
  expect_formulas("c2c 60 batch=2x3 inverse", shift, signal);
  expect_formulas("c2c 30x24 inverse normalized", low_pass(), signal);
  expect_formulas("c2c 24x30 in-place", signal, shift);
  expect_formulas("c2c 5x6x8 f64 batch=2", signal, shift);
  expect_formulas("c2c 12x14 f16", signal, low_pass());
  expect_formulas("c2c 40 imaginary=45,45 batch=2 in=90,1 out=90,1", signal, bins);
  expect_formulas("r2c 40x36 batch=2", real, shift);
  expect_formulas("r2c 45 batch=4", real, bins);
  expect_formulas("r2c 64 in-place scale=0.5", real, bins);
  expect_formulas("r2c 64 batch=40", real, bins);
  expect_formulas("r2c 12 batch=40", real, bins);  // staged
  expect_formulas("c2r 12 batch=40", bins, real);
  expect_formulas("r2c 6x5x8", real, low_pass());
  expect_formulas("c2r 6x5x8 normalized", low_pass(), real);
  expect_formulas("c2r 40x36", shift, real);
  expect_formulas("c2r 64 batch=3", bins, real);
  expect_formulas("c2r 45 f32-in-f64 batch=2", bins, real);
  expect_formulas("c2r 128 in-place", bins, none());
  expect_formulas("c2c 64 zero=20:30 keep=60:9", signal, bins);
  expect_formulas("r2c 16x64 zero=0:0x50:10 keep=3:9x2:20", real, bins);
  expect_formulas("c2r 64 zero=9:20 keep=1:33", bins, real);
  expect_formulas("c2c 74 batch=9", signal, shift);  // chirped
  expect_formulas("r2c 94", real, bins);
}

TEST_F(TransformFormulas, OfPackedBinsAndOfCosinesAreTheCpus) {
  const std::pair<std::string, FormulaCase> cases[] = {{"r2c 36 packed batch=5", by_bin()},
                                                       {"r2c 64 packed keep=20:4", by_bin()},
                                                       {"dct2 30x20", of_real_signal()},
                                                       {"dst3 31 ortho", of_real_signal()}};
  for (const auto& [text, store] : cases) {
    if (problems::on_cpu()) {
      expect_formulas(text, of_real_signal(), store);
      continue;
    }
    Transform transform = parse_transform(text);
    transform.store = store.text;
    const auto queue = problems::backend().create_queue({});
    try {
      problems::backend().compile(transform, *queue);
      ADD_FAILURE() << text;
    } catch (const Unsupported& error) {
      EXPECT_NE(std::string_view(error.what()).find("formulas"), std::string_view::npos)
          << error.what();
    }
  }
  if (!problems::on_cpu()) return;
  expect_formulas("c2r 36 packed batch=5", by_bin(), of_real_signal());
  expect_formulas("c2r 64 packed zero=5:32", by_bin(), of_real_signal());
}

/// Lines in two launches and three, chirped ones, and launches that are cut, since they count few
/// lines.
TEST_F(TransformFormulas, OfLongLines) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const LittleMemory device("48k,shared=4096,index=1,lines=7");
  const FormulaCase signal = of_complex_signal(), real = of_real_signal();
  expect_formulas("c2c 4096 batch=2", signal, low_pass());
  expect_formulas("r2c 8192", real, low_pass());
  expect_formulas("c2r 4096", low_pass(), real);
  expect_formulas("c2c 818 inverse", low_pass(), signal);
  expect_formulas("r2c 20x30 batch=3", real, by_bin());
}

TEST_F(TransformFormulas, Refuse) {
  const auto refused = [](std::string_view text, std::string_view words) {
    try {
      parse_transform(text);
      ADD_FAILURE() << text;
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string_view(error.what()).find(words), std::string_view::npos) << error.what();
    }
  };
  refused("r2c 64 load=\"v * i\"",
          "load: formula 'v * i' is complex, and the input of r2c is real");
  refused("c2r 64 store=\"v * i\"", "the output of c2r is real");
  refused("r2c 64 load=\"v * fx\"", "'fx' is no name here; there are v, x, y, z, n, p0");
  refused("r2c 64 store=\"v * c\"", "'c' is no name here");
  refused("c2c 64 inverse store=\"v * f\"", "'f' is no name here");
  refused("dct2 64 store=\"v * f\"", "'f' is no name here");
  refused("c2c 2x2x2x2 store=\"v\"", "4 axes; 1 to 3 are allowed");
}

TEST_F(TransformFormulas, ParametersAreCountedAndSet) {
  const auto queue = problems::backend().create_queue({});
  const auto executable =
      problems::backend().compile(parse_transform("c2c 4 store=\"v * p1\""), *queue);
  const std::array<float, 8> in = {1, 0, 1, 0, 1, 0, 1, 0};
  std::array<float, 8> out{};
  executable->run(*queue, {in.data()}, {out.data()});
  EXPECT_EQ(out[0], 0);
  executable->set_parameters(std::array{5.0, 0.5});
  executable->run(*queue, {in.data()}, {out.data()});
  EXPECT_EQ(out[0], 2);
  EXPECT_THROW(executable->set_parameters(std::array{5.0}), InvalidArgument);
}
