// SPDX-License-Identifier: LGPL-2.1-or-later
// cuFFT as its users call it: R2C, multiply by the kernel's spectrum, C2R; of images with a kernel
// before that converts, extends the edges and pads, and one after that crops, rounds and clamps.
// The kernel's spectrum is made beforehand, as ours is. The grid is the fastest of some, by trial.
#include <fmt/format.h>

#include "cufft_frame.h"
#include "fftcore/error.h"
#include "peer.h"

namespace bench {
namespace {

using namespace fftcore;

enum class Variant : std::uint8_t { transforms_alone, pad_and_crop, pad_and_crop_in_place };

/// A real grid and its half spectrum in device memory, the same memory where in place.
struct Grids {
  Grids(const Circular& circular, bool in_place)
      : row_stride(in_place ? 2 * (circular.columns / 2 + 1) : circular.columns),
        spectrum(static_cast<std::size_t>(circular.bins() * circular.batch) * 8),
        separate(in_place ? 1 : static_cast<std::size_t>(circular.points() * circular.batch) * 4),
        real(in_place ? spectrum.address() : separate.address()) {}

  int row_stride;  ///< of the real grid, floats
  Memory spectrum;
  Memory separate;
  Address real;
};

class CufftPeer final : public Peer {
 public:
  CufftPeer(const Gpu& gpu, const Work& work, const Circular& circular, Variant variant)
      : gpu_(gpu),
        problem_(*work.problem()),
        input_(work.input()),
        circular_(circular),
        does_frame_(circular.is_padded && variant != Variant::transforms_alone),
        grids_(circular, variant == Variant::pad_and_crop_in_place),
        plans_(gpu, circular, grids_.row_stride),
        kernel_(kernel_spectra(gpu, problem_, work.taps(), circular)),
        output_(does_frame_ ? work.output_bytes()
                            : static_cast<std::size_t>(circular.points() * circular.batch) * 4) {
    if (circular_.is_padded && !does_frame_) pad();
    gpu.wait();
  }

  void enqueue() override {
    if (does_frame_) pad();
    const Address from = circular_.is_padded ? grids_.real : input_.address();
    const Address to = does_frame_ ? grids_.real : output_.address();
    plans_.forward.run(from, grids_.spectrum.address());
    const auto count = static_cast<std::uint32_t>(circular_.bins() * circular_.batch);
    gpu_.kernels().launch(gpu_.stream(), "multiply", {Kernels::blocks_for(count)},
                          grids_.spectrum.address(), kernel_.address(), count,
                          static_cast<std::uint32_t>(circular_.bins()),
                          1.0F / static_cast<float>(circular_.points()));
    plans_.inverse.run(grids_.spectrum.address(), to);
    if (does_frame_)
      crop_frames(gpu_, problem_, circular_, grids_.real, output_.address(), grids_.row_stride);
  }

  Check check(const Reference& reference) const override {
    const std::int64_t rows = problem_.output.rows.extent, columns = problem_.output.columns.extent;
    if (does_frame_)
      return reference.check(gpu_,
                             {output_.address(), problem_.output.type, columns, rows * columns});
    if (circular_.is_padded)
      return reference.check(
          gpu_, {output_.address(), SampleType::f32, circular_.columns, circular_.points()});
    return reference.check(gpu_, {output_.address(), SampleType::f32, columns, rows * columns});
  }

  std::string note() const override {
    return circular_.rows == 1
               ? fmt::format("{} transforms of {}", circular_.batch, circular_.columns)
               : fmt::format("padded to {}x{}", circular_.rows, circular_.columns);
  }

 private:
  void pad() {
    pad_frames(gpu_, problem_, circular_, input_.address(), grids_.real, grids_.row_stride);
  }

