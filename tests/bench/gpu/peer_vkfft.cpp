// SPDX-License-Identifier: LGPL-2.1-or-later
// VkFFT's own convolution, in place on a padded grid of floats: transforms and product fused in its
// kernels. One frame at a time, since batches come out wrong (one kernel would be needed for each);
// frames are padded beforehand, by us.
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "circular.h"
#include "cufft_plan.h"
#include "fftcore/error.h"
#include "peer.h"
#include "vkFFT.h"

namespace bench {
namespace {

using namespace fftcore;

void check_vkfft(VkFFTResult result, const char* call) {
  if (result != VKFFT_SUCCESS)
    throw Error(fmt::format("{}: {}", call, getVkFFTErrorString(result)));
}

/// What a plan works on: rows padded to whole complex values, as R2C in place needs.
class VkfftGrid {
 public:
  explicit VkfftGrid(const Circular& circular)
      : memory_(static_cast<std::size_t>(circular.bins()) * 8),
        data_(memory_.data()),
        size_(memory_.size_bytes()) {}
  VkfftGrid(const VkfftGrid&) = delete;
  VkfftGrid& operator=(const VkfftGrid&) = delete;
  Address address() const { return memory_.address(); }
  void** data() { return &data_; }
  pfUINT* size() { return &size_; }

 private:
  Memory memory_;
  void* data_;
  pfUINT size_;
};

class VkfftPlan {
 public:
  explicit VkfftPlan(const VkFFTConfiguration& configuration) {
    check_vkfft(initializeVkFFT(&application_, configuration), "initializeVkFFT");
  }
  ~VkfftPlan() { deleteVkFFT(&application_); }
  VkfftPlan(const VkfftPlan&) = delete;
  VkfftPlan& operator=(const VkfftPlan&) = delete;
  void run() {
    VkFFTLaunchParams parameters = {};
    check_vkfft(VkFFTAppend(&application_, -1, &parameters), "VkFFTAppend");
  }

 private:
  VkFFTApplication application_ = {};
};

class VkfftPeer final : public Peer {
 public:
  VkfftPeer(const Gpu& gpu, const Work& work, const Circular& circular)
      : gpu_(gpu),
        work_(work),
        circular_(circular),
        stream_(reinterpret_cast<cudaStream_t>(gpu.stream())),
        image_(circular),
        kernel_(circular) {
    if (cuCtxGetDevice(&device_) != CUDA_SUCCESS) throw Error("cuCtxGetDevice failed");
    VkFFTConfiguration configuration = {};
    configuration.FFTdim = 2;
    configuration.size[0] = static_cast<pfUINT>(circular.columns);
    configuration.size[1] = static_cast<pfUINT>(circular.rows);
    configuration.device = &device_;
    configuration.stream = &stream_;
    configuration.num_streams = 1;
    configuration.performR2C = 1;
    configuration.normalize = 1;
    configuration.kernelConvolution = 1;
    configuration.buffer = kernel_.data();
    configuration.bufferSize = kernel_.size();
    transform_kernel(configuration);
    configuration.kernelConvolution = 0;
    configuration.performConvolution = 1;
    configuration.buffer = image_.data();
    configuration.bufferSize = image_.size();
    configuration.kernel = kernel_.data();
    configuration.kernelSize = kernel_.size();
    convolution_ = std::make_unique<VkfftPlan>(configuration);
    fill();
  }

  /// Puts the padded frame there again.
  void fill() {
    const Layout& input = work_.problem()->input;
    gpu_.kernels().launch(
        gpu_.stream(), "pad_f32", {Kernels::blocks_for(circular_.columns), circular_.rows},
        work_.input().address(), image_.address(), static_cast<int>(input.rows.extent),
        static_cast<int>(input.columns.extent), circular_.extended_rows, circular_.extended_columns,
        circular_.rows_before, circular_.columns_before, circular_.columns, row_stride(),
        static_cast<int>(work_.problem()->edge));
    gpu_.wait();
  }

  void enqueue() override { convolution_->run(); }
  Check check(const Reference& reference) const override {
    return reference.check(gpu_, {image_.address(), Element::f32, row_stride(), 0});
  }
  bool can_repeat() const override { return false; }
  std::string note() const override {
    return fmt::format("VkFFT {}.{}.{}, padded to {}x{}", VkFFTGetVersion() / 10000,
                       VkFFTGetVersion() / 100 % 100, VkFFTGetVersion() % 100, circular_.rows,
                       circular_.columns);
  }

 private:
  int row_stride() const { return 2 * (circular_.columns / 2 + 1); }

  void transform_kernel(const VkFFTConfiguration& configuration) {
    const std::vector<float> grid = kernel_grid(*work_.problem(), work_.taps(), circular_);
    std::vector<float> padded(static_cast<std::size_t>(circular_.rows) *
                              static_cast<std::size_t>(row_stride()));
    for (std::size_t row = 0; row < static_cast<std::size_t>(circular_.rows); ++row)
      std::memcpy(&padded[row * static_cast<std::size_t>(row_stride())],
                  &grid[row * static_cast<std::size_t>(circular_.columns)],
                  static_cast<std::size_t>(circular_.columns) * sizeof(float));
    gpu_.copy_in(kernel_.address(), padded.data(), padded.size() * sizeof(float));
    VkfftPlan plan(configuration);
    plan.run();
    gpu_.wait();
  }

  const Gpu& gpu_;
  const Work& work_;
  Circular circular_;
  CUdevice device_ = 0;
  cudaStream_t stream_;
  VkfftGrid image_, kernel_;
  std::unique_ptr<VkfftPlan> convolution_;
};

}  // namespace

std::unique_ptr<Peer> prepare_vkfft(const Gpu& gpu, const Work& work) {
  const Convolution* problem = work.problem();
  if (problem == nullptr || problem->input.element != Element::f32 ||
      problem->input.frames.extent != 1 || problem->taps.rows == 1)
    throw Unsupported(
        "only for single frames of f32: VkFFT's batches and its one-dimensional R2C convolutions "
        "come out wrong");
  const Circular least = circular_frame(*problem, 0, 0);
  const std::vector<int> rows = smooth_extents(least.extended_rows),
                         columns = smooth_extents(least.extended_columns);
  // Compiling takes seconds, so not all pairs.
  std::unique_ptr<VkfftPeer> best;
  double best_ms = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::max(rows.size(), columns.size()); ++i) {
    auto peer =
        std::make_unique<VkfftPeer>(gpu, work,
                                    circular_frame(*problem, rows[std::min(i, rows.size() - 1)],
                                                   columns[std::min(i, columns.size() - 1)]));
    const auto enqueue = [&] {
      for (int k = 0; k < 10; ++k) peer->enqueue();
    };
    gpu.session().elapsed_ms(enqueue);
    if (const double ms = gpu.session().elapsed_ms(enqueue); ms < best_ms) {
      best_ms = ms;
      best = std::move(peer);
    }
  }
  best->fill();
  return best;
}

}  // namespace bench
