// SPDX-License-Identifier: LGPL-2.1-or-later
#include "array.h"

#include <fmt/format.h>

#include "fftcore/error.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

constexpr nb::dlpack::dtype kNoType{};

constexpr nb::dlpack::dtype type(nb::dlpack::dtype_code code, std::size_t bytes) {
  return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * bytes), 1};
}

[[noreturn]] void refuse_axes(std::string_view name, std::size_t count) {
  throw InvalidArgument(
      fmt::format("{} has {} axes; at most {} are allowed", name, count, kMaxArrayAxes));
}

/// Strides of an array without gaps, from the last axis to the first.
void make_dense(Array& array) {
  std::int64_t stride = 1;
  for (std::size_t i = array.axis_count; i-- > 0; stride *= array.axes[i].extent)
    array.axes[i].stride = stride;
}

/// The type that `<f4` and the like stand for; kNoType for others, and for big-endian ones.
nb::dlpack::dtype type_of_text(std::string_view text) {
  using nb::dlpack::dtype_code;
  if (text.size() < 3 || (text[0] != '<' && text[0] != '|')) return kNoType;
  std::size_t bytes = 0;
  for (const char digit : text.substr(2))
    bytes = 10 * bytes + static_cast<std::size_t>(digit - '0');
  switch (text[1]) {
    case 'u': return type(dtype_code::UInt, bytes);
    case 'i': return type(dtype_code::Int, bytes);
    case 'f': return type(dtype_code::Float, bytes);
    case 'c': return type(dtype_code::Complex, bytes);
    case 'b': return type(dtype_code::Bool, bytes);
    default: return kNoType;
  }
}

Array of_cuda_interface(nb::object interface, std::string_view name, bool is_written) {
  Array array;
  try {
    const auto fields = nb::cast<nb::dict>(interface);
    const auto data = nb::cast<nb::tuple>(fields["data"]);
    array.data = reinterpret_cast<void*>(nb::cast<std::uintptr_t>(data[0]));
    if (is_written && nb::cast<bool>(data[1]))
      throw InvalidArgument(fmt::format("{} is read-only; results need a writable array", name));
    array.type = type_of_text(nb::str(fields["typestr"]).c_str());
    array.is_on_device = true;
    const auto shape = nb::cast<nb::tuple>(fields["shape"]);
    array.axis_count = shape.size();
    if (array.axis_count > kMaxArrayAxes) refuse_axes(name, array.axis_count);
    for (std::size_t i = 0; i < array.axis_count; ++i)
      array.axes[i].extent = nb::cast<std::int64_t>(shape[i]);
    make_dense(array);
    if (!fields.contains("strides") || fields["strides"].is_none()) return array;
    const auto strides = nb::cast<nb::tuple>(fields["strides"]);
    const std::int64_t bytes = array.type.bits / 8;
    for (std::size_t i = 0; i < array.axis_count; ++i) {
      const auto stride = nb::cast<std::int64_t>(strides[i]);
      if (bytes == 0 || stride % bytes != 0)
        throw InvalidArgument(fmt::format("{} has strides that are no whole elements", name));
      array.axes[i].stride = stride / bytes;
    }
    return array;
  } catch (const nb::python_error&) {
    throw InvalidArgument(
        fmt::format("{} has a __cuda_array_interface__ that lacks a field", name));
  } catch (const nb::cast_error&) {
    throw InvalidArgument(
        fmt::format("{} has a __cuda_array_interface__ with a field of another type", name));
  }
}

/// Attribute of an object, or a null object. Torch throws where a tensor is not CUDA's.
nb::object cuda_interface(nb::handle object) {
  PyObject* const found = PyObject_GetAttrString(object.ptr(), "__cuda_array_interface__");
  if (found == nullptr) PyErr_Clear();
  return nb::steal(found);
}

/// The object, or a view of what has no more than the buffer protocol, such as arrays of ctypes:
/// nanobind reads strides, which such objects may leave out, and a view has.
nb::object with_strides(nb::handle object) {
  if (PyObject_CheckBuffer(object.ptr()) == 0 || nb::hasattr(object, "__dlpack__"))
    return nb::borrow(object);
  PyObject* const view = PyMemoryView_FromObject(object.ptr());
  if (view != nullptr) return nb::steal(view);
  PyErr_Clear();
  return nb::none();  // its buffer has no numbers
}

}  // namespace

Array array_of(nb::handle object, std::string_view name, bool is_written) {
  if (PyObject_CheckBuffer(object.ptr()) == 0) {
    if (nb::object interface = cuda_interface(object); interface.is_valid())
      return of_cuda_interface(std::move(interface), name, is_written);
  }
  Array array;
  const nb::object strided = with_strides(object);
  if (!nb::try_cast(strided, array.kept))
    throw InvalidArgument(
        fmt::format("{} is a {}, no array that can be read: arrays of NumPy, DLPack and "
                    "__cuda_array_interface__ are allowed, of numbers in the machine's byte order",
                    name, nb::type_name(object.type()).c_str()));
  nb::ndarray<> writable;
  if (is_written && !nb::try_cast(strided, writable))
    throw InvalidArgument(fmt::format("{} is read-only; results need a writable array", name));
  const auto& known = array.kept;
  array.data = const_cast<void*>(known.data());
  array.type = known.dtype();
  const int device = known.device_type();
  array.is_on_device =
      device == nb::device::cuda::value || device == nb::device::cuda_managed::value;
  if (!array.is_on_device && device != nb::device::cpu::value &&
      device != nb::device::cuda_host::value)
    throw InvalidArgument(fmt::format(
        "{} lies on a device of DLPack's type {}; this machine's memory (1, 3) and CUDA's (2, 13) "
        "are allowed",
        name, device));
  array.device = known.device_id();
  array.axis_count = known.ndim();
  if (array.axis_count > kMaxArrayAxes) refuse_axes(name, array.axis_count);
  for (std::size_t i = 0; i < array.axis_count; ++i)
    array.axes[i] = {static_cast<std::int64_t>(known.shape(i)), known.stride(i)};
  return array;
}

nb::dlpack::dtype type_of(SampleType sample_type) {
  using nb::dlpack::dtype_code;
  const SampleTraits traits = traits_of(sample_type);
  if (traits.is_packed() || traits.is_big_endian)
    throw Unsupported(
        fmt::format("arrays have no type of {}; u8, u16, u10, u12, u10-high, u12-high, f16, f32, "
                    "f64, complex64 and "
                    "complex128 are allowed",
                    sample_type == SampleType::u16_be ? "u16-be" : "u10-packed"));
  if (traits.is_whole()) return type(dtype_code::UInt, traits.bytes);
  return type(traits.is_complex() ? dtype_code::Complex : dtype_code::Float, traits.bytes);
}

std::string name_of(nb::dlpack::dtype type) {
  using nb::dlpack::dtype_code;
  std::string_view kind = "of an unknown type with bits ";
  switch (static_cast<dtype_code>(type.code)) {
    case dtype_code::Int: kind = "int"; break;
    case dtype_code::UInt: kind = "uint"; break;
    case dtype_code::Float: kind = "float"; break;
    case dtype_code::Bfloat: kind = "bfloat"; break;
    case dtype_code::Complex: kind = "complex"; break;
    case dtype_code::Bool: kind = "bool"; break;
    default: break;
  }
  return fmt::format("{}{}", kind, type.bits);
}

}  // namespace fftcore
