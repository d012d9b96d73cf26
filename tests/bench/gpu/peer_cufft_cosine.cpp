// SPDX-License-Identifier: LGPL-2.1-or-later
// DCT-II of two axes as cuFFT's users write it: a kernel that puts even rows and columns before the
// odd ones, R2C, and a kernel that makes points of bins (Makhoul).
#include <cmath>
#include <numbers>

#include "cufft_plan.h"
#include "fftcore/error.h"
#include "peer.h"

namespace bench {
namespace {

using namespace fftcore;

/// exp(-2 pi i k / 4 points) for k < count.
Memory roots(const Gpu& gpu, std::int64_t count, std::int64_t points) {
  std::vector<float> values;
  for (std::int64_t k = 0; k < count; ++k) {
    const double angle =
        std::numbers::pi * static_cast<double>(k) / static_cast<double>(2 * points);
    values.push_back(static_cast<float>(std::cos(angle)));
    values.push_back(static_cast<float>(-std::sin(angle)));
  }
  Memory memory(values.size() * sizeof(float));
  gpu.copy_in(memory.address(), values.data(), memory.size_bytes());
  return memory;
}

class CufftCosinePeer final : public Peer {
 public:
  CufftCosinePeer(const Gpu& gpu, const Work& work, const Transform& transform)
      : gpu_(gpu),
        input_(work.input()),
        columns_(transform.axes[0].extent),
        rows_(transform.axes[1].extent),
        frames_(transform.batches[0].extent),
        plan_(CufftType::r2c, {static_cast<int>(rows_), static_cast<int>(columns_)}, frames_,
              gpu.stream()),
        row_roots_(roots(gpu, rows_, rows_)),
        column_roots_(roots(gpu, columns_ / 2 + 1, columns_)),
        reordered_(work.output_bytes()),
        spectrum_(static_cast<std::size_t>(frames_ * rows_ * (columns_ / 2 + 1)) * 8),
        output_(work.output_bytes()) {}

  void enqueue() override {
    gpu_.kernels().launch(gpu_.stream(), "even_then_odd",
                          {Kernels::blocks_for(columns_), rows_, frames_}, input_.address(),
                          reordered_.address(), static_cast<int>(columns_));
    plan_.run(reordered_.address(), spectrum_.address());
    gpu_.kernels().launch(gpu_.stream(), "points_of_bins",
                          {Kernels::blocks_for(columns_ / 2 + 1), rows_, frames_},
                          spectrum_.address(), output_.address(), row_roots_.address(),
                          column_roots_.address(), static_cast<int>(columns_));
  }
  Check check(const Reference& reference) const override {
    return reference.check(gpu_, {output_.address()});
  }

 private:
  const Gpu& gpu_;
  const Memory& input_;
  std::int64_t columns_, rows_, frames_;
  CufftPlan plan_;
  Memory row_roots_, column_roots_;
  Memory reordered_, spectrum_, output_;
};

}  // namespace

std::unique_ptr<Peer> prepare_cufft_cosine(const Gpu& gpu, const Work& work) {
  return std::make_unique<CufftCosinePeer>(gpu, work, *work.transform());
}

}  // namespace bench
