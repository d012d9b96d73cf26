// SPDX-License-Identifier: LGPL-2.1-or-later
// Claims of a GstVideoMeta that are not so, and pools of buffers that make them.
#pragma once

#include <gst/check/gstharness.h>
#include <gst/video/video.h>

#include <vector>

namespace fftcore::test {

struct WrongMeta {
  const char* name;
  void (*spoil)(GstVideoMeta& meta);  ///< one that is right
};

const std::vector<WrongMeta>& wrong_metas();

/// Downstream of the harness offers a pool whose buffers say so; it lives as long as the harness.
void offer_spoiled_pool(GstHarness* harness, const WrongMeta& wrong);

}  // namespace fftcore::test
