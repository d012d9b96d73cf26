// SPDX-License-Identifier: LGPL-2.1-or-later
// How large samples may be that share a transform: it rounds all results by the largest of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fftcore/convolution.h"
#include "image_access.h"
#include "worker_pool.h"

namespace fftcore {

/// Limits for each channel of each frame, or for all channels that mix. A sample is large beyond
/// 2^18 times the faint ones, in double precision 2^47 times: at the limit a transform's rounding
/// is about 2 % of those. Faint are the least sixteenth of samples other than 0. Data of a wide
/// range, which no gap of 2^8 parts, are not large, nor is what is up to 2^8 times beyond them:
/// transforms round such images by their largest samples.
class SampleLimits {
 public:
  SampleLimits(const Convolution& problem, const ImageAccess& image);

  /// Finds what is faint by a sparse look at the image, or at all of it where that says too little.
  /// Allocates nothing.
  void measure(const Frame& whole, WorkerPool& pool);
  /// What follows for samples beyond the limits: limits from the least of these on, in place of
  /// those of which some are beyond, in a whole look.
  struct Beyond {
    bool has_large = false;       ///< samples that are finite
    bool has_not_finite = false;  ///< others
  };
  Beyond raise(const Frame& whole, WorkerPool& pool);
  /// Gives all channels one unit, for those that can have no other.
  void share_unit();
  /// That of all channels, once they share it.
  double unit() const;

  /// As Frame::limits has them.
  const SampleLimit* data() const { return limits_.data(); }
  std::span<const SampleLimit> all() const { return limits_; }

 private:
  /// Channels of a frame that share transforms.
  struct Set {
    std::int64_t frame = 0;
    std::span<const int> channels;
  };
  template <class Visit>
  void for_each_set(Visit visit);
  template <class Real>
  void measure_all(const Frame& whole, WorkerPool& pool);
  /// Magnitudes of data: from the faint ones on to the last one that no gap parts from them.
  template <class Real>
  struct Range {
    Real faint = 0, end = 0;
  };
  /// Those from the least magnitude above `above` on, infinity where there is none; and whether
  /// there are numbers that are not finite.
  template <class Real>
  struct Least {
    Range<Real> data;
    bool has_not_finite = false;
  };
  template <class Real>
  Least<Real> least(const Frame& whole, const Set& set, Real above, WorkerPool& pool) const;
  /// By a sparse look; nothing where it says too little. 0 where it sees zeros alone, so that all
  /// other samples are large, if there are some.
  template <class Real>
  std::optional<Range<Real>> sparse_look(const Frame& whole, const Set& set) const;
  template <class Real>
  void set_limit(const Set& set, const Range<Real>& data);
  template <class Real>
  Beyond raise_all(const Frame& whole, WorkerPool& pool);

  const Convolution& problem_;
  const ImageAccess& image_;
  const std::vector<int> channels_;  // that are filtered
  std::vector<SampleLimit> limits_;
};

}  // namespace fftcore
