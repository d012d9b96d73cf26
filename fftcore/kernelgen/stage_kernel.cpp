// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stage_kernel.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "access.h"
#include "butterfly.h"
#include "cross_power.h"
#include "fftcore/error.h"
#include "line_transform.h"
#include "mixing.h"
#include "overloaded.h"
#include "passes.h"
#include "peak_kernel.h"
#include "real_lines.h"
#include "score_store.h"
#include "tile_kernel.h"
#include "whole_twiddle.h"
#include "window_kernel.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

constexpr int kMaxThreads = 1024;

void require(const StageSpec& spec, bool holds, std::string_view what) {
  if (!holds) throw InvalidArgument(fmt::format("stage {}: {}", spec.name, what));
}

bool has_pairs(const StageSpec& spec) {
  const auto* load = std::get_if<RealLoad>(&spec.load);
  const auto* image = std::get_if<ImageLoad>(&spec.load);
  return (load != nullptr && load->pairs) || (image != nullptr && image->pairs);
}

/// Of channels that are added up, samples on their way take registers; of bins that come with their opposites, some of these.
int kept_by_load(const StageSpec& spec) {
  constexpr int kOfAChannel = 4;
  if (const auto* bins = std::get_if<HermitianLoad>(&spec.load); bins != nullptr && bins->pairs) return values_per_thread(spec.shape) * 2 / 3;
  const auto* image = std::get_if<ImageLoad>(&spec.load);
  const auto summed = image == nullptr ? 0 : static_cast<int>(std::count_if(image->weights.begin(), image->weights.end(), [](float weight) { return weight != 0; }));
  return kOfAChannel * std::max(0, summed - 1);
}

/// Forward and back in one.
bool goes_back(const StageSpec& spec) { return spec.work == Work::convolve || spec.work == Work::correlate; }

/// Real and imaginary parts are stored as samples 2e and 2e + 1.
bool stores_pairs(const StageStore& store) {
  if (const auto* image = std::get_if<ImageStore>(&store)) return image->step == 2 && image->paired == Pairing{0, 0, 1};
  if (const auto* samples = std::get_if<RealStore>(&store)) return samples->pairs;
  const auto* scores = std::get_if<ScoreStore>(&store);
  return scores != nullptr && scores->pairs;
}

std::int64_t last_index(const Strides& strides, const StageSpec& spec, std::int64_t last_element) {
  std::int64_t last = strides.offset + last_element * strides.element;
  for (const Dim dim : kAllDims) last += (spec.lines[dim] - 1) * strides.line[dim];
  return last;
}

/// Neighbours that a block has.
int neighbours_of(const StageSpec& spec) { return spec.shape.lines / spec.together; }

int groups_of(const StageSpec& spec) { return (spec.lines[spec.neighbours] + neighbours_of(spec) - 1) / neighbours_of(spec); }

/// Dimensions that blocks are numbered along, but for the neighbours'.
std::vector<Dim> block_dims(const StageSpec& spec) {
  std::vector<Dim> dims;
  for (const Dim dim : kAllDims)
    if (dim != spec.neighbours && spec.lines[dim] > 1 && !(dim == Dim::channel && spec.together > 1)) dims.push_back(dim);
  return dims;
}

std::int64_t blocks_of(const StageSpec& spec) {
  std::int64_t blocks = groups_of(spec);
  for (const Dim dim : block_dims(spec)) {
    blocks *= spec.lines[dim];
    if (blocks > std::numeric_limits<std::int32_t>::max()) return blocks;
  }
  return blocks;
}

