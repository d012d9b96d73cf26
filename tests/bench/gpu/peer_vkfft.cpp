// SPDX-License-Identifier: LGPL-2.1-or-later
// VkFFT's own convolution, in place: transforms and product fused in its kernels. Of floats on a
// padded grid, onto which frames are padded beforehand, by us; of complex images on the image
// itself, which goes round at its edges. One frame at a time, since batches come out wrong (one
// kernel would be needed for each).
#include <cstring>

#include <fmt/format.h>

#include "cufft_frame.h"
#include "fastest_peer.h"
#include "fftcore/error.h"
#include "vkFFT.h"

namespace bench {
namespace {

using namespace fftcore;

void check_vkfft(VkFFTResult result, const char* call) {
  if (result != VKFFT_SUCCESS)
    throw Error(fmt::format("{}: {}", call, getVkFFTErrorString(result)));
}

/// What a plan works on: complex values, or rows of floats padded to whole ones, as R2C in place
/// needs.
class VkfftGrid {
 public:
  VkfftGrid(const Circular& circular, bool is_complex)
      : memory_(static_cast<std::size_t>(is_complex ? circular.points() : circular.bins()) * 8),
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
        is_complex_(work.problem()->input.type == SampleType::complex64),
        stream_(reinterpret_cast<cudaStream_t>(gpu.stream())),
        image_(circular, is_complex_),
        kernel_(circular, is_complex_) {
    if (cuCtxGetDevice(&device_) != CUDA_SUCCESS) throw Error("cuCtxGetDevice failed");
    VkFFTConfiguration configuration = {};
    configuration.FFTdim = 2;
    configuration.size[0] = static_cast<pfUINT>(circular.columns);
    configuration.size[1] = static_cast<pfUINT>(circular.rows);
    configuration.device = &device_;
    configuration.stream = &stream_;
    configuration.num_streams = 1;
    configuration.performR2C = is_complex_ ? 0 : 1;
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

  /// Puts the image, or the padded frame, there again.
  void fill() {
    if (is_complex_) {
      const auto words = static_cast<std::uint32_t>(work_.input().size_bytes() / 16);
      gpu_.kernels().launch(gpu_.stream(), "copy", {Kernels::blocks_for(words)},
                            work_.input().address(), image_.address(), words);
    } else {
      pad_frames(gpu_, *work_.problem(), circular_, work_.input().address(), image_.address(),
                 row_stride());
    }
    gpu_.wait();
  }

  void enqueue() override { convolution_->run(); }
  Check check(const Reference& reference) const override {
    return reference.check(gpu_, {image_.address(), work_.problem()->input.type, row_stride(), 0});
  }
  bool can_repeat() const override { return false; }
  std::string note() const override {
    return fmt::format("VkFFT {}.{}.{}, {} {}x{}", VkFFTGetVersion() / 10000,
                       VkFFTGetVersion() / 100 % 100, VkFFTGetVersion() % 100,
                       is_complex_ ? "C2C of" : "padded to", circular_.rows, circular_.columns);
  }

 private:
  /// Elements.
  int row_stride() const {
    return is_complex_ ? circular_.columns : 2 * (circular_.columns / 2 + 1);
  }

  void place_kernel() {
    const Convolution& problem = *work_.problem();
    const Taps& taps = work_.taps().front();
    if (is_complex_) {
      const auto grid = complex_kernel_grid(problem, taps, circular_);
      gpu_.copy_in(kernel_.address(), grid.data(), grid.size() * sizeof grid[0]);
      return;
    }
    const std::vector<float> grid = kernel_grid(problem, taps, circular_);
    std::vector<float> padded(static_cast<std::size_t>(circular_.rows) *
                              static_cast<std::size_t>(row_stride()));
    for (std::size_t row = 0; row < static_cast<std::size_t>(circular_.rows); ++row)
      std::memcpy(&padded[row * static_cast<std::size_t>(row_stride())],
                  &grid[row * static_cast<std::size_t>(circular_.columns)],
                  static_cast<std::size_t>(circular_.columns) * sizeof(float));
    gpu_.copy_in(kernel_.address(), padded.data(), padded.size() * sizeof(float));
  }

  void transform_kernel(const VkFFTConfiguration& configuration) {
    place_kernel();
    VkfftPlan plan(configuration);
    plan.run();
    gpu_.wait();
  }

  const Gpu& gpu_;
  const Work& work_;
  Circular circular_;
  bool is_complex_;
  CUdevice device_ = 0;
  cudaStream_t stream_;
  VkfftGrid image_, kernel_;
  std::unique_ptr<VkfftPlan> convolution_;
};

bool is_right(const Convolution& problem) {
  const auto is_single = [](const Layout& layout) {
    return layout.frames.extent == 1 && layout.channels.extent == 1;
  };
  const SampleType type = problem.input.type;
  const bool is_whole_circle = is_circular_image(problem) && is_smooth(problem.input.rows.extent) &&
                               is_smooth(problem.input.columns.extent);
  return is_single(problem.input) && is_single(problem.output) && problem.taps.rows > 1 &&
         (type == SampleType::f32 || (type == SampleType::complex64 && is_whole_circle));
}

/// Compiling takes seconds, so not all pairs of extents.
std::vector<Circular> grids_to_try(const Convolution& problem) {
  if (problem.input.type == SampleType::complex64) return {circular_image(problem)};
  const Circular least = circular_frame(problem, 0, 0);
  const std::vector<int> rows = smooth_extents(least.extended_rows),
                         columns = smooth_extents(least.extended_columns);
  std::vector<Circular> grids;
  for (std::size_t i = 0; i < std::max(rows.size(), columns.size()); ++i)
    grids.push_back(circular_frame(problem, rows[std::min(i, rows.size() - 1)],
                                   columns[std::min(i, columns.size() - 1)]));
  return grids;
}

}  // namespace

std::unique_ptr<Peer> prepare_vkfft(const Gpu& gpu, const Work& work) {
  const Convolution* problem = work.problem();
  if (problem == nullptr || !is_right(*problem))
    throw Unsupported(
        "only for single images of f32, and of complex64 that go round: VkFFT's batches and its "
        "one-dimensional R2C convolutions come out wrong");
  auto best = fastest_peer(gpu, grids_to_try(*problem), [&](const Circular& grid) {
    return std::make_unique<VkfftPeer>(gpu, work, grid);
  });
  best->fill();
  return best;
}

}  // namespace bench
