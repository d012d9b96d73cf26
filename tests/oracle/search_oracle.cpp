// SPDX-License-Identifier: LGPL-2.1-or-later
#include "search_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "dft.h"

namespace oracle {

using namespace fftcore;

namespace {

std::size_t sample_index(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

Samples zeros(std::int64_t frames, Extent extent) {
  Samples samples{1, extent.rows, extent.columns, {}};
  samples.frames = frames;
  samples.values.resize(sample_index(frames * extent.rows * extent.columns));
  return samples;
}

/// Window of one axis: rises over an eighth of it, falls over an eighth.
double window_at(std::int64_t n, std::int64_t extent) {
  const double ends = static_cast<double>(std::min(2 * n + 1, 2 * (extent - n) - 1)) /
                      static_cast<double>(2 * extent);
  return ends >= 0.125 ? 1 : 0.5 - 0.5 * std::cos(8 * std::numbers::pi * ends);
}

/// The image less its channels' levels.
Samples less_levels(Samples image) {
  const std::int64_t rows = image.rows, columns = image.columns;
  for (std::int64_t c = 0; c < image.channels; ++c) {
    std::array samples{image.at(c, rows / 4, columns / 2), image.at(c, rows / 2, columns / 4),
                       image.at(c, 3 * rows / 4, 3 * columns / 4)};
    std::sort(samples.begin(), samples.end());
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t column = 0; column < columns; ++column)
        image.at(c, row, column) -= samples[1];
  }
  return image;
}

/// Where the noise is 0, it is a part of the image's deviation; the spectrum is divided by it.
std::vector<Wide> spectrum_of_image(const PhaseCorrelation& correlation, const Samples& image,
                                    Extent padded) {
  Samples x = signal_of(correlation, less_levels(image));
  for (std::int64_t row = 0; row < x.rows; ++row)
    for (std::int64_t column = 0; correlation.has_window && column < x.columns; ++column)
      x.at(0, row, column) *= window_at(row, x.rows) * window_at(column, x.columns);
  if (correlation.noise == 0) {
    double squares = 0;
    for (const double value : x.values) squares += value * value;
    const double deviation = std::sqrt(squares / static_cast<double>(x.values.size()));
    for (double& value : x.values) value /= std::max(0.006 * deviation, 1e-36);
  }
  std::vector<Wide> values(sample_index(padded.rows * padded.columns));
  for (std::int64_t row = 0; row < x.rows; ++row)
    for (std::int64_t column = 0; column < x.columns; ++column)
      values[sample_index(row * padded.columns + column)] = x.at(0, row, column);
  Transform transform;
  transform.axes = {{padded.columns}, {padded.rows}};
  return dft(with_dense_strides(transform), values);
}

long double root_mean_square(const std::vector<Wide>& values) {
  long double squares = 0;
  for (const Wide& value : values) squares += std::norm(value);
  return std::sqrt(squares / static_cast<long double>(values.size()));
}

double frequency(std::int64_t k, std::int64_t extent) {
  return static_cast<double>(k > extent / 2 ? k - extent : k) / static_cast<double>(extent);
}

/// The largest value of a cell; no row: none.
struct Candidate {
  std::int64_t row, column;
  double score;
};

std::vector<Candidate> candidates_of(const ImageSearch& search, const Samples& s,
                                     std::int64_t frame) {
  std::vector<Candidate> candidates;
  for (std::int64_t row = 0; row < s.rows; ++row)
    for (std::int64_t first = 0; first < s.columns; first += search.radius + 1) {
      Candidate candidate{row, -1, 0};
      for (std::int64_t column = first; column < std::min(s.columns, first + search.radius + 1);
           ++column)
        if (const double score = s.at(frame, 0, 0, row, column);
            score > kNoScore && (candidate.column < 0 || score > candidate.score))
          candidate = {row, column, score};
      if (candidate.column >= 0) candidates.push_back(candidate);
    }
  return candidates;
}

std::int64_t distance(std::int64_t a, std::int64_t b, std::int64_t extent, bool goes_round) {
  const std::int64_t straight = std::abs(a - b);
  return goes_round ? std::min(straight, extent - straight) : straight;
}

/// How a search treats the edges of S, and the shape of its peaks.
struct Shape {
  bool is_phase, is_gaussian, is_normed;
};

/// The vertex of the parabola a u^2 + b u + c through u = -1, 0, 1. Of a normed score it is not
/// beyond that of the parabola 1 - k (u - v)^2 through 0 and the larger one beside it.
double vertex(const Shape& shape, double before, double here, double after) {
  if (std::min(before, after) <= kNoScore) return 0;
  if (shape.is_gaussian && std::min({before, here, after}) > 0) {
    before = std::log(before);
    here = std::log(here);
    after = std::log(after);
  }
  const double a = (before + after) / 2 - here, b = (after - before) / 2;
  if (a >= 0) return 0;
  const double u = std::clamp(-b / (2 * a), -0.5, 0.5);
  if (!shape.is_normed) return u;
  const auto below = [](double score) { return std::max(0.0, 1 - score) + std::ldexp(1, -17); };
  const double ratio = std::sqrt(below(std::max(before, after)) / below(here));
  return std::copysign(std::min(std::abs(u), 1 / (1 + ratio)), u);
}

Peak peak_of(const Shape& shape, const Samples& s, std::int64_t frame, const Candidate& candidate) {
  const auto between = [&](std::int64_t place, std::int64_t extent, auto value) {
    if (!shape.is_phase && (place == 0 || place == extent - 1)) return static_cast<double>(place);
    const double exact =
        static_cast<double>(place) + vertex(shape, value((place + extent - 1) % extent),
                                            value(place), value((place + 1) % extent));
    return shape.is_phase && exact > static_cast<double>(extent) / 2
               ? exact - static_cast<double>(extent)
               : exact;
  };
  Peak peak;
  peak.template_index = frame;
  peak.score = candidate.score;
  peak.x = between(candidate.column, s.columns,
                   [&](std::int64_t column) { return s.at(frame, 0, 0, candidate.row, column); });
  peak.y = between(candidate.row, s.rows,
                   [&](std::int64_t row) { return s.at(frame, 0, 0, row, candidate.column); });
  return peak;
}

std::vector<Peak> peaks_of(const ImageSearch& search, const Shape& shape, const Samples& s) {
  std::vector<Peak> all;
  for (std::int64_t frame = 0; frame < s.frames; ++frame) {
    std::vector<Candidate> candidates = candidates_of(search, s, frame);
    std::vector<Peak> peaks;
    // One more than wanted, for the confidence of the last.
    while (!candidates.empty() && static_cast<std::int64_t>(peaks.size()) <= search.max_peaks) {
      const Candidate best = *std::max_element(
          candidates.begin(), candidates.end(),
          [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
      peaks.push_back(peak_of(shape, s, frame, best));
      std::erase_if(candidates, [&](const Candidate& candidate) {
        return distance(candidate.row, best.row, s.rows, shape.is_phase) <= search.radius &&
               distance(candidate.column, best.column, s.columns, shape.is_phase) <= search.radius;
      });
    }
    for (std::size_t i = 0; i < peaks.size(); ++i) {
      const double next = i + 1 < peaks.size() ? std::max(0.0, peaks[i + 1].score) : 0;
      peaks[i].confidence = peaks[i].score > 0 ? 1 - next / peaks[i].score : 0;
    }
    if (static_cast<std::int64_t>(peaks.size()) > search.max_peaks) peaks.pop_back();
    all.insert(all.end(), peaks.begin(), peaks.end());
  }
  return all;
}

}  // namespace

Samples signal_of(const ImageSearch& search, const Samples& image) {
  Samples signal = zeros(1, {image.rows, image.columns});
  for (std::int64_t c = 0; c < image.channels; ++c)
    for (std::int64_t row = 0; row < image.rows; ++row)
      for (std::int64_t column = 0; column < image.columns; ++column)
        if (search.weights[sample_index(c)] != 0)
          signal.at(0, row, column) +=
              static_cast<double>(search.weights[sample_index(c)]) * image.at(c, row, column);
  return signal;
}

double signal_level(const TemplateMatching& matching, const Samples& image) {
  if (matching.score != Score::ccoeff_normed || matching.image.type != SampleType::f32) return 0;
  double level = 0;
  for (std::int64_t c = 0; c < image.channels; ++c) {
    std::vector<double> seen;
    for (const auto& [row, column] : {std::pair{image.rows / 4, image.columns / 2},
                                      std::pair{image.rows / 2, image.columns / 4},
                                      std::pair{3 * image.rows / 4, 3 * image.columns / 4}})
      if (const double sample = image.at(c, row, column); std::abs(sample) <= 1e15)
        seen.push_back(sample);
    if (seen.size() == 2) seen.push_back(seen.front());
    std::sort(seen.begin(), seen.end());
    if (const double weight = static_cast<double>(matching.weights[sample_index(c)]);
        weight != 0 && !seen.empty())
      level += weight * seen[seen.size() / 2];
  }
  return level;
}

namespace {

/// TemplateMatching::flat, in units of the signal x.
double flat_of(const TemplateMatching& matching, const Samples& x, double level) {
  if (matching.flat > 0) return static_cast<double>(matching.flat);
  double flat = 1e-15;
  if (matching.image.type != SampleType::f32) {
    double step = 0;
    for (std::int64_t c = 0; c < matching.image.channels.extent; ++c)
      step += std::abs(static_cast<double>(matching.weights[sample_index(c)]));
    return std::max(flat, 0.5 * step);
  }
  double squares = 0;
  for (const double value : x.values)
    squares += std::abs(value) <= 1e15 ? (value - level) * (value - level) : 0;
  return std::max(
      flat,
      std::hypot(std::sqrt(squares / static_cast<double>(x.values.size())), level / 256) / 65536);
}

}  // namespace

ExactSurface matched(const TemplateMatching& matching, const Samples& image,
                     std::span<const Taps> templates) {
  const Samples x = signal_of(matching, image);
  const Extent templ = matching.template_extent,
               extent{x.rows - templ.rows + 1, x.columns - templ.columns + 1};
  const double n = static_cast<double>(templ.rows * templ.columns),
               flat = flat_of(matching, x, signal_level(matching, image));
  ExactSurface result{zeros(static_cast<std::int64_t>(templates.size()), extent), {}, {}};
  result.is_doubtful.resize(result.s.values.size());
  if (matching.score != Score::ccorr) result.deviations.resize(result.s.values.size(), flat);
  for (std::size_t p = 0; p < templates.size(); ++p) {
    const std::vector<double>& t = templates[p].values;
    const bool is_centred = matching.score == Score::ccoeff_normed;
    double t_mean = 0;
    for (const double value : t) t_mean += is_centred ? value / n : 0;
    double t_squares = 0;
    for (const double value : t) t_squares += (value - t_mean) * (value - t_mean);
    for (std::int64_t row = 0; row < extent.rows; ++row)
      for (std::int64_t column = 0; column < extent.columns; ++column) {
        const auto under = [&](std::int64_t k) {
          return x.at(0, row + k / templ.columns, column + k % templ.columns);
        };
        const std::size_t index = result.s.index(static_cast<std::int64_t>(p), 0, 0, row, column);
        bool is_seen = true;
        for (std::int64_t k = 0; k < static_cast<std::int64_t>(t.size()); ++k)
          is_seen = is_seen && std::abs(under(k)) <= 1e15;
        if (!is_seen) {
          result.s.values[index] = kNoScore;
          continue;
        }
        double mean = 0, products = 0, squares = 0;
        for (std::int64_t k = 0; is_centred && k < static_cast<std::int64_t>(t.size()); ++k)
          mean += under(k) / n;
        for (std::int64_t k = 0; k < static_cast<std::int64_t>(t.size()); ++k) {
          const double value = under(k) - mean;
          products += value * (t[sample_index(k)] - t_mean);
          squares += value * value;
        }
        if (matching.score == Score::ccorr) {
          result.s.values[index] = products;
          continue;
        }
        const double deviation = std::sqrt(squares / n);
        result.deviations[index] = std::max(deviation, flat);
        result.is_doubtful[index] = std::abs(deviation - flat) < 1e-3 * flat;
        if (deviation >= flat)
          result.s.values[index] = std::clamp(products / std::sqrt(squares * t_squares), -1.0, 1.0);
      }
  }
  return result;
}

ExactSurface phase_correlated(const PhaseCorrelation& correlation, const Samples& image,
                              const Samples& reference) {
  const Extent padded = phase_extent({image.rows, image.columns});
  const auto points = static_cast<double>(padded.rows * padded.columns);
  std::vector<Wide> values = spectrum_of_image(correlation, image, padded);
  const std::vector<Wide> r = spectrum_of_image(correlation, reference, padded);
  const double noise = correlation.noise == 0 ? 1 : static_cast<double>(correlation.noise),
               bandwidth = static_cast<double>(correlation.bandwidth);
  const long double strength = root_mean_square(values), other_strength = root_mean_square(r);
  double w_mean = 0;
  long double moved = 0;
  for (std::int64_t row = 0; row < padded.rows; ++row)
    for (std::int64_t column = 0; column < padded.columns; ++column) {
      const double fy = frequency(row, padded.rows), fx = frequency(column, padded.columns);
      const double w =
          bandwidth > 0 ? std::exp(-(fx * fx + fy * fy) / (2 * bandwidth * bandwidth)) : 1;
      w_mean += w / points;
      Wide& x = values[sample_index(row * padded.columns + column)];
      const Wide other = r[sample_index(row * padded.columns + column)];
      const long double size =
          std::abs(x) * std::abs(other) + static_cast<long double>(noise * noise * points);
      moved += static_cast<long double>(w) *
               (strength * std::abs(other) + other_strength * std::abs(x)) / size;
      x = static_cast<long double>(w) * x * std::conj(other) / size;
    }
  Transform inverse;
  inverse.axes = {{padded.columns}, {padded.rows}};
  inverse.direction = Direction::inverse;
  inverse.normalized = true;
  values = dft(with_dense_strides(inverse), values);
  ExactSurface result{zeros(1, padded), std::vector<bool>(values.size()), {}};
  result.moved_by_bins = static_cast<double>(moved) / points / w_mean;
  for (std::size_t i = 0; i < values.size(); ++i)
    result.s.values[i] = static_cast<double>(values[i].real()) / w_mean;
  return result;
}

std::vector<Peak> peaks_of(const TemplateMatching& matching, const Samples& s) {
  return peaks_of(
      matching,
      {.is_phase = false, .is_gaussian = false, .is_normed = matching.score != Score::ccorr}, s);
}

std::vector<Peak> peaks_of(const PhaseCorrelation& correlation, const Samples& s) {
  return peaks_of(correlation,
                  {.is_phase = true, .is_gaussian = correlation.bandwidth > 0, .is_normed = false},
                  s);
}

}  // namespace oracle
