// SPDX-License-Identifier: LGPL-2.1-or-later
// Streams of a context, and how the host waits for what is on one.
#pragma once

#include <chrono>

#include "cuda_context.h"
#include "device.h"

namespace fftcore::cuda {

/// What a thread sleeps on. It is made for that: the driver wakes whoever waits for it.
class Event {
 public:
  explicit Event(ContextHandle context);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  EventHandle handle() const { return event_; }

 private:
  ContextHandle context_;
  EventHandle event_ = nullptr;
};

class Stream : public DeviceStream {
 public:
  /// How long HostWait::automatic asks before it sleeps: longer than a 1080p frame takes, short
  /// beside the time until the next one.
  static constexpr std::chrono::microseconds kSpinTime{200};

  explicit Stream(ContextHandle context);
  Stream(ContextHandle context, StreamHandle borrowed);
  ~Stream() override;

  void copy_in(DeviceMemory& to, const void* from, const CopyShape& shape) override;
  void copy_out(void* to, const DeviceMemory& from, const CopyShape& shape) override;
  void launch(LoadedKernel& loaded, Start start, std::span<const Argument> arguments) override;
  void wait() override;
  void wait_by(HostWait how) override { how_ = how; }

 private:
  bool spin() const;
  void sleep() const;

  ContextHandle context_;
  Event end_;
  HostWait how_ = HostWait::automatic;
  StreamHandle stream_ = nullptr;
  bool is_owned_;
};

}  // namespace fftcore::cuda
