// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftw_dense.h"

#include <algorithm>

#include "aligned_array.h"

namespace fftcore {
namespace {

/// What FFTW's plans tell apart, in bytes.
constexpr std::uintptr_t kAlignment = 16;
/// Whether FFTW transforms a line in registers. It then works in place, keeps what a c2r reads and
/// does odd real lines, at no cost. Otherwise it is slower than a copy of ours, or has no plan
/// without buffers.
bool is_in_registers(std::int64_t points) {
  return points <= 16 || points == 20 || points == 25 || points == 32;
}

bool is_aligned(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % kAlignment == 0;
}

FftwKind fftw_kind(const DenseLines& lines, bool is_packed) {
  using enum TransformKind;
  if (lines.kind == c2c)
    return lines.direction == Direction::forward ? FftwKind::c2c_forward : FftwKind::c2c_inverse;
  if (lines.kind == r2c) return is_packed ? FftwKind::r2hc : FftwKind::r2c;
  if (lines.kind == c2r) return is_packed ? FftwKind::hc2r : FftwKind::c2r;
  constexpr int kFirst = static_cast<int>(FftwKind::dct1) - static_cast<int>(dct1);
  return static_cast<FftwKind>(static_cast<int>(lines.kind) + kFirst);
}

/// One side of a block, in real numbers.
struct Side {
  std::int64_t count = 0;     ///< of a line
  std::int64_t distance = 0;  ///< from line to line
  std::int64_t reach(std::int64_t lines) const { return (lines - 1) * distance + count; }
};

template <class Real>
void copy(const Real* from, Side from_side, Real* to, Side to_side, std::int64_t lines,
          Real scale) {
  for (std::int64_t line = 0; line < lines; ++line) {
    const Real* const source = from + line * from_side.distance;
    Real* const target = to + line * to_side.distance;
    if (scale == 1)
      std::copy_n(source, from_side.count, target);
    else
      for (std::int64_t i = 0; i < from_side.count; ++i) target[i] = source[i] * scale;
  }
}

/// Bins of odd lines as FFTW's real numbers (FftwKind::hc2r).
template <class Real>
void pack(const Real* bins, Side bin_side, Real* reals, Side real_side, std::int64_t lines,
          Real scale) {
  for (std::int64_t line = 0; line < lines; ++line) {
    const Real* const source = bins + line * bin_side.distance;
    Real* const target = reals + line * real_side.distance;
    target[0] = source[0] * scale;
    for (std::int64_t k = 1; 2 * k < real_side.count; ++k) {
      target[k] = source[2 * k] * scale;
      target[real_side.count - k] = source[2 * k + 1] * scale;
    }
  }
}

/// The way back (FftwKind::r2hc).
template <class Real>
void unpack(const Real* reals, Side real_side, Real* bins, Side bin_side, std::int64_t lines,
            Real scale) {
  for (std::int64_t line = 0; line < lines; ++line) {
    const Real* const source = reals + line * real_side.distance;
    Real* const target = bins + line * bin_side.distance;
    target[0] = source[0] * scale;
    target[1] = 0;
    for (std::int64_t k = 1; 2 * k < real_side.count; ++k) {
      target[2 * k] = source[k] * scale;
      target[2 * k + 1] = source[real_side.count - k] * scale;
    }
  }
}

/// Packed bins of even lines as FFTW's, and back.
template <class Real>
void spread(const Real* packed, Side packed_side, Real* bins, Side bin_side, std::int64_t lines,
            Real scale) {
  copy(packed, packed_side, bins, bin_side, lines, scale);
  for (std::int64_t line = 0; line < lines; ++line) {
    Real* const target = bins + line * bin_side.distance;
    Real* const last = target + packed_side.count;
    last[0] = target[1];
    last[1] = target[1] = 0;
  }
}
template <class Real>
void gather(const Real* bins, Side bin_side, Real* packed, Side packed_side, std::int64_t lines,
            Real scale) {
  copy(bins, {packed_side.count, bin_side.distance}, packed, packed_side, lines, scale);
  for (std::int64_t line = 0; line < lines; ++line)
    packed[line * packed_side.distance + 1] =
        bins[line * bin_side.distance + packed_side.count] * scale;
}

template <class Real>
class FftwDense final : public DenseTransformOf<Real> {
 public:
  FftwDense(FftwPlanner& planner, const DenseLines& lines) : lanes_(lines.lanes) {
    const bool is_odd = lines.points % 2 != 0, is_c2r = lines.kind == TransformKind::c2r,
               is_r2c = lines.kind == TransformKind::r2c, is_c2c = lines.kind == TransformKind::c2c;
    const bool is_long = !is_in_registers(lines.points);
    is_packed_ = lines.is_packed;
    packs_ = is_c2r && is_odd && is_long;
    unpacks_ = is_r2c && is_odd && is_long;
    loads_ = packs_ || (is_c2r && (is_packed_ || (is_long && lines.keeps_input)));
    stores_ = unpacks_ || (is_r2c && is_packed_) || (lines.is_in_place && is_long && !loads_);
    is_in_place_ = lines.is_in_place && !loads_ && !stores_;
    (loads_ ? load_scale_ : store_scale_) = static_cast<Real>(lines.scale);

    const std::int64_t own_bins = lines.points / 2 + 1, bins = own_bins - (is_packed_ ? 1 : 0);
    from_ = is_c2c || is_c2r ? Side{2 * (is_c2r ? bins : lines.points), 2 * lines.from_distance}
                             : Side{lines.points, lines.from_distance};
    to_ = is_c2c || is_r2c ? Side{2 * (is_r2c ? bins : lines.points), 2 * lines.to_distance}
                           : Side{lines.points, lines.to_distance};
    const Side packed = {lines.points, lines.points};
    const Side natural = {2 * own_bins, 2 * own_bins};
    own_from_ = packs_ ? packed : is_packed_ && is_c2r ? natural : from_;
    own_to_ = unpacks_ ? packed : is_packed_ && is_r2c ? natural : to_;
    const std::int64_t read = own_from_.reach(lanes_), written = own_to_.reach(lanes_);
    source_ = AlignedArray<Real>(is_in_place_ ? std::max(read, written) : read);
    target_ = AlignedArray<Real>(is_in_place_ ? 0 : written);

    const FftwKind kind = fftw_kind(lines, packs_ || unpacks_);
    run_ = planner.run_of(kind);
    const auto make = [&](std::int64_t lanes) {
      return planner.plan({kind, lines.points, lanes, 1,
                           own_from_.distance / (is_c2c || (is_c2r && !packs_) ? 2 : 1), 1,
                           own_to_.distance / (is_c2c || (is_r2c && !unpacks_) ? 2 : 1),
                           lines.keeps_input && !lines.is_in_place && !loads_},
                          source_.data(), is_in_place_ ? source_.data() : target_.data());
    };
    block_ = make(lanes_);
    if (const std::int64_t rest = lines.lines % lanes_; rest != 0) rest_ = make(rest);
  }

