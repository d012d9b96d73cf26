// SPDX-License-Identifier: LGPL-2.1-or-later
// Cases that VkFFT's users reported by number (github.com/DTolm/VkFFT/issues), asked of this
// library: zero padding at the front, in the middle and at the end, on both sides, of large
// planes, and lengths that are no products of small primes. A CPU has the sizes that were reported;
// a GPU, whose kernels are compiled for each and run by PoCL, has small ones, in one launch an
// axis, in two, and in three.
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "convolution_check.h"
#include "little_memory.h"
#include "transform_run.h"

namespace vkfft_cases_test {

using namespace fftcore;
using namespace transforms;

namespace {

class VkfftCases : public OnThisBackend {};

/// A plane whose columns and rows are each a few random lines times each other, as its transform's
/// are: the transforms of so few lines, by their definition, are all that is needed to know it.
class Separable {
 public:
  static constexpr std::size_t kTerms = 3;

  explicit Separable(const Transform& transform) : transform_(transform) {
    std::mt19937 random(21);
    std::uniform_int_distribution<int> whole(-64, 64);  // so that products are exact in f32
    const auto uniform = [&] { return whole(random) / 128.0; };
    const auto extents = oracle::input_extents(transform),
               results = oracle::output_extents(transform);
    const bool is_complex = !is_real(transform, true);
    const auto line = [&](std::int64_t extent, std::size_t axis) {
      const auto zeros =
          points_of(transform.zero.empty() ? PointRange{} : transform.zero[axis], extent);
      std::vector<Wide> values;
      for (std::int64_t i = 0; i < extent; ++i) {
        const double re = uniform(), im = is_complex ? uniform() : 0.0;
        const Wide value(re, im);
        values.push_back(is_there(zeros, true, i) ? value : Wide());
      }
      return values;
    };
    Transform row, column;
    row.kind = transform.kind;
    row.direction = column.direction = transform.direction;
    row.axes = {{transform.axes[0].extent}};
    column.axes = {{transform.axes[1].extent}};
    for (std::size_t term = 0; term < kTerms; ++term) {
      const auto across = line(extents[0], 0), down = line(extents[1], 1);
      add(in_, down, across);
      const auto columns = oracle::dft(column, down);
      if (transform.kind != TransformKind::c2r) {
        add(out_, columns, oracle::dft(row, across));
        continue;
      }
      // Rows are transformed last: of a number times a line, the real part and the imaginary one.
      const auto part = [&](auto of, Wide turn) {
        auto factors = columns, turned = across;
        for (Wide& factor : factors) factor = of(factor);
        for (Wide& bin : turned) bin *= turn;
        add(out_, factors, oracle::dft(row, turned));
      };
      part([](const Wide& value) { return value.real(); }, 1);
      part([](const Wide& value) { return value.imag(); }, Wide(0, 1));
    }
    wanted_ = {points_of(transform.keep.empty() ? PointRange{} : transform.keep[0], results[0]),
               points_of(transform.keep.empty() ? PointRange{} : transform.keep[1], results[1])};
  }

  /// ||d|| / ||reference||, of every nth row of results alone where n is more than 1.
  double error(int every_nth) const {
    const auto queue = problems::backend().create_queue({.threads = 2});
    const auto executable = problems::backend().compile(transform_, *queue);
    // Pages that nobody reads or writes take no memory.
    Transform whole = transform_;
    whole.zero.clear();
    whole.keep.clear();
    const std::size_t in_bytes = input_size_bytes(whole), out_bytes = output_size_bytes(whole);
    const std::unique_ptr<float[]> in(new float[in_bytes / sizeof(float)]),
        out(new float[out_bytes / sizeof(float)]);
    fill(in.get());
    executable->run(*queue, {in.get(), 0, in_bytes}, {out.get(), 0, out_bytes});
    const auto extents = oracle::output_extents(transform_);
    double difference = 0, all = 0;
    for (std::int64_t row = 0; row < extents[1]; ++row) {
      if (row % every_nth != 0 || !is_there(wanted_[1], false, row)) continue;
      for (std::int64_t column = 0; column < extents[0]; ++column) {
        if (!is_there(wanted_[0], false, column)) continue;
        const std::complex<double> expected = value(out_, row, column);
        const auto [re, im] =
            parts_at(transform_, false, row * transform_.axes[1].output_stride + column);
        const std::complex<double> got(out[re], re == im ? 0.0F : out[im]);
        difference += std::norm(got - expected);
        all += std::norm(expected);
      }
    }
    return std::sqrt(difference / all);
  }

 private:
  using Line = std::vector<std::complex<double>>;
  struct Term {
    Line down, across;
  };

  static void add(std::vector<Term>& terms, const std::vector<Wide>& down,
                  const std::vector<Wide>& across) {
    terms.push_back({Line(down.begin(), down.end()), Line(across.begin(), across.end())});
  }
  static std::complex<double> value(const std::vector<Term>& terms, std::int64_t row,
                                    std::int64_t column) {
    std::complex<double> sum;
    for (const Term& term : terms)
      sum +=
          term.down[static_cast<std::size_t>(row)] * term.across[static_cast<std::size_t>(column)];
    return sum;
  }

