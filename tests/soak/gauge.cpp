// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gauge.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace fftcore::soak {

Gauge::Gauge(const char* name, double most_growth, std::function<double()> bytes)
    : name_(name), most_growth_(most_growth), bytes_(std::move(bytes)) {}

void Gauge::sample() {
  samples_.push_back(bytes_());
}

void Gauge::print() const {
  std::printf("  %s %.1f MiB", name_, samples_.back() / kMiB);
}

bool Gauge::has_grown() const {
  const std::size_t third = samples_.size() / 3;
  const double growth =
      median(2 * third, samples_.size()) - median(third, std::max(2 * third, third + 1));
  std::printf("%s grew by %.1f MiB, at most %.0f\n", name_, growth / kMiB, most_growth_ / kMiB);
  return growth > most_growth_;
}

double Gauge::median(std::size_t from, std::size_t to) const {
  std::vector<double> some(samples_.begin() + static_cast<std::ptrdiff_t>(from),
                           samples_.begin() + static_cast<std::ptrdiff_t>(to));
  const auto middle = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
  std::nth_element(some.begin(), middle, some.end());
  return *middle;
}

}  // namespace fftcore::soak
