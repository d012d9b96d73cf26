// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching as cuFFT's users write it: R2C of the image once; one launch that multiplies
// its spectrum by kept ones of the templates, a batch of C2R; local norms by moving sums in whole
// numbers; a launch that makes scores and their largest ones, and one that ends the search. The
// grid is the image, or the smallest smooth one that holds it: no wanted place wraps.
#include <algorithm>
#include <bit>
#include <set>

#include <fmt/format.h>

#include "cufft_plan.h"
#include "fastest_peer.h"
#include "peer.h"
#include "templates.h"

namespace bench {
namespace {

using namespace fftcore;

class CufftMatchingPeer final : public Peer {
 public:
  /// `chunk`: templates that go back at a time, which divides their number.
  CufftMatchingPeer(const Gpu& gpu, const Work& work, const TemplateMatching& matching,
                    std::int64_t chunk)
      : gpu_(gpu),
        work_(work),
        matching_(matching),
        chunk_(chunk),
        image_(matching.image.extent()),
        surface_(surface_extent(matching)),
        grid_{smooth_extents(image_.rows).front(), smooth_extents(image_.columns).front()},
        bins_(grid_.rows * (grid_.columns / 2 + 1)),
        score_blocks_(Kernels::blocks_for(surface_.columns)),
        forward_(CufftType::r2c, points(), 1, gpu.stream()),
        inverse_(CufftType::c2r, points(), chunk, gpu.stream()),
        padded_(grid_bytes()),
        spectrum_(spectrum_bytes()),
        kernels_(static_cast<std::size_t>(matching.templates) * spectrum_bytes()),
        products_(static_cast<std::size_t>(chunk) * spectrum_bytes()),
        grids_(static_cast<std::size_t>(chunk) * grid_bytes()),
        sums_(static_cast<std::size_t>(surface_.rows * image_.columns) * 8),
        norms_(static_cast<std::size_t>(surface_.rows * surface_.columns) * sizeof(float)),
        bests_(static_cast<std::size_t>(matching.templates * (surface_.rows * score_blocks_ + 1)) *
               sizeof(std::uint64_t)) {
    transform_templates();
  }

  void enqueue() override {
    const Kernels& kernels = gpu_.kernels();
    const Address image = work_.input().address();
    kernels.launch(gpu_.stream(), "pad_u8", {Kernels::blocks_for(grid_.columns), grid_.rows}, image,
                   padded_.address(), whole(image_.rows), whole(image_.columns), whole(image_.rows),
                   whole(image_.columns), 0, 0, whole(grid_.columns), whole(grid_.columns), 0);
    forward_.run(padded_.address(), spectrum_.address());
    make_norms(image);
    const Address of_blocks =
        bests_.address() + static_cast<Address>(matching_.templates) * sizeof(std::uint64_t);
    const std::int64_t blocks = surface_.rows * score_blocks_;
    for (std::int64_t first = 0; first < matching_.templates; first += chunk_) {
      kernels.launch(
          gpu_.stream(), "multiply_bank", {Kernels::blocks_for(bins_), chunk_}, spectrum_.address(),
          kernels_.address() + static_cast<Address>(first) * spectrum_bytes(), products_.address(),
          static_cast<std::uint32_t>(bins_), 1.0F / static_cast<float>(grid_.rows * grid_.columns));
      inverse_.run(products_.address(), grids_.address());
      kernels.launch(gpu_.stream(), "largest_scores", {score_blocks_, surface_.rows, chunk_},
                     grids_.address(), norms_.address(),
                     of_blocks + static_cast<Address>(first * blocks) * sizeof(std::uint64_t),
                     whole(surface_.columns), whole(grid_.columns),
                     static_cast<long long>(grid_.rows * grid_.columns));
    }
    kernels.launch(gpu_.stream(), "largest_of_each", {matching_.templates}, of_blocks,
                   bests_.address(), static_cast<std::uint32_t>(blocks));
  }

