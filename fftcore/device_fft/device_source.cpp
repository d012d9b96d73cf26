// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_source.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "emitter.h"

namespace fftcore {
namespace {

constexpr std::string_view kHead = R"(// {}: {}
//
// SPDX-License-Identifier: 0BSD
// Written by fftcore. Permission to use, copy, modify, and/or distribute this text for any purpose
// with or without fee is hereby granted. The text is provided "as is" and its author disclaims all
// warranties with regard to it.
//
)";

}  // namespace

std::string source_head(const DeviceText& text) {
  return fmt::format(kHead, text.name, to_string(text.fft));
}

std::string source_of_body(const DeviceText& text, const DeviceDialect& dialect) {
  const ast::Kernel& kernel = text.body.kernel;
  std::string source = dialect.types(kernel.real);
  if (!text.body.twiddles.empty()) source += dialect.table(text.body.twiddles, kernel.real);
  return source + emit_kernel(kernel, dialect);
}

std::vector<NamedNumber> numbers_of(const DeviceText& text) {
  const DeviceFftTraits& t = text.traits;
  const bool is_block = text.fft.scope == FftScope::block;
  std::vector<NamedNumber> numbers = {
      {"size", static_cast<int>(text.fft.points), "points of a transform"},
      {"precision_bits", 8 * t.real_bytes / t.implicit_batching, "of a real number"},
      {"is_forward",
       text.fft.kind != TransformKind::c2r && text.fft.direction == Direction::forward ? 1 : 0, ""},
      {"implicit_type_batching", t.implicit_batching, "transforms in one value"},
      {"elements_per_thread", t.elements_per_thread, "complex values that a thread transforms"},
      {"storage_size", t.storage_size, "values of value_type that a thread's array has"},
      {"input_length", t.input_length, "of a transform, in values of input_type"},
      {"output_length", t.output_length, "of a transform, in values of output_type"},
      {"input_ept", t.input_elements_per_thread, "values that a thread loads"},
      {"output_ept", t.output_elements_per_thread, "values that a thread stores"},
      {"stride", t.stride, "from an element of a thread to its next"}};
  if (is_block) {
    const std::array<NamedNumber, 8> of_block = {{
        {"ffts_per_block", t.ffts_per_block, "threadIdx.y, or get_local_id(1)"},
        {"suggested_ffts_per_block", t.suggested_ffts_per_block, ""},
        {"suggested_elements_per_thread", t.suggested_elements_per_thread, ""},
        {"max_threads_per_block", t.threads, "stride * ffts_per_block"},
        {"shared_memory_size", t.shared_bytes, "bytes that execute() needs of registers"},
        {"shared_io_memory_size", t.shared_io_bytes, "bytes where data lies in shared memory"},
        {"requires_workspace", 0, ""},
        {"workspace_size", t.workspace_bytes, "bytes"},
    }};
    numbers.insert(numbers.end(), of_block.begin(), of_block.end());
  }
  return numbers;
}

ValueTypes value_types(const DeviceText& text, const DeviceDialect& dialect) {
  const ast::Real number = text.body.kernel.real;
  const std::string complex(dialect.type(number, ast::Type::real_x2));
  const std::string real(dialect.type(number, ast::Type::real));
  return {complex, text.traits.is_input_real ? real : complex,
          text.traits.is_output_real ? real : complex};
}

std::string filled(std::string_view pattern, std::string_view name, const ValueTypes& types) {
  const std::array<std::pair<std::string_view, std::string_view>, 4> words = {
      {{"$name", name},
       {"$value", types.complex},
       {"$input", types.input},
       {"$output", types.output}}};
  std::string text(pattern);
  for (const auto& [word, value] : words)
    for (auto at = text.find(word); at != std::string::npos;
         at = text.find(word, at + value.size()))
      text.replace(at, word.size(), value);
  return text;
}

}  // namespace fftcore
