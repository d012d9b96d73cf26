// SPDX-License-Identifier: LGPL-2.1-or-later
// Scores at the end of a transform, the candidates of their cells, and the search among these,
// against a search on the host.
#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "convolve_stages.h"
#include "device_run.h"
#include "launch_kernel.h"
#include "line_kernel.h"

namespace fftcore::test::peaks_test {
namespace {

class Peaks : public testing::Test {
 protected:
  void SetUp() override {
    if (device() == nullptr) GTEST_SKIP() << reason();
  }
};

struct Candidate {
  float value = static_cast<float>(kNoScore);
  float column = -1;
  bool operator==(const Candidate&) const = default;
};

struct Peak {
  int row = -1;
  int column = 0;
  float value = 0;
};

std::size_t at(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

/// `stride` floats from row to row.
std::vector<Candidate> candidates_of(const SurfaceGeometry& s, const std::vector<float>& surface,
                                     int stride) {
  std::vector<Candidate> candidates(at(s.all_rows() * s.cells()));
  for (int row = 0; row < s.all_rows(); ++row)
    for (int column = 0; column < s.columns; ++column) {
      Candidate& candidate = candidates[at(row * s.cells() + column / s.cell)];
      if (const float value = surface[at(std::int64_t{row} * stride + column)];
          value > candidate.value)
        candidate = {value, static_cast<float>(column)};
    }
  return candidates;
}

std::vector<Candidate> row_bests_of(const SurfaceGeometry& s,
                                    const std::vector<Candidate>& candidates) {
  std::vector<Candidate> bests(at(s.all_rows()));
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Candidate& best = bests[i / at(s.cells())];
    if (candidates[i].value > best.value) best = candidates[i];
  }
  return bests;
}

std::vector<Peak> peaks_of(const PeakSpec& spec, std::vector<Candidate> candidates,
                           int template_index) {
  const SurfaceGeometry& s = spec.surface;
  const auto distance = [&](int a, int b, int extent) {
    return spec.wraps ? std::min(std::abs(a - b), extent - std::abs(a - b)) : std::abs(a - b);
  };
  std::vector<Peak> peaks;
  for (int i = 0; i < spec.peaks; ++i) {
    Peak best{-1, 0, static_cast<float>(kNoScore)};
    const auto each = [&](const auto& visit) {
      for (int row = 0; row < s.rows; ++row)
        for (int cell = 0; cell < s.cells(); ++cell)
          visit(row,
                candidates[at((std::int64_t{template_index} * s.rows + row) * s.cells() + cell)]);
    };
    each([&](int row, const Candidate& candidate) {
      if (candidate.value > best.value)
        best = {row, static_cast<int>(candidate.column), candidate.value};
    });
    peaks.push_back(best);
    if (best.row < 0) continue;
    each([&](int row, Candidate& candidate) {
      if (candidate.column >= 0 && distance(row, best.row, s.rows) <= spec.radius &&
          distance(static_cast<int>(candidate.column), best.column, s.columns) <= spec.radius)
        candidate = {};
    });
  }
  return peaks;
}

void expect_peaks(PeakSpec spec, const std::vector<float>& surface, int stride) {
  SCOPED_TRACE(fmt::format("{} x {}x{}, radius {}{}", spec.surface.templates, spec.surface.rows,
                           spec.surface.columns, spec.radius, spec.wraps ? ", wraps" : ""));
  spec.surface.cell = spec.radius + 1;
  const SurfaceGeometry& s = spec.surface;
  const std::vector<Candidate> candidates = candidates_of(s, surface, stride);
  HostArguments arguments;
  arguments.buffers["candidates"] = bytes_of(candidates);
  arguments.buffers["row_bests"] = bytes_of(row_bests_of(s, candidates));
  arguments.buffers["surface"] = bytes_of(surface);
  arguments.buffers["found"] =
      bytes_of(std::vector<float>(at(std::int64_t{s.templates} * spec.peaks * kFoundFloats), NAN));
  arguments.scalars["output_row_stride"] = stride;
  spec.name = "peaks";
  run(launch_kernel(spec), arguments);
  const auto found = values_of<float>(arguments.buffers.at("found"));
  for (int template_index = 0; template_index < s.templates; ++template_index) {
    const std::vector<Peak> peaks = peaks_of(spec, candidates, template_index);
    for (int i = 0; i < spec.peaks; ++i) {
      const float* const peak =
          &found[at((std::int64_t{template_index} * spec.peaks + i) * kFoundFloats)];
      const Peak& expected = peaks[at(i)];
      ASSERT_EQ(peak[0], expected.row) << "template " << template_index << " peak " << i;
      if (expected.row < 0) continue;
      ASSERT_EQ(peak[1], expected.column) << "template " << template_index << " peak " << i;
      ASSERT_EQ(peak[2], expected.value);
      const auto sample = [&](int row, int column) {
        if (spec.wraps)
          return surface[at((std::int64_t{template_index} * s.rows + (row + s.rows) % s.rows) *
                                stride +
                            (column + s.columns) % s.columns)];
        const bool inside = row >= 0 && row < s.rows && column >= 0 && column < s.columns;
        return inside ? surface[at((std::int64_t{template_index} * s.rows + row) * stride + column)]
                      : NAN;
      };
      const std::array neighbours = {
          sample(expected.row, expected.column - 1), sample(expected.row, expected.column + 1),
          sample(expected.row - 1, expected.column), sample(expected.row + 1, expected.column)};
      for (std::size_t n = 0; n < neighbours.size(); ++n)
        if (!std::isnan(neighbours[n])) {
          EXPECT_EQ(peak[3 + n], neighbours[n])
              << "template " << template_index << " peak " << i << " neighbour " << n;
        }
    }
  }
}

/// Few different values, so that many are equal.
std::vector<float> coarse_surface(const SurfaceGeometry& s, int stride, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<float> surface(at(s.all_rows() * stride));
  for (float& value : surface)
    value = static_cast<float>(static_cast<int>(generator() % 64) - 40) / 8;
  return surface;
}

TEST_F(Peaks, AreThoseOfASearchOnTheHost) {
  for (const bool wraps : {false, true})
    for (const int radius : {0, 1, 4, 9, 100}) {
      PeakSpec spec;
      spec.surface = {37, 61, 1, 2};
      spec.radius = radius;
      spec.peaks = 6;
      spec.wraps = wraps;
      spec.threads = 64;
      expect_peaks(spec, coarse_surface(spec.surface, 64, 3), 64);
    }
}

TEST_F(Peaks, OfManyColumnsAndOfOne) {
  PeakSpec spec;
  spec.surface = {5, 700, 1, 1};
  spec.radius = 1;
  spec.peaks = 9;
  expect_peaks(spec, coarse_surface(spec.surface, 700, 5), 700);
  spec.surface = {300, 1, 1, 1};
  expect_peaks(spec, coarse_surface(spec.surface, 1, 6), 1);
}

TEST_F(Peaks, PassOverWhatIsNotANumberAndEndWhereNothingIsLeft) {
  PeakSpec spec;
  spec.surface = {9, 20, 1, 1};
  spec.radius = 4;
  spec.peaks = 12;
  spec.threads = 32;
  std::vector<float> surface = coarse_surface(spec.surface, 20, 7);
  for (std::size_t i = 0; i < surface.size(); ++i)
    if (i % 20 > 7) surface[i] = NAN;
  expect_peaks(spec, surface, 20);
}

void expect_candidates(const SurfaceGeometry& s, const std::vector<float>& surface, int stride,
                       const HostArguments& arguments) {
  const std::vector<Candidate> candidates = candidates_of(s, surface, stride);
  EXPECT_EQ(values_of<Candidate>(arguments.buffers.at("candidates")), candidates);
  EXPECT_EQ(values_of<Candidate>(arguments.buffers.at("row_bests")), row_bests_of(s, candidates));
}

/// Lines of S, of which the stage is given the spectra.
TEST_F(Peaks, ScoresAreScaledAndBecomeCandidates) {
  for (const bool has_local_norms : {false, true})
    for (const auto& radices : std::vector<std::vector<int>>{{6, 5}, {8}}) {
      LineSpec spec;
      spec.name = "scores";
      spec.shape = shape_of(radices);
      spec.shape.lines = 2;
      const int n = spec.shape.length;
      SurfaceStore store;
      store.surface = {5, n - 1, 3, 2};
      store.partner_rows = 3;
      store.scale = 0.25;
      store.has_local_norms = has_local_norms;
      spec.lines = {1, {{Dim::row, 3}, {Dim::frame, 2}}};
      spec.work = Inverse{};
      spec.load =
          ComplexLoad{Storage::f32, {1, {0, {{Dim::row, n}, {Dim::frame, 3 * n}}}, 0}, n, 1};
      spec.store = store;
      const auto spectra = random_complex(at(6 * n), 11);
      const int stride = n + 1;
      std::vector<float> windows;
      for (int i = 0; i < 5 * (n - 1); ++i) windows.push_back(static_cast<float>(i % 7) / 2);
      HostArguments arguments;
      arguments.buffers["input"] = bytes_of(spectra);
      arguments.buffers["output"] = bytes_of(std::vector<float>(at(10 * stride), NAN));
      arguments.buffers["candidates"] = bytes_of(
          std::vector<Candidate>(at(store.surface.all_rows() * store.surface.cells()), {NAN, NAN}));
      arguments.buffers["row_bests"] =
          bytes_of(std::vector<Candidate>(at(store.surface.all_rows()), {NAN, NAN}));
      arguments.buffers["local_norms"] = bytes_of(windows);
      arguments.scalars["output_row_stride"] = stride;
      run(line_kernel(spec), arguments);
      const auto surface = values_of<float>(arguments.buffers.at("output"));
      for (int template_index = 0; template_index < 2; ++template_index)
        for (int row = 0; row < 3; ++row) {
          const auto begin = spectra.begin() + (template_index * 3 + row) * n;
          const auto line = dft({begin, begin + n}, 1);
          for (int column = 0; column < n - 1; ++column) {
            const auto expect = [&](int of_row, long double value) {
              if (of_row >= 5) return;
              const float factor = has_local_norms ? windows[at(of_row * (n - 1) + column)] : 1;
              EXPECT_NEAR(surface[at((template_index * 5 + of_row) * stride + column)],
                          static_cast<double>(value) * 0.25 * factor, 1e-5);
            };
            expect(row, line[at(column)].real());
            expect(row + 3, line[at(column)].imag());
          }
        }
      for (std::size_t i = static_cast<std::size_t>(n - 1); i < surface.size();
           i += static_cast<std::size_t>(stride))
        EXPECT_TRUE(std::isnan(surface[i]));
      expect_candidates(store.surface, surface, stride, arguments);
    }
}

TEST_F(Peaks, ScoresOfRealLines) {
  LineSpec spec;
  spec.name = "scores";
  spec.shape = shape_of({4, 3});
  const int n = 2 * spec.shape.length;
  spec.lines = {1, {{Dim::row, 3}}};
  spec.work = Inverse{};
  HermitianLoad load;
  load.strides = {1, {0, {{Dim::row, n / 2 + 1}}}, 0};
  load.points = n;
  load.span = n / 2 + 1;
  load.is_folded = true;
  spec.load = load;
  SurfaceStore store;
  store.surface = {3, n, 5, 1};
  store.is_folded = true;
  store.scale = 1.0 / n;
  spec.store = store;
  auto bins = random_complex(at(3 * (n / 2 + 1)), 13);
  HostArguments arguments;
  arguments.buffers["input"] = bytes_of(bins);
  arguments.buffers["output"] = bytes_of(std::vector<float>(at(3 * n), NAN));
  arguments.buffers["candidates"] =
      bytes_of(std::vector<Candidate>(at(3 * store.surface.cells()), {NAN, NAN}));
  arguments.buffers["row_bests"] = bytes_of(std::vector<Candidate>(3, {NAN, NAN}));
  arguments.scalars["output_row_stride"] = n;
  run(line_kernel(spec), arguments);
  const auto surface = values_of<float>(arguments.buffers.at("output"));
  for (int row = 0; row < 3; ++row) {
    std::vector<std::complex<float>> line(at(n));
    for (int k = 0; k <= n / 2; ++k) {
      auto bin = bins[at(row * (n / 2 + 1) + k)];
      if (k == 0 || k == n / 2) bin.imag(0);
      line[at(k)] = bin;
      if (k > 0) line[at(n - k)] = std::conj(bin);
    }
    const auto samples = dft(line, 1);
    for (int column = 0; column < n; ++column)
      EXPECT_NEAR(surface[at(row * n + column)],
                  static_cast<double>(samples[at(column)].real()) / n, 1e-6);
  }
  expect_candidates(store.surface, surface, n, arguments);
}

}  // namespace
}  // namespace fftcore::test::peaks_test
