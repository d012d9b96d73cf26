// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_kernel.h"

#include <fmt/format.h>

#include <cstddef>

#include "fftcore/error.h"
#include "fftcore/window_filters.h"
#include "filter_transform.h"
#include "passes.h"
#include "window_lags.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Numbers of a row of places.
constexpr int kFilter = 2, kRate = 3, kMap = 4;

/// Channels of a pair, gathered, and their sums.
struct GatheredPair {
  GatheredWindows windows;
  WindowContrast contrast;
};

class FilterWriter {
 public:
  explicit FilterWriter(const FilterSpec& spec)
      : spec_(spec),
        b_(spec.name),
        block_(b_, spec.windows),
        table_(block_, GaussianBins{spec.width}) {
    b_.launch({spec.windows.threads, 1, 1}, {spec.windows.count, 1, 1});
    b_.leave_room(spec.windows.blocks_beside);
    if (spec.kept_products() > 0) {
      b_.shared(FilterTransform::kProducts, ast::Type::real_x2, spec.kept_products());
      b_.shared(FilterTransform::kPowers, ast::Type::real, spec.kept_powers());
    }
    for (int channel = 0; channel < 2 * spec.pairs(); ++channel) {
      std::vector<float> weights(spec.weights.size(), 0);
      const auto at = static_cast<std::size_t>(channel);
      if (at < weights.size()) weights[at] = spec.weights[at];
      weights_.push_back(std::move(weights));
    }
  }

  GeneratedKernel write() && {
    b_.buffer(FilterTransform::kState, spec_.stored, ast::Access::update);
    block_.write_row([&](const Expr& window) { return meet(window); });
    return {fold_and_fuse(std::move(b_).finish()), table_.numbers()};
  }

 private:
  WindowImage image(const Expr& window, int channel) {
    return {block_,
            {"input", 0, kMap, weights_[static_cast<std::size_t>(channel)]},
            window,
            spec_.windows.window_rows,
            spec_.windows.window_columns};
  }

  GatheredWindows gather(const Expr& window, int pair) {
    const WindowImage first = image(window, 2 * pair), second = image(window, 2 * pair + 1);
    map_ = first.map();
    return gather_windows(block_, first, second);
  }

  struct Place {
    Expr filter, rate, is_allowed;
  };
  Place place_of(const Expr& window) {
    const Expr first = b_.let("place", window * b_.scalar("image_row_stride", ast::Type::i32));
    const Expr given = b_.let("filter", ast::LoadGlobal{"image", first + kFilter, 1});
    const Expr rate = b_.let("rate", ast::LoadGlobal{"image", first + kRate, 1});
    const Expr is_number =
        b_.let("is_number", both(less_equal(real(0), given), less(given, real(spec_.filters))));
    const Expr number = b_.let("filter", select(is_number, given, real(0)));
    const Expr whole = b_.let("whole", ast::Cast{ast::Type::i32, number});
    // Where both are at least as large, they are equal.
    const Expr is_whole = less_equal(number, as_real(whole));
    const Expr is_rate = both(less_equal(real(0), rate), less_equal(rate, real(1)));
    return {whole, rate, b_.let("is_allowed", both(both(is_number, is_whole), is_rate))};
  }

