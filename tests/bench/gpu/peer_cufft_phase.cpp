// SPDX-License-Identifier: LGPL-2.1-or-later
// Phase correlation of a stream as cuFFT's users write it: a kernel that converts, windows and
// pads, R2C, one that makes the cross power with the spectrum of the frame before, C2R, and a
// search in two launches. The grid is fftcore's: 2^a 3^b 5^c.
#include <array>

#include <fmt/format.h>

#include "cufft_plan.h"
#include "fftcore/error.h"
#include "peer.h"
#include "phase_tables.h"

namespace bench {
namespace {

using namespace fftcore;

Memory on_gpu(const Gpu& gpu, const std::vector<float>& values) {
  Memory memory(values.size() * sizeof(float));
  gpu.copy_in(memory.address(), values.data(), memory.size_bytes());
  return memory;
}

class CufftPhasePeer final : public Peer {
 public:
  CufftPhasePeer(const Gpu& gpu, const Work& work, const PhaseCorrelation& correlation)
      : gpu_(gpu),
        work_(work),
        image_(correlation.image.extent()),
        grid_(phase_extent(image_)),
        bins_(grid_.columns / 2 + 1),
        points_(static_cast<std::uint32_t>(grid_.rows * grid_.columns)),
        blocks_(Kernels::blocks_for(points_)),
        floor_(correlation.noise * correlation.noise * static_cast<float>(points_)),
        forward_(CufftType::r2c, {static_cast<int>(grid_.rows), static_cast<int>(grid_.columns)}, 1,
                 gpu.stream()),
        inverse_(CufftType::c2r, {static_cast<int>(grid_.rows), static_cast<int>(grid_.columns)}, 1,
                 gpu.stream()),
        row_window_(on_gpu(gpu, phase_window(correlation, image_.rows))),
        column_window_(on_gpu(gpu, phase_window(correlation, image_.columns))),
        row_weights_(on_gpu(gpu, phase_weights(correlation, grid_.rows))),
        column_weights_(on_gpu(gpu, phase_weights(correlation, grid_.columns))),
        real_(std::size_t{points_} * sizeof(float)),
        spectra_{Memory(spectrum_bytes()), Memory(spectrum_bytes())},
        product_(spectrum_bytes()),
        best_(static_cast<std::size_t>(blocks_ + 1) * sizeof(std::uint64_t)) {
    transform(last_);
    gpu.wait();
  }

  void enqueue() override {
    const int before = last_;
    last_ = 1 - last_;
    transform(last_);
    gpu_.kernels().launch(gpu_.stream(), "cross_power", {Kernels::blocks_for(bins_), grid_.rows},
                          spectrum(last_), spectrum(before), product_.address(),
                          row_weights_.address(), column_weights_.address(),
                          static_cast<int>(bins_), floor_);
    inverse_.run(product_.address(), real_.address());
    const Address of_blocks = best_.address() + sizeof(std::uint64_t);
    gpu_.kernels().launch(gpu_.stream(), "largest_of_blocks", {blocks_}, real_.address(), of_blocks,
                          points_);
    gpu_.kernels().launch(gpu_.stream(), "largest_of_all", {1}, of_blocks, best_.address(),
                          static_cast<std::uint32_t>(blocks_));
  }

  Check check(const Reference& reference) const override {
    std::uint64_t best = 0;
    gpu_.copy_out({{&best, best_.address(), sizeof best}});
    const std::int64_t place = ~static_cast<std::uint32_t>(best);
    const auto shift = [](std::int64_t at, std::int64_t extent) {
      return static_cast<double>(2 * at > extent ? at - extent : at);
    };
    Result result;
    result.shift = {shift(place % grid_.columns, grid_.columns),
                    shift(place / grid_.columns, grid_.rows)};
    result.frame = last_;
    return reference.check(gpu_, result);
  }

  std::string note() const override {
    return fmt::format("on a grid of {}x{}", grid_.rows, grid_.columns);
  }

 private:
  std::size_t spectrum_bytes() const { return static_cast<std::size_t>(grid_.rows * bins_) * 8; }
  Address spectrum(int frame) const { return spectra_[static_cast<std::size_t>(frame)].address(); }

  void transform(int frame) {
    gpu_.kernels().launch(gpu_.stream(), "window_u8",
                          {Kernels::blocks_for(grid_.columns), grid_.rows},
                          work_.frame(frame).address(), real_.address(), row_window_.address(),
                          column_window_.address(), static_cast<int>(image_.rows),
                          static_cast<int>(image_.columns), static_cast<int>(grid_.columns));
    forward_.run(real_.address(), spectrum(frame));
  }

  const Gpu& gpu_;
  const Work& work_;
  Extent image_, grid_;
  std::int64_t bins_;
  std::uint32_t points_;
  std::int64_t blocks_;  // of the search
  float floor_;
  CufftPlan forward_, inverse_;
  Memory row_window_, column_window_, row_weights_, column_weights_;
  Memory real_;  // the windowed frame, then S
  std::array<Memory, 2> spectra_;
  Memory product_;
  Memory best_;   // of all, then of each block
  int last_ = 1;  // frame
};

}  // namespace

std::unique_ptr<Peer> prepare_cufft_phase(const Gpu& gpu, const Work& work) {
  return std::make_unique<CufftPhasePeer>(gpu, work, *work.correlation());
}

}  // namespace bench