  /// Rows that are read, and NaN where nothing may be read of them and beside them.
  void fill(float* in) const {
    const auto extents = oracle::input_extents(transform_);
    const auto zeros = [&](std::size_t axis) {
      return points_of(transform_.zero.empty() ? PointRange{} : transform_.zero[axis],
                       extents[axis]);
    };
    const auto of_columns = zeros(0), of_rows = zeros(1);
    for (std::int64_t row = 0; row < extents[1]; ++row) {
      const bool is_read = is_there(of_rows, true, row);
      if (!is_read && !is_there(of_rows, true, (row + 1) % extents[1]) &&
          !is_there(of_rows, true, (row + extents[1] - 1) % extents[1]))
        continue;
      for (std::int64_t column = 0; column < extents[0]; ++column) {
        const std::complex<double> number = is_read && is_there(of_columns, true, column)
                                                ? value(in_, row, column)
                                                : std::complex<double>(NAN, NAN);
        const auto [re, im] =
            parts_at(transform_, true, row * transform_.axes[1].input_stride + column);
        in[im] = static_cast<float>(number.imag());
        in[re] = static_cast<float>(number.real());
      }
    }
  }

  const Transform transform_;
  std::vector<Term> in_, out_;
  std::vector<std::set<std::int64_t>> wanted_;
};

/// Of large planes some rows are looked at.
void expect_planes(const Texts& on_cpu, const Texts& on_gpus) {
  for (const std::string& text : problems::on_cpu() ? on_cpu : on_gpus) {
    const Transform transform = parse_transform(text);
    const int every_nth = transform.axes[1].extent > 1000 ? 37 : 1;
    EXPECT_LE(Separable(transform).error(every_nth), oracle::transform_bound(transform)) << text;
  }
}

/// Impulses come out as taps: what a direct sum of large images would take minutes for.
void expect_impulses_right(const char* text) {
  const Convolution work = parse_convolution(text);
  const auto queue = problems::backend().create_queue({.threads = 2});
  const auto executable = problems::backend().compile(work, *queue);
  std::mt19937 random(7);
  const Taps taps = oracle::averaging_kernels(work, random).front();  // |H| is at most 1
  executable->set_taps(taps);
  const std::int64_t rows = work.input.rows.extent, columns = work.input.columns.extent,
                     rows_out = work.output.rows.extent, columns_out = work.output.columns.extent;
  std::vector<float> in(static_cast<std::size_t>(rows * columns)),
      out(static_cast<std::size_t>(rows_out * columns_out), NAN);
  std::uniform_int_distribution<std::int64_t> any_row(0, rows - 1), any_column(0, columns - 1);
  std::vector<std::pair<std::int64_t, std::int64_t>> places = {
      {0, 0}, {0, columns - 1}, {rows - 1, 0}, {rows - 1, columns - 1}};
  for (int i = 0; i < 30; ++i) places.emplace_back(any_row(random), any_column(random));
  for (const auto& [row, column] : places) in[static_cast<std::size_t>(row * columns + column)] = 1;
  executable->run(*queue, {in.data()}, {out.data()});

  // Convolution, `full`: tap (r, c) of the impulse lies so much further down and to the right.
  std::vector<double> error(out.begin(), out.end());
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column) {
      if (in[static_cast<std::size_t>(row * columns + column)] == 0) continue;
      for (std::int64_t r = 0; r < taps.extent.rows; ++r)
        for (std::int64_t c = 0; c < taps.extent.columns; ++c)
          error[static_cast<std::size_t>((row + r) * columns_out + column + c)] -=
              taps.values[static_cast<std::size_t>(r * taps.extent.columns + c)];
    }
  double all = 0;
  for (const double value : error) all += value * value;
  const double norm_of_input =
      std::sqrt(static_cast<double>(std::count(in.begin(), in.end(), 1.0F)));
  EXPECT_LE(std::sqrt(all),
            std::ldexp(4, -24) * std::sqrt(std::log2(4.0 * rows * columns)) * norm_of_input)
      << text;
}

void expect_convolved(const Texts& on_cpu, const Texts& on_gpus) {
  const auto queue = problems::backend().create_queue({.threads = 2});
  for (const std::string& text : problems::on_cpu() ? on_cpu : on_gpus) {
    const Convolution work = parse_convolution(text);
    std::mt19937 random(5);
    problems::expect_right(*problems::backend().compile(work, *queue), *queue, work,
                           oracle::random_kernels(work, random), 1, 0, 6);
  }
}

/// What a plane padded on one side becomes, and back: no second image of it anywhere.
void expect_round_trip(const std::string& plane, const std::string& zero, const std::string& keep) {
  const Transform there = parse_transform("c2c " + plane + " zero=" + zero),
                  back = parse_transform("c2c " + plane + " inverse normalized"),
                  part = parse_transform("c2c " + plane + " inverse normalized keep=" + keep);
  std::mt19937 random(9);
  const Values signal = random_values(there, random), bins = run(there, signal);
  for (const Transform& inverse : {back, part})
    EXPECT_LE(worst_error(inverse, run(inverse, bins), signal),
              2 * oracle::transform_bound(inverse))
        << zero;
}

}  // namespace