  Check check(const Reference& reference) const override {
    std::vector<std::uint64_t> bests(static_cast<std::size_t>(matching_.templates));
    gpu_.copy_out({{bests.data(), bests_.address(), bests.size() * sizeof(std::uint64_t)}});
    Result result;
    for (const std::uint64_t best : bests) {
      const std::int64_t place = ~static_cast<std::uint32_t>(best);
      const auto ordered = static_cast<std::uint32_t>(best >> 32);
      const std::uint32_t bits = (ordered & 0x80000000U) != 0 ? ordered & 0x7fffffffU : ~ordered;
      result.matches.push_back({place / surface_.columns, place % surface_.columns,
                                static_cast<double>(std::bit_cast<float>(bits))});
    }
    return reference.check(gpu_, result);
  }

  std::string note() const override {
    return fmt::format("on a grid of {}x{}, {} templates at a time", grid_.rows, grid_.columns,
                       chunk_);
  }

 private:
  static int whole(std::int64_t value) { return static_cast<int>(value); }
  std::vector<int> points() const { return {whole(grid_.rows), whole(grid_.columns)}; }
  std::size_t grid_bytes() const {
    return static_cast<std::size_t>(grid_.rows * grid_.columns) * sizeof(float);
  }
  std::size_t spectrum_bytes() const { return static_cast<std::size_t>(bins_) * 8; }

  /// Turned, so that what convolves with them correlates with the templates.
  void transform_templates() {
    const std::vector<Taps> taps = numerator_taps(matching_, work_.templates());
    const Extent extent = matching_.template_extent;
    for (std::size_t number = 0; number < taps.size(); ++number) {
      std::vector<float> turned(static_cast<std::size_t>(grid_.rows * grid_.columns));
      for (std::int64_t row = 0; row < extent.rows; ++row)
        for (std::int64_t column = 0; column < extent.columns; ++column)
          turned[static_cast<std::size_t>((grid_.rows - row) % grid_.rows * grid_.columns +
                                          (grid_.columns - column) % grid_.columns)] =
              static_cast<float>(
                  taps[number].values[static_cast<std::size_t>(row * extent.columns + column)]);
      gpu_.copy_in(padded_.address(), turned.data(), grid_bytes());
      forward_.run(padded_.address(), kernels_.address() + number * spectrum_bytes());
      gpu_.wait();
    }
  }

  void make_norms(Address image) {
    const Extent extent = matching_.template_extent;
    const auto samples = static_cast<float>(extent.rows * extent.columns);
    const std::int64_t strip = std::clamp<std::int64_t>(extent.rows / 2, 32, 256);
    const auto blocks = [](std::int64_t count, std::int64_t each) {
      return (count + each - 1) / each;
    };
    constexpr std::int64_t kSpan = 2048;  // SPAN of the kernel
    gpu_.kernels().launch(
        gpu_.stream(), "sums_of_columns",
        {blocks(image_.columns, Kernels::kBlockThreads), blocks(surface_.rows, strip)}, image,
        sums_.address(), whole(image_.rows), whole(image_.columns), whole(extent.rows),
        whole(strip));
    const float least = (matching_.flat > 0 ? matching_.flat : 0.5F) * samples;
    gpu_.kernels().launch(gpu_.stream(), "norms_of_rows",
                          {blocks(surface_.columns, kSpan - extent.columns + 1), surface_.rows},
                          sums_.address(), norms_.address(), whole(image_.columns),
                          whole(extent.columns), whole(extent.rows * extent.columns),
                          least * least);
  }

  const Gpu& gpu_;
  const Work& work_;
  const TemplateMatching& matching_;
  std::int64_t chunk_;
  Extent image_, surface_, grid_;
  std::int64_t bins_;          // of a grid
  std::int64_t score_blocks_;  // of a row of places
  CufftPlan forward_, inverse_;
  Memory padded_, spectrum_;           // of the image
  Memory kernels_, products_, grids_;  // of templates
  Memory sums_, norms_;
  Memory bests_;  // of each template, then of each block
};

}  // namespace

std::unique_ptr<Peer> prepare_cufft_matching(const Gpu& gpu, const Work& work) {
  const TemplateMatching& matching = *work.matching();
  std::set<std::int64_t> chunks{1, matching.templates};
  if (matching.templates % 8 == 0) chunks.insert(8);
  return fastest_peer(gpu, chunks, [&](std::int64_t chunk) {
    return std::make_unique<CufftMatchingPeer>(gpu, work, matching, chunk);
  });
}

}  // namespace bench
