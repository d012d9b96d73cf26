// SPDX-License-Identifier: LGPL-2.1-or-later
// A case made ready: the same input, in the GPU's memory, and the same taps for every peer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "cases.h"
#include "fftcore/taps.h"
#include "gpu.h"

namespace bench {

/// Value `i` of every input, counted in its own elements, of complex ones in parts: whole numbers
/// up to white, f32 in [-0.5, 0.5), and f64 with the same values. A hash of `i`, so that it needs
/// no memory.
double input_value(std::uint64_t i, fftcore::SampleType type);

/// Pixels to the right and down that Work::frame(1) is moved against frame 0.
inline constexpr std::array<double, 2> kShift = {23, -9};

/// Random ones that keep an image's mean, and spread the values of u8 pixels over some 20 levels to
/// either side of it.
/// As many as set_taps() takes, complex where samples are: then either part has the sum 1.
std::vector<fftcore::Taps> bench_taps(const fftcore::Convolution& problem);

/// A Gaussian, whose standard deviation is a sixth of the taps' extent; its sum is 1.
fftcore::Taps gaussian_taps(const fftcore::Convolution& problem);

/// Row and column of the image's part that is template number `number`; any two are far apart.
std::array<std::int64_t, 2> template_place(const fftcore::TemplateMatching& matching,
                                           std::int64_t number);

/// Throws Error where a task is more general than all peers know.
void check_is_plain(const Task& task);

class Work {
 public:
  Work(const Gpu& gpu, const Case& what);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  bool is_gaussian() const { return is_gaussian_; }  ///< Case::is_gaussian
  const Task& task() const { return task_; }
  /// Null where the case is of the other kind.
  const fftcore::Convolution* problem() const { return std::get_if<fftcore::Convolution>(&task_); }
  const fftcore::Transform* transform() const { return std::get_if<fftcore::Transform>(&task_); }
  const fftcore::PhaseCorrelation* correlation() const {
    return std::get_if<fftcore::PhaseCorrelation>(&task_);
  }

  const fftcore::TemplateMatching* matching() const {
    return std::get_if<fftcore::TemplateMatching>(&task_);
  }

  const fftcore::Denoise* denoise() const { return std::get_if<fftcore::Denoise>(&task_); }

  /// Of a TemplateMatching: parts of the input.
  const std::vector<fftcore::Taps>& templates() const { return templates_; }
  /// Of a Convolution, as set_taps() takes them.
  const std::vector<fftcore::Taps>& taps() const { return taps_; }
  /// Nobody writes to it. Of a Denoise: all frames, one behind the other.
  const Memory& input() const { return input_; }
  /// Of a PhaseCorrelation: the input, or the same scene moved by kShift.
  const Memory& frame(int number) const { return number == 0 ? input_ : moved_; }
  std::size_t output_bytes() const { return output_bytes_; }

 private:
  void fill_frames(const Gpu& gpu) const;
  std::string name_, text_;
  bool is_gaussian_;
  Task task_;
  std::vector<fftcore::Taps> taps_, templates_;
  Memory input_;
  Memory moved_;  // one byte where there is none
  std::size_t output_bytes_;
};

}  // namespace bench