  const Gpu& gpu_;
  const Convolution& problem_;
  const Memory& input_;
  Circular circular_;
  bool does_frame_;
  Grids grids_;
  FramePlans plans_;
  Memory kernel_;
  Memory output_;
};

CufftType type_of(const Transform& transform) {
  const bool is_complex = transform.kind == TransformKind::c2c;
  if (transform.numbers == Numbers::f64) return is_complex ? CufftType::z2z : CufftType::d2z;
  return is_complex ? CufftType::c2c : CufftType::r2c;
}

/// Transforms of their own.
class CufftTransformPeer final : public Peer {
 public:
  CufftTransformPeer(const Gpu& gpu, const Work& work)
      : gpu_(gpu),
        input_(work.input()),
        plan_(type_of(*work.transform()), {static_cast<int>(work.transform()->axes[0].extent)},
              work.transform()->batches[0].extent, gpu.stream()),
        output_(work.output_bytes()) {}
  void enqueue() override { plan_.run(input_.address(), output_.address()); }
  Check check(const Reference& reference) const override {
    return reference.check(gpu_, {output_.address()});
  }

 private:
  const Gpu& gpu_;
  const Memory& input_;
  CufftPlan plan_;
  Memory output_;
};

std::unique_ptr<Peer> prepare(const Gpu& gpu, const Work& work, Variant variant) {
  if (work.correlation() != nullptr) {
    if (variant != Variant::pad_and_crop)
      throw Unsupported("a correlation is more than its transforms, and both spectra are needed");
    return prepare_cufft_phase(gpu, work);
  }
  if (work.matching() != nullptr) {
    if (variant != Variant::pad_and_crop)
      throw Unsupported("matching is more than its transforms, and the image's spectrum is needed");
    return prepare_cufft_matching(gpu, work);
  }
  if (work.denoise() != nullptr) throw Unsupported("it has no overlapping blocks");
  const Convolution* problem = work.problem();
  if (problem == nullptr && is_trigonometric(work.transform()->kind)) {
    if (variant != Variant::pad_and_crop)
      throw Unsupported("it has no cosine transforms; kernels of the user's make them of R2C");
    return prepare_cufft_cosine(gpu, work);
  }
  if (problem == nullptr) {
    if (variant != Variant::transforms_alone)
      throw Unsupported("a transform has nothing to pad or crop");
    return std::make_unique<CufftTransformPeer>(gpu, work);
  }
  const auto needs_no_frame = [&] {
    if (variant != Variant::transforms_alone)
      throw Unsupported("what is circular has nothing to pad or crop");
  };
  if (problem->input.type == SampleType::complex64) {
    needs_no_frame();
    return prepare_cufft_complex(gpu, work);
  }
  if (problem->mixing == Mixing::full) {
    needs_no_frame();
    return prepare_cufft_mixed(gpu, work);
  }
  if (problem->input.channels.extent > 1) throw Unsupported("its frame kernels know planes");
  for (const SampleType type : {problem->input.type, problem->output.type})
    if (type != SampleType::u8 && type != SampleType::f32)
      throw Unsupported("its frame kernels know u8 and f32");
  if (is_circular_line(*problem)) {
    needs_no_frame();
    return std::make_unique<CufftPeer>(gpu, work, circular_line(*problem), variant);
  }
  const bool is_signal = problem->input.rows.extent == 1 && problem->taps.rows == 1;
  if (is_signal || problem->filters > 1) {
    if (variant == Variant::pad_and_crop_in_place)
      throw Unsupported("in place are frames that one kernel meets");
    const bool does_frame = variant == Variant::pad_and_crop;
    return is_signal ? prepare_cufft_overlap_save(gpu, work, does_frame)
                     : prepare_cufft_bank(gpu, work, does_frame);
  }
  return std::make_unique<CufftPeer>(
      gpu, work, fastest_frame(gpu, *problem, variant == Variant::pad_and_crop_in_place), variant);
}

}  // namespace

std::unique_ptr<Peer> prepare_cufft(const Gpu& gpu, const Work& work) {
  return prepare(gpu, work, Variant::transforms_alone);
}
std::unique_ptr<Peer> prepare_cufft_pad_crop(const Gpu& gpu, const Work& work) {
  return prepare(gpu, work, Variant::pad_and_crop);
}
std::unique_ptr<Peer> prepare_cufft_in_place(const Gpu& gpu, const Work& work) {
  return prepare(gpu, work, Variant::pad_and_crop_in_place);
}

}  // namespace bench
