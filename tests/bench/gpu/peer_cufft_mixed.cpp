// SPDX-License-Identifier: LGPL-2.1-or-later
// An image that goes round at its edges and whose channels mix, as cuFFT's and cuBLAS's users write
// it: a batch of R2C, at each frequency the channels times a matrix of theirs, a batch of C2R. How
// spectra and matrices lie, and which call multiplies, is the fastest by trial.
#include <fmt/format.h>

#include "circular.h"
#include "cublas.h"
#include "cufft_plan.h"
#include "fastest_peer.h"
#include "fftcore/error.h"

namespace bench {
namespace {

using namespace fftcore;

struct Way {
  bool has_channels_together = false;  ///< of a frequency; else planes of bins
  bool is_row_major = true;            ///< each frequency's matrix
  bool is_by_gemv = true;

  static std::vector<Way> all() {
    std::vector<Way> ways;
    for (const bool together : {false, true})
      for (const bool row_major : {false, true})
        for (const bool gemv : {false, true}) ways.push_back({together, row_major, gemv});
    return ways;
  }
};

class CufftMixedPeer final : public Peer {
 public:
  CufftMixedPeer(const Gpu& gpu, const Work& work, std::shared_ptr<const Cublas> cublas, Way way)
      : gpu_(gpu),
        work_(work),
        cublas_(std::move(cublas)),
        way_(way),
        circular_(circular_image(*work.problem())),
        channels_(static_cast<int>(circular_.batch)),
        bins_(static_cast<int>(circular_.bins())),
        forward_(CufftType::r2c, points(), channels_, gpu.stream(), dense_side(points()),
                 spectra_side()),
        inverse_(CufftType::c2r, points(), channels_, gpu.stream(), spectra_side(),
                 dense_side(points())),
        matrices_(spectrum_bytes() * static_cast<std::size_t>(channels_ * channels_)),
        spectra_(spectrum_bytes() * static_cast<std::size_t>(channels_)),
        products_(spectra_.size_bytes()),
        output_(work.output_bytes()) {}

  /// Before the first result is wanted; its time depends on none.
  void set_kernels() {
    const std::int64_t of_output = way_.is_row_major ? channels_ : 1;
    const int of_input = way_.is_row_major ? 1 : channels_;
    const CufftPlan plan(CufftType::r2c, points(), channels_, gpu_.stream(), dense_side(points()),
                         {half_spectrum(points()), channels_ * channels_, of_input});
    const std::size_t plane = static_cast<std::size_t>(circular_.points()) * sizeof(float);
    const Memory real(plane * static_cast<std::size_t>(channels_));
    for (int output = 0; output < channels_; ++output) {
      for (int input = 0; input < channels_; ++input) {
        const Taps& taps = work_.taps()[static_cast<std::size_t>(output * channels_ + input)];
        const std::vector<float> grid = kernel_grid(*work_.problem(), taps, circular_);
        gpu_.copy_in(real.address() + static_cast<Address>(input) * plane, grid.data(), plane);
      }
      plan.run(real.address(), matrices_.address() + static_cast<Address>(output * of_output) * 8);
    }
    gpu_.wait();
  }

  void enqueue() override {
    forward_.run(work_.input().address(), spectra_.address());
    const MatrixVectors all{.matrices = matrices_.address(),
                            .x = spectra_.address(),
                            .y = products_.address(),
                            .is_row_major = way_.is_row_major,
                            .size = channels_,
                            .value_stride = way_.has_channels_together ? 1 : bins_,
                            .vector_stride = way_.has_channels_together ? channels_ : 1,
                            .batch = bins_,
                            .scale = 1.0F / static_cast<float>(circular_.points())};
    if (way_.is_by_gemv)
      cublas_->multiply_by_gemv(all);
    else
      cublas_->multiply_by_gemm(all);
    inverse_.run(products_.address(), output_.address());
  }

  Check check(const Reference& reference) const override {
    Result result{output_.address(), SampleType::f32, circular_.columns};
    result.channel_stride = circular_.points();
    return reference.check(gpu_, result);
  }
  std::string note() const override {
    return fmt::format(
        "{}, {} matrices, {}", way_.has_channels_together ? "channels together" : "planes",
        way_.is_row_major ? "row-major" : "column-major", way_.is_by_gemv ? "gemv" : "gemm");
  }

 private:
  std::vector<int> points() const { return {circular_.rows, circular_.columns}; }
  std::size_t spectrum_bytes() const { return static_cast<std::size_t>(bins_) * 8; }
  CufftSide spectra_side() const {
    return {half_spectrum(points()), way_.has_channels_together ? channels_ : 1,
            way_.has_channels_together ? 1 : bins_};
  }

  const Gpu& gpu_;
  const Work& work_;
  std::shared_ptr<const Cublas> cublas_;
  Way way_;
  Circular circular_;
  int channels_, bins_;
  CufftPlan forward_, inverse_;
  Memory matrices_, spectra_, products_, output_;
};

}  // namespace

std::unique_ptr<Peer> prepare_cufft_mixed(const Gpu& gpu, const Work& work) {
  const Convolution& problem = *work.problem();
  if (!is_circular_image(problem) || problem.input.frames.extent != 1 ||
      problem.output.frames.extent != 1 || problem.input.type != SampleType::f32 ||
      problem.output.type != SampleType::f32)
    throw Unsupported(
        "of images whose channels mix this peer does single ones of f32 that go round");
  const auto cublas = std::make_shared<const Cublas>(gpu);
  auto best = fastest_peer(gpu, Way::all(), [&](const Way& way) {
    return std::make_unique<CufftMixedPeer>(gpu, work, cublas, way);
  });
  best->set_kernels();
  return best;
}

}  // namespace bench
