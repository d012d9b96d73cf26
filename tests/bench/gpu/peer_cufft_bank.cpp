// SPDX-License-Identifier: LGPL-2.1-or-later
// A frame that many kernels meet as cuFFT's users write it: R2C of the frame once, one launch that
// multiplies its spectrum by all the kernels', a batch of C2R; and a launch before that pads and
// one after that crops.
#include <fmt/format.h>

#include "cufft_frame.h"
#include "peer.h"

namespace bench {
namespace {

using namespace fftcore;

class CufftBankPeer final : public Peer {
 public:
  CufftBankPeer(const Gpu& gpu, const Work& work, bool does_frame)
      : gpu_(gpu),
        problem_(*work.problem()),
        input_(work.input()),
        does_frame_(does_frame),
        circular_(fastest_frame(gpu, problem_, false)),
        plans_(gpu, circular_, circular_.columns),
        padded_(static_cast<std::size_t>(circular_.points()) * 4),
        spectrum_(static_cast<std::size_t>(circular_.bins()) * 8),
        kernels_(kernel_spectra(gpu, problem_, work.taps(), circular_)),
        products_(kernels_.size_bytes()),
        grids_(static_cast<std::size_t>(circular_.points() * circular_.results) * 4),
        output_(does_frame ? work.output_bytes() : 1) {
    pad();
    gpu.wait();
  }

  void enqueue() override {
    if (does_frame_) pad();
    plans_.forward.run(padded_.address(), spectrum_.address());
    gpu_.kernels().launch(gpu_.stream(), "multiply_bank",
                          {Kernels::blocks_for(circular_.bins()), circular_.results},
                          spectrum_.address(), kernels_.address(), products_.address(),
                          static_cast<std::uint32_t>(circular_.bins()),
                          1.0F / static_cast<float>(circular_.points()));
    plans_.inverse.run(products_.address(), grids_.address());
    if (does_frame_)
      crop_frames(gpu_, problem_, circular_, grids_.address(), output_.address(),
                  circular_.columns);
  }

  Check check(const Reference& reference) const override {
    const Layout& output = problem_.output;
    if (does_frame_)
      return reference.check(
          gpu_, {output_.address(), output.type, output.rows.stride, output.frames.stride});
    return reference.check(
        gpu_, {grids_.address(), SampleType::f32, circular_.columns, circular_.points()});
  }
  std::string note() const override {
    return fmt::format("padded to {}x{}, {} kernels", circular_.rows, circular_.columns,
                       circular_.results);
  }

 private:
  void pad() {
    pad_frames(gpu_, problem_, circular_, input_.address(), padded_.address(), circular_.columns);
  }

  const Gpu& gpu_;
  const Convolution& problem_;
  const Memory& input_;
  bool does_frame_;
  Circular circular_;
  FramePlans plans_;
  Memory padded_, spectrum_;           // of the frame
  Memory kernels_, products_, grids_;  // of each kernel
  Memory output_;
};

}  // namespace

std::unique_ptr<Peer> prepare_cufft_bank(const Gpu& gpu, const Work& work, bool does_frame) {
  return std::make_unique<CufftBankPeer>(gpu, work, does_frame);
}

}  // namespace bench
