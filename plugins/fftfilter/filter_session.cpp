// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_session.h"

namespace fftcore::gst {
namespace {

constexpr std::chrono::nanoseconds kFrameTimeIfUnknown = std::chrono::milliseconds(33);

std::chrono::nanoseconds frame_time(const GstVideoInfo& info) {
  if (GST_VIDEO_INFO_FPS_N(&info) <= 0) return kFrameTimeIfUnknown;
  return std::chrono::nanoseconds(gst_util_uint64_scale_int(GST_SECOND, GST_VIDEO_INFO_FPS_D(&info),
                                                            GST_VIDEO_INFO_FPS_N(&info)));
}

}  // namespace

FilterSession::FilterSession(const Settings& settings)
    : target_{settings, std::make_shared<const PlaneTaps>(settings.source)},
      in_service_(target_),
      passes_(is_passthrough(settings)) {}

FilterSession::~FilterSession() {
  replace_filter(nullptr);
}

// A GPU may still have frames to do with the old one.
void FilterSession::replace_filter(std::unique_ptr<FrameFilter> next) {
  if (filter_ != nullptr) wait_whatever_happens(engine_->queue());
  filter_ = std::move(next);
}

void FilterSession::set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) {
  filters_.drop();
  const bool has_moved = engine_ != engine;
  std::unique_ptr<FrameFilter> built;
  if (!is_passthrough(target_.settings)) {
    FramePlan plan = plan_of(target_, info);
    if (has_moved || filter_ == nullptr || filter_->plan() != plan)
      built = std::make_unique<FrameFilter>(engine, std::move(plan));
  }
  if (has_moved || built != nullptr) replace_filter(std::move(built));
  engine_ = std::move(engine);
  info_ = info;
  serve(target_);
}

void FilterSession::change(const Settings& settings) {
  if (loads_.is_under_way() && settings.source == loading_.source) {
    loading_ = settings;
  } else if (settings.source == target_.settings.source) {
    aim_at({settings, target_.taps});
  } else if (is_slow(settings.source)) {
    check(settings.source);
    loading_ = settings;
    loads_.post([source = settings.source] { return PlaneTaps(source); });
  } else {
    aim_at({settings, std::make_shared<const PlaneTaps>(settings.source)});
  }
}

void FilterSession::poll() {
  if (std::optional<PlaneTaps> taps = loads_.take())
    aim_at({loading_, std::make_shared<const PlaneTaps>(std::move(*taps))});
  try {
    if (std::optional<std::unique_ptr<FrameFilter>> built = filters_.take()) {
      replace_filter(std::move(*built));
      serve(building_);
      aim_at(target_);  // which may be newer by now
    }
  } catch (...) {
    target_ = in_service_;
    throw;
  }
}

bool FilterSession::can_serve_now(const Target& target) const {
  if (!info_ || is_passthrough(target.settings)) return true;
  if (filter_ == nullptr || filter_->plan() != plan_of(target, *info_)) return false;
  return filter_->has_taps(target.taps) || filter_->set_taps_time() <= frame_time(*info_);
}

void FilterSession::aim_at(Target target) {
  // throws where the taps do not fit the format
  if (info_ && !is_passthrough(target.settings)) plan_of(target, *info_);
  target_ = std::move(target);
  loads_.drop();
  if (can_serve_now(target_)) {
    filters_.drop();
    serve(target_);
    return;
  }
  FramePlan plan = plan_of(target_, *info_);
  // poll() sees to what is new besides
  if (filters_.is_under_way() && plan_of(building_, *info_) == plan) return;
  building_ = target_;
  filters_.post([engine = engine_, plan = std::move(plan), building = building_] {
    auto filter = std::make_unique<FrameFilter>(engine, plan);
    filter->set_taps(building.taps);
    return filter;
  });
}

void FilterSession::serve(const Target& target) {
  passes_ = is_passthrough(target.settings);
  if (!passes_ && filter_ != nullptr) {
    filter_->set_taps(target.taps);
    filter_->set_gain(target.settings.gain, target.settings.offset);
  }
  in_service_ = target;
}

void FilterSession::enqueue(const MappedFrame& input, MappedFrame& output) {
  if (!passes_) {
    filter_->run(input, output);
    return;
  }
  for (int plane = 0; plane < static_cast<int>(GST_VIDEO_INFO_N_PLANES(&*info_)); ++plane)
    engine_->copy_plane(plane, input, output);
}

void FilterSession::run(GstBuffer* input, GstBuffer* output) {
  run_frame(*engine_, *info_, input, output,
            [&](const MappedFrame& source, MappedFrame& target) { enqueue(source, target); });
}

}  // namespace fftcore::gst
