// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_kernel.h"

#include <fmt/format.h>

#include "fftcore/error.h"
#include "passes.h"
#include "window_steps.h"
#include "window_transform.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

class WindowWriter {
 public:
  explicit WindowWriter(const WindowSpec& spec)
      : spec_(spec), b_(spec.name), block_(b_, spec), table_(block_) {
    b_.launch({spec.threads, 1, 1}, {spec.count, 1, 1});
    b_.leave_room(spec.blocks_beside);
  }

  GeneratedKernel write() && {
    block_.write_row([&](const Expr& window) { return correlate(window); });
    return {fold_and_fuse(std::move(b_).finish()), table_.numbers()};
  }

 private:
  /// Exprs of a WindowResult, in all threads.
  std::vector<Expr> correlate(const Expr& window) {
    // Two places of two numbers, then two maps of four.
    const WindowImage first(block_, {"input", 0, 4, spec_.weights}, window, spec_.window_rows,
                            spec_.window_columns);
    const WindowImage second(block_, {"second", 2, 8, spec_.weights}, window, spec_.second_rows(),
                             spec_.second_columns());
    const GatheredWindows windows = gather_windows(block_, first, second);
    const WindowContrast contrast = window_contrast(block_, table_, windows);
    WindowTransform(block_, table_, windows, contrast).write();
    const LagPeak peak = find_peak(block_);
    const Expr has_peak = b_.let("has_peak", both(windows.are_inside, contrast.has_contrast));
    const Expr is_good =
        b_.let("is_good", both(has_peak, select(peak.is_border, ast::Literal{ast::Type::boolean, 0},
                                                ast::Literal{ast::Type::boolean, 1})));
    const RefinedPeak refined =
        refine_peak(block_, first, second, windows, contrast, peak, is_good);
    const Expr x = b_.let("x", select(is_good, refined.x, peak.lag_x));
    const Expr y = b_.let("y", select(is_good, refined.y, peak.lag_y));
    const auto if_found = [&](const Expr& value) {
      return b_.let("number", select(has_peak, value, real(0)));
    };
    const auto state = [](WindowState one) { return real(static_cast<double>(one)); };
    const Expr of_peak =
        select(peak.is_border, state(WindowState::border), state(WindowState::good));
    const Expr of_inside = select(contrast.has_contrast, of_peak, state(WindowState::flat));
    const auto along = [&](int row) {
      if (!spec_.is_mapped) return row == 0 ? x : y;
      const auto at = static_cast<std::size_t>(2 * row);
      return b_.let("moved", fma(second.map()[at], x, second.map()[at + 1] * y));
    };
    return {if_found(along(0)),
            if_found(along(1)),
            if_found(peak.score),
            if_found(peak.second),
            if_found(peak.sidelobe),
            if_found(peak.noise),
            b_.let("deviation", select(windows.are_inside, contrast.deviation, real(0))),
            b_.let("state", select(windows.are_inside, of_inside, state(WindowState::outside)))};
  }

  const WindowSpec& spec_;
  Builder b_;
  WindowBlock block_;
  WindowTable table_;
};

bool is_valid(const WindowSpec& spec) {
  const auto holds = [&](const WindowLine& line, int samples) {
    return line.first >= 1 && line.last >= 1 &&
           (spec.search > 0 ? line.length() >= samples : line.length() == samples) &&
           has_small_factors(line.length());
  };
  const auto tapers = [](const std::vector<double>& taper, int count) {
    return taper.empty() || static_cast<int>(taper.size()) == count;
  };
  return spec.window_rows >= 2 && spec.window_columns >= 2 && spec.search >= 0 && spec.count >= 1 &&
         spec.threads >= 32 && spec.refine >= 0 && holds(spec.down, spec.second_rows()) &&
         holds(spec.across, spec.second_columns()) && tapers(spec.taper_rows, spec.window_rows) &&
         tapers(spec.taper_columns, spec.window_columns) &&
         spec.taper_rows.empty() == spec.taper_columns.empty() &&
         (spec.search == 0 || spec.taper_rows.empty());
}

}  // namespace

GeneratedKernel window_kernel(const WindowSpec& spec) {
  if (!is_valid(spec))
    throw InvalidArgument(
        fmt::format("windows {}: {}x{} samples, lags up to {}, transforms of {}x{}, {} threads",
                    spec.name, spec.window_rows, spec.window_columns, spec.search,
                    spec.down.length(), spec.across.length(), spec.threads));
  return WindowWriter(spec).write();
}

}  // namespace fftcore
