// SPDX-License-Identifier: LGPL-2.1-or-later
// Searches on the backend under test, and pictures to try them on.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string_view>
#include <variant>

#include "fftcore/error.h"
#include "search_oracle.h"
#include "test_backend.h"
#include "test_image.h"

namespace searches {

using fftcore::Peak, fftcore::PhaseCorrelation, fftcore::Taps, fftcore::TemplateMatching;
using oracle::Samples;

inline double white_of(fftcore::SampleType type) {
  return fftcore::traits_of(type).white();
}

/// Blobs of some pixels, with a little noise: what pictures look like to a search. Values as
/// the sample type has them.
inline Samples texture(const fftcore::Layout& layout, std::mt19937& random) {
  Samples noise = oracle::samples_of(layout), result = noise;
  std::uniform_real_distribution<double> uniform(0, 1);
  for (double& value : noise.values) value = uniform(random);
  const double white = white_of(layout.type);
  for (std::int64_t c = 0; c < noise.channels; ++c)
    for (std::int64_t y = 0; y < noise.rows; ++y)
      for (std::int64_t x = 0; x < noise.columns; ++x) {
        double sum = 0, count = 0;
        for (std::int64_t v = std::max<std::int64_t>(0, y - 2); v < std::min(noise.rows, y + 3);
             ++v)
          for (std::int64_t u = std::max<std::int64_t>(0, x - 2);
               u < std::min(noise.columns, x + 3); ++u, ++count)
            sum += noise.at(c, v, u);
        const double value =
            std::clamp(2 * (sum / count - 0.5) + 0.5 + 0.05 * (noise.at(c, y, x) - 0.5), 0.0, 1.0) *
            white;
        result.at(c, y, x) = oracle::is_real(layout.type)
                                 ? static_cast<double>(static_cast<float>(value))
                                 : std::round(value);
      }
  return result;
}

inline Taps cut(const Samples& signal, std::int64_t row, std::int64_t column,
                fftcore::Extent extent) {
  Taps taps{extent, {}};
  for (std::int64_t y = 0; y < extent.rows; ++y)
    for (std::int64_t x = 0; x < extent.columns; ++x)
      taps.values.push_back(signal.at(0, row + y, column + x));
  return taps;
}

/// Parts of the image's signal, a little brighter or darker.
inline std::vector<Taps> templates_from(const TemplateMatching& matching, const Samples& image,
                                        std::mt19937& random) {
  const Samples signal = oracle::signal_of(matching, image);
  std::vector<Taps> templates;
  for (std::int64_t i = 0; i < matching.templates; ++i) {
    std::uniform_int_distribution<std::int64_t> row(0, signal.rows - matching.template_extent.rows),
        column(0, signal.columns - matching.template_extent.columns);
    const std::int64_t y = row(random), x = column(random);
    templates.push_back(cut(signal, y, x, matching.template_extent));
    for (double& value : templates.back().values)
      value = value * 0.9 + 0.05 * white_of(matching.image.type);
  }
  return templates;
}

/// The same moved by whole pixels, what comes in being that which went out.
inline Samples moved(const Samples& image, std::int64_t down, std::int64_t right) {
  Samples result = image;
  for (std::int64_t c = 0; c < image.channels; ++c)
    for (std::int64_t y = 0; y < image.rows; ++y)
      for (std::int64_t x = 0; x < image.columns; ++x)
        result.at(c, (y + down + image.rows) % image.rows,
                  (x + right + image.columns) % image.columns) = image.at(c, y, x);
  return result;
}

/// The same with a little noise, as the sample type has it.
inline Samples with_grain(Samples image, fftcore::SampleType type, std::mt19937& random) {
  std::uniform_real_distribution<double> grain(-0.02, 0.02);
  const double white = white_of(type);
  for (double& value : image.values) {
    value = std::clamp(value + grain(random) * white, 0.0, white);
    value =
        oracle::is_real(type) ? static_cast<double>(static_cast<float>(value)) : std::round(value);
  }
  return image;
}

inline oracle::TestImage image_of(const fftcore::Layout& layout, const Samples& samples) {
  oracle::TestImage image(layout);
  image.set(samples);
  return image;
}

using AnySearch = std::variant<TemplateMatching, PhaseCorrelation>;

inline AnySearch parse_search(std::string_view text) {
  if (text.starts_with("phase")) return fftcore::parse_phase_correlation(text);
  return fftcore::parse_matching(text);
}

inline std::int64_t surfaces_of(const TemplateMatching& matching) {
  return matching.templates;
}
inline std::int64_t surfaces_of(const PhaseCorrelation&) {
  return 1;
}

/// A search compiled for the backend under test, and memory for its surface, with gaps between
/// rows.
template <class Search>
class Ready {
 public:
  explicit Ready(const Search& wanted, int threads = 2)
      : search(wanted),
        queue(problems::backend().create_queue({.threads = threads})),
        executable(problems::backend().compile(search, *queue)),
        stride_(fftcore::surface_extent(search).columns + 3),
        surface_(fftcore::Layout::interleaved(fftcore::SampleType::f32,
                                              fftcore::surface_extent(search), 1, stride_)
                     .with_frames(surfaces_of(search))) {}

  std::vector<Peak> run(const oracle::TestImage& image) {
    const fftcore::Buffer surface{surface_.buffer().data, stride_};
    executable->run(*queue, image.const_buffer(), search.has_surface ? surface : fftcore::Buffer{});
    const auto peaks = executable->peaks();
    return {peaks.begin(), peaks.end()};
  }
  std::vector<Peak> run(const Samples& image) { return run(image_of(search.image, image)); }
  void set_reference(const Samples& image) {
    const oracle::TestImage memory = image_of(search.image, image);
    executable->set_reference(*queue, memory.const_buffer());
    queue->wait();
  }
  Samples surface() const { return surface_.get(); }
  bool padding_is_untouched() const { return surface_.padding_is_untouched(); }

  const Search search;
  std::unique_ptr<fftcore::Queue> queue;
  decltype(problems::backend().compile(search, *queue)) executable;

 private:
  std::int64_t stride_;
  oracle::TestImage surface_;
};

/// Gives a search what it compares images with: parts of a picture, or the whole of it.
inline void prepare(Ready<TemplateMatching>& ready, const Samples& picture, std::mt19937& random) {
  ready.executable->set_templates(templates_from(ready.search, picture, random));
}
inline void prepare(Ready<PhaseCorrelation>& ready, const Samples& picture, std::mt19937&) {
  ready.set_reference(picture);
}

/// Skipped where the machine lacks the backend, or the backend the search.
template <class Base>
class OnThisBackend : public Base {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
  /// Null, and the test is skipped, where a GPU cannot do it; the CPU can do all.
  template <class Search>
  std::unique_ptr<Ready<Search>> compile(const Search& search, int threads = 2) {
    try {
      return std::make_unique<Ready<Search>>(search, threads);
    } catch (const fftcore::Unsupported& error) {
      if (problems::on_cpu()) throw;
      [&] { GTEST_SKIP() << error.what(); }();
      return nullptr;
    }
  }
  auto compile_matching(std::string_view text) { return compile(fftcore::parse_matching(text)); }
  auto compile_phase(std::string_view text, int threads = 2) {
    return compile(fftcore::parse_phase_correlation(text), threads);
  }
  /// Calls body(ready) for a search of either kind, if the backend can do it.
  template <class Body>
  void with_search(std::string_view text, Body body) {
    std::visit(
        [&](const auto& search) {
          if (const auto ready = compile(search)) body(*ready);
        },
        parse_search(text));
  }
};

}  // namespace searches
