// SPDX-License-Identifier: LGPL-2.1-or-later
// cuFFT as its users call it: R2C, multiply by the kernel's spectrum, C2R; of images with a kernel
// before that converts, extends the edges and pads, and one after that crops, rounds and clamps.
// The kernel's spectrum is made beforehand, as ours is. The grid is the fastest of some, by trial.
#include <fmt/format.h>

#include <limits>
#include <map>
#include <tuple>

#include "circular.h"
#include "cufft_plan.h"
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

struct Plans {
  Plans(const Gpu& gpu, const Circular& circular, int row_stride)
      : forward(CufftType::r2c, points(circular), circular.batch, gpu.stream(), row_stride),
        inverse(CufftType::c2r, points(circular), circular.batch, gpu.stream(), row_stride) {}
  static std::vector<int> points(const Circular& circular) {
    return circular.rows == 1 ? std::vector{circular.columns}
                              : std::vector{circular.rows, circular.columns};
  }
  CufftPlan forward, inverse;
};

double milliseconds(const Gpu& gpu, const Circular& circular, bool in_place) {
  const Grids grids(circular, in_place);
  const Plans plans(gpu, circular, grids.row_stride);
  constexpr int kTimes = 10;
  const auto enqueue = [&] {
    for (int i = 0; i < kTimes; ++i) {
      plans.forward.run(grids.real, grids.spectrum.address());
      plans.inverse.run(grids.spectrum.address(), grids.real);
    }
  };
  gpu.session().elapsed_ms(enqueue);
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) best = std::min(best, gpu.session().elapsed_ms(enqueue));
  return best;
}

/// The grid on which the transforms of such a frame take the least time.
Circular fastest_frame(const Gpu& gpu, const Convolution& problem, bool in_place) {
  static std::map<std::tuple<int, int, std::int64_t, bool>, std::pair<int, int>> known;
  const Circular least = circular_frame(problem, 0, 0);
  const auto [entry, is_new] =
      known.try_emplace({least.extended_rows, least.extended_columns, least.batch, in_place});
  if (is_new) {
    double best = std::numeric_limits<double>::infinity();
    for (const int rows : smooth_extents(least.extended_rows)) {
      for (const int columns : smooth_extents(least.extended_columns)) {
        const double ms = milliseconds(gpu, circular_frame(problem, rows, columns), in_place);
        if (ms < best) {
          best = ms;
          entry->second = {rows, columns};
        }
      }
    }
  }
  return circular_frame(problem, entry->second.first, entry->second.second);
}

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
        kernel_(static_cast<std::size_t>(circular.bins()) * 8),
        output_(does_frame_ ? work.output_bytes()
                            : static_cast<std::size_t>(circular.points() * circular.batch) * 4) {
    transform_kernel(work.taps());
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
    if (does_frame_) crop();
  }

  Check check(const Reference& reference) const override {
    const std::int64_t rows = problem_.output.rows.extent, columns = problem_.output.columns.extent;
    if (does_frame_)
      return reference.check(gpu_,
                             {output_.address(), problem_.output.element, columns, rows * columns});
    if (circular_.is_padded)
      return reference.check(
          gpu_, {output_.address(), Element::f32, circular_.columns, circular_.points()});
    return reference.check(gpu_, {output_.address(), Element::f32, columns, rows * columns});
  }

  std::string note() const override {
    return circular_.rows == 1
               ? fmt::format("{} transforms of {}", circular_.batch, circular_.columns)
               : fmt::format("padded to {}x{}", circular_.rows, circular_.columns);
  }

 private:
  void transform_kernel(const Taps& taps) {
    const std::vector<float> grid = kernel_grid(problem_, taps, circular_);
    const Memory real(grid.size() * sizeof(float));
    gpu_.copy_in(real.address(), grid.data(), real.size_bytes());
    const CufftPlan forward(CufftType::r2c, Plans::points(circular_), 1, gpu_.stream());
    forward.run(real.address(), kernel_.address());
    gpu_.wait();
  }

  void pad() {
    gpu_.kernels().launch(
        gpu_.stream(), problem_.input.element == Element::u8 ? "pad_u8" : "pad_f32",
        {Kernels::blocks_for(circular_.columns), circular_.rows, circular_.batch}, input_.address(),
        grids_.real, static_cast<int>(problem_.input.rows.extent),
        static_cast<int>(problem_.input.columns.extent), circular_.extended_rows,
        circular_.extended_columns, circular_.rows_before, circular_.columns_before,
        circular_.columns, grids_.row_stride, static_cast<int>(problem_.edge));
  }

  void crop() {
    const std::int64_t columns = problem_.output.columns.extent;
    gpu_.kernels().launch(
        gpu_.stream(), problem_.output.element == Element::u8 ? "crop_u8" : "crop_f32",
        {Kernels::blocks_for(columns), problem_.output.rows.extent, circular_.batch}, grids_.real,
        output_.address(), static_cast<int>(columns), circular_.rows, grids_.row_stride);
  }

  const Gpu& gpu_;
  const Convolution& problem_;
  const Memory& input_;
  Circular circular_;
  bool does_frame_;
  Grids grids_;
  Plans plans_;
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
  for (const Element element : {problem->input.element, problem->output.element})
    if (element != Element::u8 && element != Element::f32)
      throw Unsupported("its frame kernels know u8 and f32");
  if (is_circular_line(*problem)) {
    if (variant != Variant::transforms_alone)
      throw Unsupported("a circular signal has nothing to pad or crop");
    return std::make_unique<CufftPeer>(gpu, work, circular_line(*problem), variant);
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
