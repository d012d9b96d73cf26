// SPDX-License-Identifier: LGPL-2.1-or-later
// Checks of what a StreamExecutable is given. All throw InvalidArgument.
#pragma once

#include <cstdint>
#include <span>

#include "fftcore/stream_executable.h"

namespace fftcore {

/// Largest number of a position.
inline constexpr std::int64_t kMostPosition = std::int64_t{1} << 62;

/// As many as the stream needs, none too long, of finite numbers.
void check_responses(const StreamConvolution& stream, std::span<const ImpulseResponse> responses);

void check_push(const StreamConvolution& stream, std::span<const ConstChannel> inputs,
                std::span<const Channel> outputs, std::int64_t count);

void check_position(std::int64_t position);

/// Throws where compile_any() gets a stream.
[[noreturn]] void refuse_run(const StreamConvolution& stream);

/// Throws where push() has no responses yet.
[[noreturn]] void throw_no_responses();

}  // namespace fftcore
