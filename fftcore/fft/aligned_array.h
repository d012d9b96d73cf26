// SPDX-License-Identifier: LGPL-2.1-or-later
// Work memory for transforms: aligned to a cache line, which also suits every SIMD width, and zero
// at first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace fftcore {

inline constexpr std::size_t kCacheLine = 64;

template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  /// Throws std::bad_alloc.
  explicit AlignedArray(std::int64_t count)
      : data_(static_cast<T*>(::operator new (static_cast<std::size_t>(count) * sizeof(T),
                                              std::align_val_t{kCacheLine}))),
        count_(count) {
    std::fill_n(data_.get(), count, T{});
  }

  T* data() const { return data_.get(); }
  std::int64_t size() const { return count_; }
  T& operator[](std::int64_t i) const { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* data) const { ::operator delete (data, std::align_val_t{kCacheLine}); }
  };
  std::unique_ptr<T[], Free> data_;
  std::int64_t count_ = 0;
};

}  // namespace fftcore
