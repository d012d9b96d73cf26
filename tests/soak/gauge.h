// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory of one kind, watched over time.
#pragma once

#include <functional>
#include <vector>

namespace fftcore::soak {

inline constexpr double kMiB = 1 << 20;

class Gauge {
 public:
  /// `most_growth` in bytes; `bytes`: how many there are now.
  Gauge(const char* name, double most_growth, std::function<double()> bytes);
  void sample();
  void print() const;
  /// From the second third to the last: the first is for what pools keep. Prints it.
  bool has_grown() const;

 private:
  /// Of some samples: single ones are what pools and drivers take and give back.
  double median(std::size_t from, std::size_t to) const;

  const char* name_;
  double most_growth_;
  std::function<double()> bytes_;
  std::vector<double> samples_;
};

}  // namespace fftcore::soak
