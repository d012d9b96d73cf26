// SPDX-License-Identifier: LGPL-2.1-or-later
// The text of a DeviceFft: a function that is generated, and what is written around it.
#pragma once

#include <string>
#include <string_view>

#include "device_body.h"
#include "device_dialect.h"

namespace fftcore {

/// What texts are made of.
struct DeviceText {
  const DeviceFft& fft;
  const DeviceFftTraits& traits;
  const GeneratedKernel& body;
  std::string_view name;
};

std::string cuda_source(const DeviceText& text);
std::string opencl_source(const DeviceText& text);

/// First lines of both: what it is, and its licence.
std::string source_head(const DeviceText& text);
/// Types, table and generated function.
std::string source_of_body(const DeviceText& text, const DeviceDialect& dialect);

/// One of the numbers that a text says of itself.
struct NamedNumber {
  std::string_view name;
  int value;
  std::string_view comment;
};
std::vector<NamedNumber> numbers_of(const DeviceText& text);

/// Types of values, as text.
struct ValueTypes {
  std::string complex, input, output;
};
ValueTypes value_types(const DeviceText& text, const DeviceDialect& dialect);

/// The pattern with $name, $value, $input and $output replaced.
std::string filled(std::string_view pattern, std::string_view name, const ValueTypes& types);

}  // namespace fftcore
