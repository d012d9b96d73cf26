// SPDX-License-Identifier: LGPL-2.1-or-later
// Streams: samples are pushed in, as many come out.
#include <array>
#include <span>

#include "executable.h"
#include "one_user.h"

using namespace fftcore;

namespace {

/// Channels of a push, without memory of their own.
template <class Channel>
class Channels {
 public:
  template <class Given>
  Channels(const Given* given, size_t count) : count_(count) {
    if (count > channels_.size())
      throw InvalidArgument(
          fmt::format("{} channels; at most {} are allowed", count, channels_.size()));
    for (size_t i = 0; i < count; ++i) {
      const Given& one = (&object(given, "the list of channels"))[i];
      channels_[i] = {one.data, one.stride == 0 ? 1 : one.stride};
    }
  }
  std::span<const Channel> all() const { return std::span(channels_).first(count_); }

 private:
  std::array<Channel, kMaxStreamChannels> channels_;
  size_t count_;
};

}  // namespace

fftcore_status fftcore_push(fftcore_executable* executable, const fftcore_const_channel* inputs,
                            size_t input_count, const fftcore_channel* outputs, size_t output_count,
                            int64_t count) {
  return guarded([&] {
    const Channels<ConstChannel> from(inputs, input_count);
    const Channels<Channel> to(outputs, output_count);
    const OneUser of_executable(object(executable, "the executable").is_in_use, "executable");
    stream_of(executable, "push; fftcore_run() takes its buffers")
        .push(from.all(), to.all(), count);
  });
}

fftcore_status fftcore_stream_reset(fftcore_executable* executable, int64_t position) {
  return guarded([&] {
    const OneUser of_executable(object(executable, "the executable").is_in_use, "executable");
    stream_of(executable, "position").reset(position);
  });
}

fftcore_status fftcore_stream_state(const fftcore_executable* executable, int64_t* position,
                                    int64_t* tail, int64_t* change_delay) {
  return guarded([&] {
    const StreamExecutable& one = stream_of(executable, "position");
    if (position != nullptr) *position = one.position();
    if (tail != nullptr) *tail = one.tail();
    if (change_delay != nullptr) *change_delay = one.change_delay();
  });
}