  /// Exprs of a WindowResult, in all threads.
  std::vector<Expr> meet(const Expr& window) {
    std::vector<GatheredPair> pairs;
    for (int pair = 0; pair < spec_.pairs(); ++pair) {
      GatheredWindows windows = gather(window, pair);
      WindowContrast contrast = window_contrast(block_, table_, windows);
      pairs.push_back({std::move(windows), std::move(contrast)});
    }
    const Place place = place_of(window);
    Expr sum = real(0), tapered = real(0), mean = real(0);
    for (const auto& [windows, contrast] : pairs) {
      sum = b_.let("sum", sum + contrast.first + contrast.second);
      tapered = b_.let("sum", tapered + contrast.tapered_first + contrast.tapered_second);
      mean = b_.let("mean", maximum(mean, maximum(absolute(windows.mean_first),
                                                  absolute(windows.mean_second))));
    }
    const double count = double(spec_.windows.window_rows) * spec_.windows.window_columns;
    const Expr deviation = b_.let("deviation", square_root(sum * real(1 / count)));
    const Expr has_contrast =
        b_.let("has_contrast",
               less(maximum(real(spec_.windows.flat), mean * real(kLeastDeviation)), deviation));
    const Expr is_inside =
        b_.let("is_inside", both(pairs.front().windows.are_inside, place.is_allowed));
    const Expr is_good = b_.let("is_good", both(is_inside, has_contrast));
    const FilterMeeting meeting{
        b_.let("filter", place.filter * b_.scalar("state_row_stride", ast::Type::i32) *
                             (std::int64_t{spec_.planes()} * spec_.windows.window_rows)),
        b_.let("rate", select(is_good, place.rate, real(0))), inverse_root(b_, tapered)};
    transform(window, pairs, meeting);
    return result(find_peak(block_), deviation, is_inside, has_contrast);
  }

  /// The last pair is there; the first one is gathered again, where that is another.
  void transform(const Expr& window, const std::vector<GatheredPair>& pairs,
                 const FilterMeeting& meeting) {
    using Pair = FilterTransform::Pair;
    const auto write = [&](const GatheredWindows& windows, int pair, Pair which) {
      FilterTransform(block_, table_, windows, spec_, meeting, 2 * pair, which).write();
    };
    if (pairs.size() == 1) return write(pairs.front().windows, 0, Pair::only);
    write(pairs.back().windows, 1, Pair::first);
    const GatheredWindows again = gather(window, 0);
    write(again, 0, Pair::last);
  }

  std::vector<Expr> result(const LagPeak& peak, const Expr& deviation, const Expr& is_inside,
                           const Expr& has_contrast) {
    const Expr answers = b_.let(
        "answers", both(less(real(0), peak.score), less(peak.score, real(kMostFilterScore))));
    const Expr is_good = b_.let("is_good", both(both(is_inside, has_contrast), answers));
    const auto if_good = [&](const Expr& value) {
      return b_.let("number", select(is_good, value, real(0)));
    };
    const auto state = [](WindowState one) { return real(static_cast<double>(one)); };
    const Expr of_answer = select(answers, state(WindowState::good), state(WindowState::empty));
    const Expr of_contrast = select(has_contrast, of_answer, state(WindowState::flat));
    const auto along = [&](std::size_t at) {
      return b_.let("moved", fma(map_[at], peak.x, map_[at + 1] * peak.y));
    };
    return {if_good(along(0)),
            if_good(along(2)),
            if_good(peak.score),
            if_good(peak.second),
            if_good(peak.sidelobe),
            if_good(peak.noise),
            b_.let("deviation", select(is_inside, deviation, real(0))),
            b_.let("state", select(is_inside, of_contrast, state(WindowState::outside)))};
  }

  const FilterSpec& spec_;
  Builder b_;
  WindowBlock block_;
  WindowTable table_;
  std::vector<std::vector<float>> weights_;  // of each channel alone
  std::vector<Expr> map_;
};

bool is_valid(const FilterSpec& spec) {
  const WindowSpec& windows = spec.windows;
  return windows.search == 0 && windows.is_mapped && windows.score == WindowScore::plain &&
         windows.refine == 0 && windows.count >= 1 && windows.threads >= 32 &&
         windows.down.length() == windows.window_rows &&
         windows.across.length() == windows.window_columns && spec.channels() >= 1 &&
         spec.channels() <= 4 && spec.filters >= 1 && spec.width > 0 && spec.regularization > 0 &&
         (spec.stored == Storage::f16 || spec.stored == Storage::f32);
}

}  // namespace

GeneratedKernel filter_kernel(const FilterSpec& spec) {
  if (!is_valid(spec))
    throw InvalidArgument(fmt::format(
        "filters {}: {} channels, windows of {}x{} samples, {} threads", spec.name, spec.channels(),
        spec.windows.window_rows, spec.windows.window_columns, spec.windows.threads));
  return FilterWriter(spec).write();
}

}  // namespace fftcore