void check(const StageSpec& spec) {
  const LineShape& shape = spec.shape;
  const int product = std::accumulate(shape.radices.begin(), shape.radices.end(), 1, std::multiplies<>());
  require(spec, spec.work == Work::multiply ? shape.radices.size() == 1 && shape.length % product == 0 : product == shape.length && !shape.radices.empty(),
          fmt::format("the radices do not make up the length {}", shape.length));
  for (const int radix : shape.radices) require(spec, has_small_factors(radix), fmt::format("no butterfly of {} values", radix));
  require(spec, shape.threads >= 1 && shape.lines >= 1 && shape.threads * shape.lines <= kMaxThreads,
          fmt::format("{} threads x {} lines are not 1 to {} threads a block", shape.threads, shape.lines, kMaxThreads));
  require(spec, shape.exchange_buffers == 1 || shape.exchange_buffers == 2, "there are one or two exchange buffers");
  for (const Dim dim : kAllDims) require(spec, spec.lines[dim] >= 1, "there is at least one line along every dimension");
  require(spec, spec.together >= 1 && shape.lines % spec.together == 0 && (spec.together == 1 || spec.lines[Dim::channel] == spec.together),
          fmt::format("{} lines of a block are not shared out among {} channels", shape.lines, spec.together));
  if (blocks_of(spec) > std::numeric_limits<std::int32_t>::max())
    throw Unsupported(fmt::format("stage {}: {} or more blocks of lines; a launch has up to 2^31. Split the batch", spec.name, blocks_of(spec)));
  const bool must_multiply = spec.work == Work::convolve || spec.work == Work::multiply, may_multiply = spec.work != Work::correlate && spec.whole == 0 && !has_pairs(spec);
  require(spec, spec.multiply ? may_multiply : !must_multiply, "a spectrum belongs to a product, and only there");
  require(spec, !spec.multiply || spec.multiply->whitening == 0 || (spec.together == 1 && !spec.multiply->with_opposite), "products that are whitened are not added up");
  require(spec, spec.together == 1 || spec.multiply.has_value(), "channels are together for a product");
  require(spec, spec.repeats == 1 || (spec.work == Work::convolve && spec.lines[Dim::frame] == 1), "only convolutions of one frame are repeated");
  require(spec, (spec.work == Work::correlate) == spec.cross_power.has_value(), "a cross power belongs to a correlation, and only there");
  require(spec, !spec.cross_power || (spec.together == 1 && spec.cross_power->line_weights.size() == static_cast<std::size_t>(spec.lines[Dim::column]) &&
                                      spec.cross_power->element_weights.size() == static_cast<std::size_t>(shape.length)),
          "a correlation has lines of their own, and a weight for each of them and of their elements");
  require(spec, spec.whole == 0 || !goes_back(spec), "pieces of lines are not convolved");

  if (has_pairs(spec))
    require(spec, spec.work == Work::forward && spec.whole == 0 && std::holds_alternative<ComplexStore>(spec.store), "pairs of samples go forward to bins");
  if (const auto* image = std::get_if<ImageLoad>(&spec.load))
    require(spec, image->pairs ? image->step == 1 && !image->paired.is_paired() : image->column_window.empty(), "pairs are of an image alone, and windows of pairs");
  const auto* ahead = std::get_if<ImageLoad>(&spec.load);
  require(spec, spec.asks_ahead == 0 || (ahead != nullptr && ahead->aligned_pairs && shape.lines == 1 && !spec.in_place), "only aligned pairs, a line a block, are asked for ahead");
  const auto* bins = std::get_if<HermitianLoad>(&spec.load);
  const auto* scores = std::get_if<ScoreStore>(&spec.store);
  require(spec, bins != nullptr && bins->pairs ? stores_pairs(spec.store) : std::holds_alternative<ImageStore>(spec.store) || !stores_pairs(spec.store),
          "bins of pairs of samples go to such pairs");
  require(spec, scores == nullptr || (spec.whole == 0 && spec.lines[Dim::part] == 1 && spec.work != Work::forward && !spec.in_place && spec.neighbours != Dim::column),
          "scores are of whole rows, transformed back");
  require(spec, scores == nullptr || (scores->surface.cell >= 1 && scores->surface.columns <= (scores->pairs ? 2 : 1) * spec.shape.length),
          "rows of scores are not longer than the lines");
  require(spec, scores == nullptr || !scores->is_even || (scores->pairs && scores->surface.columns % 2 == 0), "even scores are whole pairs");
  require(spec, bins == nullptr || (spec.work == Work::inverse && bins->points == (bins->pairs ? 2 : 1) * std::int64_t{shape.length} * bins->step),
          "half spectra are of as many points as the lines, and go back");

  std::vector<std::int64_t> last;
  const std::int64_t length = shape.length;
  if (const auto* load = std::get_if<ComplexLoad>(&spec.load)) last.push_back(last_index(load->strides, spec, length - 1));
  if (const auto* load = std::get_if<RealLoad>(&spec.load)) last.push_back(last_index(load->strides, spec, load->pairs ? 2 * length - 1 : length - 1));
  if (const auto* load = std::get_if<HermitianLoad>(&spec.load)) last.push_back(last_index(load->strides, spec, load->points / 2) + std::max(0, load->rows - spec.lines[Dim::row]) * load->strides.line[Dim::row]);
  if (const auto* store = std::get_if<ComplexStore>(&spec.store))
    last.push_back(last_index(store->strides, spec, has_pairs(spec) ? length : length - 1) + (spec.repeats - 1) * store->strides.line[Dim::frame]);
  if (const auto* store = std::get_if<RealStore>(&spec.store)) last.push_back(last_index(store->strides, spec, store->pairs ? 2 * length - 1 : length - 1));
  if (scores != nullptr) last.push_back(scores->surface.all_rows() * scores->surface.columns);
  if (spec.multiply) {
    const std::vector<int>& planes = spec.multiply->planes;
    const std::int64_t last_plane = planes.empty() ? 0 : *std::max_element(planes.begin(), planes.end());
    require(spec, !spec.multiply->with_opposite || spec.together == 1, "opposite elements and channels are not mixed at once");
    last.push_back(last_index(spec.multiply->strides, spec, length - 1) + (last_plane + (spec.multiply->with_opposite ? 1 : 0)) * spec.multiply->plane_stride +
                   (spec.repeats - 1) * spec.multiply->strides.line[Dim::frame]);
  }
  if (spec.cross_power) last.push_back(last_index(spec.cross_power->strides, spec, length - 1));
  for (const std::int64_t index : last)
    if (index > std::numeric_limits<std::int32_t>::max())
      throw Unsupported(fmt::format("stage {}: element {} of an array; kernels count up to 2^31. Split the batch", spec.name, index));
}

