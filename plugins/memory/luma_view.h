// SPDX-License-Identifier: LGPL-2.1-or-later
// The brightness of frames where a search finds it, whatever planes a frame has.
#pragma once

#include <cstddef>
#include <vector>

#include "../frames/luma_signal.h"
#include "engine.h"

namespace fftcore::gst {

class LumaView {
 public:
  /// What lies in a part of the frame, as part_of(signal, part) says: in the frame itself. Where
  /// its planes are not as far apart as `signal` says, it is a copy in the host's memory, which
  /// lives until the next call.
  ConstBuffer part(Engine& engine, const LumaSignal& signal, const MappedFrame& frame,
                   const Rectangle& part);
  /// The same in the host's memory.
  ConstBuffer on_host(Engine& engine, const LumaSignal& signal, const MappedFrame& frame,
                      const Rectangle& part);

 private:
  ConstBuffer gathered(Engine& engine, const LumaSignal& signal, const MappedFrame& frame,
                       const Rectangle& part);

  std::vector<std::byte> gathered_;
  std::vector<std::byte> downloaded_;
};

}  // namespace fftcore::gst
