// SPDX-License-Identifier: LGPL-2.1-or-later
#include "session.h"

#include <fmt/format.h>

#include "fftcore/error.h"
#include "shift_session.h"
#include "warp_session.h"

namespace fftcore::gst::stabilize {

MotionMap map_of(Vector shift) {
  return {{1, 0, shift.x, 0, 1, shift.y, 0, 0, 1}};
}

std::unique_ptr<Session> create_session(const Settings& settings) {
  if (settings.zoom > 0 && settings.zoom < 1)
    throw InvalidArgument(fmt::format("zoom is {}; 0 and 1 to 2 are allowed", settings.zoom));
  if (settings.model == MotionModel::translation && settings.zoom == 1 &&
      settings.look_ahead == 0 && settings.border != Border::keep)
    return std::make_unique<ShiftSession>(settings);
  return std::make_unique<WarpSession>(settings);
}

}  // namespace fftcore::gst::stabilize