  void run(const Real* from, Real* to, std::int64_t lines) override {
    // Where it is not to be destroyed, the plan was told so.
    Real* source = const_cast<Real*>(from);
    if (loads_ || !is_aligned(from)) {
      source = source_.data();
      load(from, lines);
    }
    Real* const target = is_in_place_ ? source : stores_ || !is_aligned(to) ? target_.data() : to;
    run_((lines == lanes_ ? block_ : rest_).get(), source, target);
    if (target != to || store_scale_ != 1) store(target, to, lines);
  }

 private:
  void load(const Real* from, std::int64_t lines) const {
    const auto way = packs_ ? pack<Real> : is_packed_ && loads_ ? spread<Real> : copy<Real>;
    way(from, from_, source_.data(), own_from_, lines, load_scale_);
  }
  /// `target` may be `to`, for its scale.
  void store(const Real* target, Real* to, std::int64_t lines) const {
    const auto way = unpacks_ ? unpack<Real> : is_packed_ && stores_ ? gather<Real> : copy<Real>;
    way(target, own_to_, to, to_, lines, store_scale_);
  }

  std::int64_t lanes_;
  // Long odd lines, for whose bins FFTW has no plan without buffers.
  bool packs_ = false, unpacks_ = false;
  bool is_packed_ = false;  // bins, in the caller's memory
  // By memory of our own, wherever the caller's lies.
  bool loads_ = false, stores_ = false;
  bool is_in_place_ = false;
  Real load_scale_ = 1, store_scale_ = 1;
  Side from_, to_, own_from_, own_to_;
  AlignedArray<Real> source_, target_;
  FftwRun run_ = nullptr;
  FftwPlanner::Plan block_{nullptr, {}}, rest_{nullptr, {}};
};

}  // namespace

template <class Real>
std::unique_ptr<DenseTransformOf<Real>> make_fftw_dense(FftwPlanner& planner,
                                                        const DenseLines& lines) {
  return std::make_unique<FftwDense<Real>>(planner, lines);
}

template std::unique_ptr<DenseTransformOf<float>> make_fftw_dense(FftwPlanner&, const DenseLines&);
template std::unique_ptr<DenseTransformOf<double>> make_fftw_dense(FftwPlanner&, const DenseLines&);

}  // namespace fftcore