/// 2048x3072, complex, and padding at the front; an image beside itself, mirrored, was seen there.
TEST_F(VkfftCases, Number66LargePlanesPaddedAtTheFront) {
  expect_planes({"c2c 2048x3072 zero=0:1024x0:1536", "c2c 2048x3072 inverse keep=1024:2048x1536:0",
                 "r2c 2048x3072 zero=0:700x0:3000"},
                {"c2c 32x48 zero=0:16x0:24", "c2r 32x48 keep=16:32x24:48"});
  const std::string plane = problems::on_cpu() ? "128x192" : "16x24";
  expect_round_trip(plane, problems::on_cpu() ? "0:64x0:96" : "0:8x0:12",
                    problems::on_cpu() ? "64:128x96:192" : "8:16x12:24");
  expect_impulses_right(problems::on_cpu() ? "conv2d f32 2048x3072 k31x31 constant full"
                                           : "conv2d f32 64x96 k7x9 constant full");
}

/// Padding of two axes, each at its front, in its middle, at its end or round it.
TEST_F(VkfftCases, Numbers201And206PaddingOfBothAxes) {
  Texts on_cpu, on_gpus;
  const std::vector<std::string> of_16 = {"0:8", "4:12", "8:16", "12:4"},
                                 of_21 = {"0:11", "5:16", "10:21", "16:6"},
                                 of_11 = {"0:5", "3:8", "6:11", "9:3"};
  for (std::size_t i = 0; i < of_16.size(); ++i)
    for (std::size_t k = 0; k < of_16.size(); ++k) {
      const std::string& rows = of_16[i];
      Texts& more = i == (k + 1) % 4 ? on_gpus : on_cpu;
      more.push_back("c2c 16x21 zero=" + rows + "x" + of_21[k]);
      more.push_back("c2c 16x21 inverse keep=" + rows + "x" + of_21[k] + " in-place");
      more.push_back("r2c 16x21 zero=" + rows + "x" + of_21[k] + " keep=" + of_16[k] + "x" +
                     of_11[i]);
      more.push_back("c2r 16x21 zero=" + rows + "x" + of_11[k] + " keep=" + of_16[k] + "x" +
                     of_21[i]);
    }
  on_cpu.insert(on_cpu.end(), on_gpus.begin(), on_gpus.end());
  expect_right(on_cpu, {on_gpus.begin(), on_gpus.begin() + 4});
  expect_convolved(
      {"conv2d f32 200x300 k31x31 constant full", "conv2d f32 64x96 k33x49 constant same",
       "corr2d f32 200x300x3 k8x9 constant valid"},
      {"conv2d f32 20x30 k13x9 constant full"});
}

/// 8192x8192 whose high frequencies, the middle of a spectrum, are zeros.
TEST_F(VkfftCases, Number225ZerosInTheMiddleOfTheSpectrum) {
  expect_planes({"c2r 8192x8192 zero=1024:7168x512:4097"}, {"c2r 64x64 zero=8:56x4:33"});
  if (problems::on_cpu()) return;
  // In two launches an axis, and in three.
  const LittleMemory device("48k,shared=4096");
  expect_planes({}, {"c2r 6x2048 zero=2:4x128:1025", "c2c 2048x6 inverse zero=256:1792x1:4",
                     "c2c 3x8192 inverse zero=0:0x1024:7168"});
}

/// 449, a prime, and several images with one filter.
TEST_F(VkfftCases, Number159LengthsOfLargePrimes) {
  expect_planes({"c2c 449x449", "c2c 449x449 inverse zero=0:200x100:300",
                 "r2c 449x898 keep=100:300x0:225", "c2r 898x449 zero=300:600x9:225"},
                {"c2c 449x3 zero=0:200x0:1", "r2c 2x449 keep=0:0x0:225"});
  expect_convolved({"conv2d f32 449x449 k9x9 constant same frames=2",
                    "conv1d f32 449 k31 wrap same", "conv1d f32 449 k449 constant full frames=3"},
                   {"conv1d f32 449 k31 wrap same frames=2"});
}

/// 4094 = 2 * 23 * 89, padded at its end, at its front and in its middle.
TEST_F(VkfftCases, Numbers179And180Of4094Points) {
  expect_right({"c2c 4094", "c2c 4094 inverse zero=0:2047", "c2c 4094 zero=2047:4094 keep=4000:100",
                "r2c 4094 zero=1000:3000", "r2c 4094 packed keep=0:2047", "c2r 4094 zero=100:2048",
                "c2r 4094 keep=0:2047 batch=3"},
               {"c2c 4094 zero=2047:4094 keep=4000:100", "c2r 4094 zero=100:2048"});
  expect_convolved({"conv1d f32 4094 k101 wrap same", "conv1d f32 4094 k4094 constant full",
                    "conv2d f32 3x4094 k3x9 reflect same frames=2"},
                   {"conv1d f32 4094 k101 wrap same"});
}

}  // namespace vkfft_cases_test
