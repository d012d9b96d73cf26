// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_reference.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "fftcore/backend.h"
#include "work.h"

namespace bench {

using namespace fftcore;

namespace {

class DenoiseReference final : public Reference {
 public:
  explicit DenoiseReference(const Denoise& denoise)
      : pixels_(static_cast<std::size_t>(denoise.input.rows.extent * denoise.input.columns.extent)),
        want_(pixels_) {
    const auto frames = static_cast<std::size_t>(denoise.before + 1 + denoise.after);
    std::vector<std::uint8_t> input(frames * pixels_);
    for (std::size_t i = 0; i < input.size(); ++i)
      input[i] = static_cast<std::uint8_t>(input_value(i, SampleType::u8));
    std::vector<ConstBuffer> buffers;
    for (std::size_t f = 0; f < frames; ++f) buffers.push_back({input.data() + f * pixels_});
    Backend& cpu = select_backend("cpu");
    const auto queue = cpu.create_queue({});
    cpu.compile(denoise, *queue)->run(*queue, buffers, {want_.data()});
    queue->wait();
  }

  /// Both are within half a level of the exact value, and of rounding in single precision.
  Check check(const Gpu& gpu, const Result& result) const override {
    std::vector<std::uint8_t> got(pixels_);
    const std::vector<Gpu::Range> ranges = {{got.data(), result.data, got.size()}};
    gpu.copy_out(ranges);
    int worst = 0;
    for (std::size_t i = 0; i < pixels_; ++i) worst = std::max(worst, std::abs(got[i] - want_[i]));
    return {static_cast<double>(worst), 1};
  }

 private:
  std::size_t pixels_;
  std::vector<std::uint8_t> want_;
};

}  // namespace

std::unique_ptr<Reference> denoise_reference(const Denoise& denoise) {
  return std::make_unique<DenoiseReference>(denoise);
}

}  // namespace bench