const Expr kBlock = ast::Call{ast::Builtin::block_x, {}};

LinePosition position_of(Builder& b, const StageSpec& spec, const Expr& block, const Expr& line_of_block) {
  const int neighbours = neighbours_of(spec), groups = groups_of(spec);
  LinePosition position;
  position.lines = spec.lines;
  Expr rest = block;
  const std::vector<Dim> dims = block_dims(spec);
  const Expr group = dims.empty() ? rest : b.let("group", rest % groups);
  rest = dims.empty() ? rest : b.let("rest", rest / groups);
  for (const Dim dim : dims) {
    const bool is_last = dim == dims.back();
    position.number[dim] = b.let("number", is_last ? rest : rest % spec.lines[dim]);
    if (!is_last) rest = b.let("rest", rest / spec.lines[dim]);
  }
  if (spec.together > 1) position.number[Dim::channel] = b.let("channel", line_of_block / neighbours);
  const Expr neighbour = spec.together > 1 ? line_of_block % neighbours : line_of_block;
  const int lines = spec.lines[spec.neighbours];
  Expr line = b.let("line", group * neighbours + neighbour);
  if (lines % neighbours != 0) {
    position.exists = b.let("exists", less(line, integer(lines)));
    line = b.let("line", minimum(line, integer(lines - 1)));
  }
  position.number[spec.neighbours] = line;
  return position;
}

Values loaded(const Loader& loader, const LineTransform& transform, int radix) {
  Values values;
  for (const Butterfly& butterfly : transform.butterflies(radix)) values.push_back(loader(butterfly, radix));
  return values;
}

/// Writes one stage.
class StageWriter {
 public:
  explicit StageWriter(const StageSpec& spec)
      : spec_(spec), shape_(spec.shape), b_(spec.name), transform_(b_, shape_), line_(position_of(b_, spec, kBlock, transform_.line())) {
    b_.launch(shape_.lines_adjacent ? ast::Size3{shape_.lines, shape_.threads, 1} : ast::Size3{shape_.threads, shape_.lines, 1},
              {static_cast<int>(blocks_of(spec)), 1, 1});
    const int values = values_per_thread(shape_), kept = (spec.repeats > 1 || spec.together > 1 ? values : 0) + kept_by_load(spec);
    const bool multiplies = goes_back(spec) || spec.multiply.has_value();
    // What forward and inverse have in common they load twice then, so less is kept.
    const bool is_lean = multiplies && spec.multiply && spec.multiply->with_opposite;
    b_.limit_registers(is_lean ? 3 * values + 2 * kept + 32 : registers_for(values, kept, multiplies),
                       is_lean ? 2 * values + 2 * kept + 32 : least_registers_for(values, kept, multiplies));
  }

  StageKernel write() && {
    if (spec_.in_place) b_.order_global_memory();
    const int first = shape_.radices.front(), last = shape_.radices.back();
    if (spec_.asks_ahead > 0) ask_ahead();
    Values values = loaded(loader(), transform_, spec_.work == Work::inverse ? last : first);
    // Nothing is stored before all threads have loaded; an exchange sees to that too.
    if (spec_.in_place && shape_.radices.size() == 1) b_.barrier();
    if (spec_.work == Work::inverse) {
      if (spec_.whole != 0) turn_piece(b_, transform_, values, last, line_, spec_.whole, true);
      if (spec_.multiply) values = product(values, line_);
      store(transform_.inverse(std::move(values)), line_);
    } else if (spec_.work == Work::multiply) {
      store(product(values, line_), line_);
    } else {
      values = transform_.forward(std::move(values));
      if (spec_.whole != 0) turn_piece(b_, transform_, values, last, line_, spec_.whole, false);
      if (has_pairs(spec_))
        store_bins(values);
      else if (spec_.work == Work::forward)
        store(spec_.multiply ? product(values, line_) : values, line_);
      else if (spec_.work == Work::correlate)
        correlate(values);
      else
        convolve(values);
    }
    if (spec_.is_streamed)
      for (const char* buffer : {"input", "output"}) b_.stream(buffer);
    transform_.declare_shared();
    if (!transform_.table().empty()) b_.buffer(LineTransform::kTableName, ast::Storage::f32, ast::Access::constant);
    return StageKernel{fold(fuse_products(fold(std::move(b_).finish()))), transform_.table()};
  }

