// SPDX-License-Identifier: LGPL-2.1-or-later
// A long signal as cuFFT's users convolve it, by overlap-save: a batch of R2C that reads blocks
// where they lie in the extended signal, multiply, a batch of C2R; and a launch before that extends
// the signal and one after that puts together what is right of each block. Blocks are of the length
// that is fastest by trial.
#include <fmt/format.h>

#include "cufft_frame.h"
#include "fastest_peer.h"
#include "fftcore/error.h"
#include "overlap_save.h"

namespace bench {
namespace {

using namespace fftcore;

class CufftOverlapSavePeer final : public Peer {
 public:
  CufftOverlapSavePeer(const Gpu& gpu, const Work& work, const Blocks& blocks, bool does_frame)
      : gpu_(gpu),
        problem_(*work.problem()),
        input_(work.input()),
        does_frame_(does_frame),
        blocks_(blocks),
        signal_(extended_signal(problem_, blocks)),
        grids_(block_grids(problem_, blocks)),
        forward_(CufftType::r2c, {blocks.points}, blocks.count, gpu.stream(),
                 {{blocks.points}, 1, blocks.hop}, dense_side(half_spectrum({blocks.points}))),
        inverse_(CufftType::c2r, {blocks.points}, blocks.count, gpu.stream()),
        kernel_(kernel_spectra(gpu, problem_, work.taps(), grids_)),
        extended_(static_cast<std::size_t>(signal_.points()) * 4),
        spectra_(static_cast<std::size_t>(grids_.bins() * grids_.batch) * 8),
        results_(static_cast<std::size_t>(grids_.points() * grids_.batch) * 4),
        output_(static_cast<std::size_t>(does_frame ? std::int64_t{blocks.count} * blocks.hop : 1) *
                4) {
    extend();
    gpu.wait();
  }

  void enqueue() override {
    if (does_frame_) extend();
    forward_.run(extended_.address(), spectra_.address());
    const auto count = static_cast<std::uint32_t>(grids_.bins() * grids_.batch);
    gpu_.kernels().launch(gpu_.stream(), "multiply", {Kernels::blocks_for(count)},
                          spectra_.address(), kernel_.address(), count,
                          static_cast<std::uint32_t>(grids_.bins()),
                          1.0F / static_cast<float>(grids_.points()));
    inverse_.run(spectra_.address(), results_.address());
    if (does_frame_)  // blocks are rows, the last of which may have more than is asked for
      gpu_.kernels().launch(gpu_.stream(), "crop_f32",
                            {Kernels::blocks_for(blocks_.hop), blocks_.count}, results_.address(),
                            output_.address(), blocks_.hop, 0, blocks_.points);
  }

  Check check(const Reference& reference) const override {
    Result result{does_frame_ ? output_.address() : results_.address()};
    if (!does_frame_) {
      result.block = blocks_.hop;
      result.block_stride = blocks_.points;
    }
    return reference.check(gpu_, result);
  }
  std::string note() const override {
    return fmt::format("{} blocks of {}", blocks_.count, blocks_.points);
  }

 private:
  void extend() {
    pad_frames(gpu_, problem_, signal_, input_.address(), extended_.address(), signal_.columns);
  }

  const Gpu& gpu_;
  const Convolution& problem_;
  const Memory& input_;
  bool does_frame_;
  Blocks blocks_;
  Circular signal_, grids_;
  CufftPlan forward_, inverse_;
  Memory kernel_, extended_, spectra_, results_, output_;
};

}  // namespace

std::unique_ptr<Peer> prepare_cufft_overlap_save(const Gpu& gpu, const Work& work,
                                                 bool does_frame) {
  const Convolution& problem = *work.problem();
  if (problem.input.type != SampleType::f32 || problem.output.type != SampleType::f32 ||
      problem.input.frames.extent != 1 || problem.filters != 1)
    throw Unsupported("of signals this peer does one of f32, with one kernel");
  return fastest_peer(gpu, blocks_to_try(problem), [&](const Blocks& blocks) {
    return std::make_unique<CufftOverlapSavePeer>(gpu, work, blocks, does_frame);
  });
}

}  // namespace bench
