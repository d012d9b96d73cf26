// SPDX-License-Identifier: LGPL-2.1-or-later
// One level of a StreamPlan at work: spectra of the input's last blocks, their products with the
// responses' partitions, and the results until they are heard.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "aligned_array.h"
#include "response_change.h"
#include "stream_plan.h"
#include "stream_transform.h"

namespace fftcore {

/// Points of a transform that a push of the stream's block can do at once without doing much more
/// than others. Input and responses are transformed alike.
constexpr std::int64_t most_at_once(const StreamConvolution& stream) {
  return stream.block >= 512 ? 1024 : 512;
}

/// The last samples of an input, for all levels: sample t is in place t modulo a power of 2.
template <class Real>
struct StreamHistory {
  const Real* samples = nullptr;
  std::int64_t length = 0;
  const Real* at(std::int64_t t) const { return samples + (t & (length - 1)); }
};

template <class Real>
class StreamLevelWork {
 public:
  StreamLevelWork(const StreamConvolution& stream, const StreamLevel& level,
                  const EngineOf<Real>& engine);

  const StreamLevel& level() const { return level_; }

  /// Forgets all samples.
  void reset();

  /// A response's spectra (StreamResponses::levels) by a transform that is the caller's. `taps`:
  /// partitions * block of them.
  static void transform_response(const StreamLevel& level, StreamTransform<Real>& transform,
                                 const Real* taps, const Real* zeros, Real* spectra);
  static std::int64_t response_values(const StreamLevel& level) {
    return 2 * level.block * level.partitions;
  }

  /// Begins the work that block number `block` of the input has completed; the work before it is
  /// done. `responses`: this level's, by bank; null: none. Both are read until the work is done.
  void begin(std::int64_t block, std::span<const StreamHistory<Real>> histories,
             std::array<const Real*, kStreamBanks> responses);
  /// Goes on until `part` of the block's samples' worth of work is done; all is level().block.
  /// Returns the estimated nanoseconds of what it did.
  double advance(std::int64_t part);

  /// Adds results from time t on: by `bank`, of one output.
  void add_results(std::size_t bank, std::int64_t output, std::int64_t t, std::int64_t count,
                   Real* sums) const;

 private:
  /// Work in units: steps forward, ranges of products, steps back.
  struct Units {
    std::int64_t forward = 0, products = 0, inverse = 0;
    double product_cost = 0;  ///< of one unit, in nanoseconds as estimated
    double cost = 0;          ///< of all units
    std::int64_t count() const { return forward + products + inverse; }
  };

  double do_unit(std::int64_t number);
  void transform_input(std::int64_t number);
  void multiply(std::int64_t number);
  void transform_back(std::int64_t number);

  Real* input_spectra(std::int64_t input) const {
    return &spectra_[input * response_values(level_)];
  }
  Real* sums(std::size_t bank, std::int64_t output) const {
    return &sums_[(static_cast<std::int64_t>(bank) * outputs_ + output) * 2 * level_.block];
  }
  Real* results(std::size_t bank, std::int64_t output, std::int64_t block) const;

  const StreamLevel level_;
  const Mixing mixing_;
  const std::int64_t inputs_, outputs_;
  const std::int64_t groups_, group_step_;  // of a spectrum; values from group to group
  const std::int64_t range_groups_, ranges_;
  const double transform_cost_, product_cost_;  // of a transform; of a product
  const std::int64_t result_blocks_;
  StreamTransform<Real> transform_;
  // Of each input: group, slot of a block, values. Block j is in slot -j modulo `partitions`, so
  // that older blocks follow newer ones.
  AlignedArray<Real> spectra_;
  AlignedArray<Real> sums_;     // bank, output, bins
  AlignedArray<Real> results_;  // bank, output, block modulo result_blocks_, samples

  // The work under way.
  std::int64_t block_ = 0;
  std::int64_t slot_ = 0;
  std::span<const StreamHistory<Real>> histories_;
  std::array<const Real*, kStreamBanks> responses_{};
  std::array<std::size_t, kStreamBanks> banks_{};  // those that have responses
  Units units_;
  std::int64_t done_units_ = 0;
  double done_cost_ = 0;
};

extern template class StreamLevelWork<float>;
extern template class StreamLevelWork<double>;

}  // namespace fftcore