 private:
  Loader loader() {
    const std::string buffer = spec_.in_place ? "output" : "input";
    return std::visit(Overloaded{[&](const HermitianLoad& load) {
                                   const int roots = load.pairs ? transform_.add_to_table(half_roots(shape_.length)) : 0;
                                   return make_loader(b_, load, line_, buffer, roots);
                                 },
                                 [&](const ImageLoad& load) { return make_loader(b_, load, line_, buffer, transform_.add_to_table(window_table(load))); },
                                 [&](const auto& load) { return make_loader(b_, load, line_, buffer); }},
                      spec_.load);
  }

  void ask_ahead() {
    b_.buffer("input", std::get<ImageLoad>(spec_.load).image.storage, ast::Access::constant);
    const Expr block = b_.let("ahead", kBlock + spec_.asks_ahead);
    b_.when(both(less(transform_.thread(), integer(1)), less(block, integer(blocks_of(spec_)))),
            [&] { prefetch(b_, std::get<ImageLoad>(spec_.load), position_of(b_, spec_, block, integer(0)), "input"); });
  }

  /// Of real lines of twice the length: one more than there are elements.
  void store_bins(const Values& values) {
    const int radix = shape_.radices.back(), roots = transform_.add_to_table(half_roots(shape_.length));
    const Values bins = separated(b_, transform_, values, radix, roots);
    const Storer store = make_storer(b_, std::get<ComplexStore>(spec_.store), line_);
    const std::vector<Butterfly>& stored = transform_.butterflies(radix);
    for (std::size_t i = 0; i < stored.size(); ++i) store(stored[i], bins[i]);
    std::vector<Complex> rest{last_bin(b_, values)};
    rest.resize(static_cast<std::size_t>(std::max(1, std::get<ComplexStore>(spec_.store).padded - shape_.length)), zero());
    store({integer(shape_.length), shape_.length, 1, 1, less(stored.front().first, integer(1))}, rest);
  }

  void store(const Values& values, const LinePosition& line) {
    const int radix = spec_.work == Work::forward ? shape_.radices.back() : shape_.radices.front();
    const auto each = [&](const auto& plain) {
      const Storer storer = make_storer(b_, plain, line);
      const std::vector<Butterfly>& stored = transform_.butterflies(radix);
      for (std::size_t i = 0; i < stored.size(); ++i) storer(stored[i], values[i]);
    };
    std::visit(Overloaded{[&](const ScoreStore& scores) { store_scores(b_, transform_, scores, line, values, radix); }, each}, spec_.store);
  }

  void correlate(const Values& values) {
    const CrossPower& by = *spec_.cross_power;
    store(transform_.inverse(cross_power(b_, transform_, values, by, line_, shape_.radices.back(), transform_.add_to_table(weight_table(by)))), line_);
  }

  Values product(const Values& values, const LinePosition& line) {
    const int radix = shape_.radices.back(), neighbours = neighbours_of(spec_);
    if (spec_.together == 1) return multiplied(b_, transform_, values, *spec_.multiply, line, radix);
    const Expr first_line = b_.let("first_line", transform_.line() % neighbours);
    return mixed(b_, transform_, values, *spec_.multiply, line, radix, spec_.together, first_line, neighbours);
  }

  void convolve(const Values& values) {
    const auto one = [&](const LinePosition& line) { store(transform_.inverse(product(values, line)), line); };
    if (spec_.repeats == 1) return one(line_);
    b_.repeat("kernel", spec_.repeats, [&](const Expr& number) {
      transform_.separate_rounds();
      LinePosition line = line_;
      line.number[Dim::frame] = number;
      line.lines[Dim::frame] = spec_.repeats;
      one(line);
    });
  }

  const StageSpec& spec_;
  const LineShape& shape_;
  Builder b_;
  LineTransform transform_;
  LinePosition line_;
};

}  // namespace

StageKernel stage_kernel(const StageSpec& spec) {
  check(spec);
  return StageWriter(spec).write();
}

StageKernel launch_kernel(const LaunchSpec& spec) {
  return std::visit(Overloaded{[](const StageSpec& stage) { return stage_kernel(stage); }, [](const TileSpec& tile) { return tile_kernel(tile); },
                               [](const WindowSpec& windows) { return window_kernel(windows); }, [](const PeakSpec& peaks) { return peak_kernel(peaks); }},
                    spec);
}

}  // namespace fftcore
