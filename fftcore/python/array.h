// SPDX-License-Identifier: LGPL-2.1-or-later
// Arrays of Python's libraries, as memory with a shape: NumPy's and other buffers, DLPack, and
// __cuda_array_interface__. Nothing is copied.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "fftcore/layout.h"

namespace fftcore {

/// Most axes of an array that is taken.
inline constexpr std::size_t kMaxArrayAxes = 16;

/// Where an array's memory is, with its axes from the first to the last one of Python's shape.
struct Array {
  void* data = nullptr;
  nanobind::dlpack::dtype type{};
  bool is_on_device = false;  ///< CUDA's; `device` is its number
  int device = 0;
  std::size_t axis_count = 0;
  std::array<Axis, kMaxArrayAxes> axes;  ///< strides count elements
  nanobind::ndarray<nanobind::ro> kept;  ///< what keeps DLPack's memory; none of other arrays
};

/// Memory of a Python object. `name` is the argument's in messages. Throws InvalidArgument for what
/// is no array, lies on a device that is neither this machine nor CUDA's, or is read-only where it
/// `is_written`.
Array array_of(nanobind::handle object, std::string_view name, bool is_written);

/// The type of a SampleType in arrays. Throws Unsupported where arrays have none, as of u10_packed.
nanobind::dlpack::dtype type_of(SampleType sample_type);

/// NumPy's name of a type, such as float32.
std::string name_of(nanobind::dlpack::dtype type);

}  // namespace fftcore
