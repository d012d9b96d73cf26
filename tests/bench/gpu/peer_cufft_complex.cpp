// SPDX-License-Identifier: LGPL-2.1-or-later
// A complex image that goes round at its edges as cuFFT's users convolve it: C2C there, multiply,
// C2C back, on the image's own extents.
#include <fmt/format.h>

#include "circular.h"
#include "cufft_plan.h"
#include "fftcore/error.h"
#include "peer.h"

namespace bench {
namespace {

using namespace fftcore;

class CufftComplexPeer final : public Peer {
 public:
  CufftComplexPeer(const Gpu& gpu, const Work& work)
      : gpu_(gpu),
        input_(work.input()),
        circular_(circular_image(*work.problem())),
        plan_(CufftType::c2c, {circular_.rows, circular_.columns}, circular_.batch, gpu.stream()),
        spectrum_(work.output_bytes()),
        output_(work.output_bytes()),
        kernel_(static_cast<std::size_t>(circular_.points()) * sizeof(std::complex<float>)) {
    const auto grid = complex_kernel_grid(*work.problem(), work.taps().front(), circular_);
    gpu.copy_in(kernel_.address(), grid.data(), kernel_.size_bytes());
    const CufftPlan one(CufftType::c2c, {circular_.rows, circular_.columns}, 1, gpu.stream());
    one.run(kernel_.address(), kernel_.address());
    gpu.wait();
  }

  void enqueue() override {
    plan_.run(input_.address(), spectrum_.address());
    const auto points = static_cast<std::uint32_t>(circular_.points());
    const auto count = static_cast<std::uint32_t>(circular_.points() * circular_.batch);
    gpu_.kernels().launch(gpu_.stream(), "multiply", {Kernels::blocks_for(count)},
                          spectrum_.address(), kernel_.address(), count, points,
                          1.0F / static_cast<float>(points));
    plan_.run(spectrum_.address(), output_.address(), CufftPlan::Direction::inverse);
  }

  Check check(const Reference& reference) const override {
    return reference.check(
        gpu_, {output_.address(), SampleType::complex64, circular_.columns, circular_.points()});
  }
  std::string note() const override {
    return fmt::format("C2C of {}x{}", circular_.rows, circular_.columns);
  }

 private:
  const Gpu& gpu_;
  const Memory& input_;
  Circular circular_;
  CufftPlan plan_;
  Memory spectrum_, output_, kernel_;
};

}  // namespace

std::unique_ptr<Peer> prepare_cufft_complex(const Gpu& gpu, const Work& work) {
  if (!is_circular_image(*work.problem()) || work.problem()->filters != 1)
    throw Unsupported("of complex images this peer does those that go round, with one kernel");
  return std::make_unique<CufftComplexPeer>(gpu, work);
}

}  // namespace bench
