// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_session.h"

namespace fftcore::gst {
namespace {

constexpr std::chrono::nanoseconds kFrameTimeIfUnknown = std::chrono::milliseconds(33);

std::chrono::nanoseconds frame_time(const GstVideoInfo& info) {
  if (GST_VIDEO_INFO_FPS_N(&info) <= 0) return kFrameTimeIfUnknown;
  return std::chrono::nanoseconds(gst_util_uint64_scale_int(GST_SECOND, GST_VIDEO_INFO_FPS_D(&info), GST_VIDEO_INFO_FPS_N(&info)));
}

}  // namespace

FilterSession::FilterSession(Backend& backend, const Settings& settings)
    : backend_(backend),
      queue_(backend_.create_queue({})),
      target_{settings, std::make_shared<const Taps>(make_taps(settings.source))},
      in_service_(target_),
      passes_(is_passthrough(settings)) {}

void FilterSession::set_info(const GstVideoInfo& info) {
  info_ = info;
  filters_.drop();
  if (!is_passthrough(target_.settings)) {
    FramePlan plan = plan_of(target_);
    if (filter_ == nullptr || filter_->plan() != plan) filter_ = std::make_unique<FrameFilter>(backend_, *queue_, std::move(plan));
  }
  serve(target_);
}

void FilterSession::change(const Settings& settings) {
  if (taps_.is_under_way() && settings.source == loading_.source) {
    loading_ = settings;
  } else if (settings.source == target_.settings.source) {
    aim_at({settings, target_.taps});
  } else if (is_slow(settings.source)) {
    loading_ = settings;
    taps_.post([source = settings.source] { return make_taps(source); });
  } else {
    aim_at({settings, std::make_shared<const Taps>(make_taps(settings.source))});
  }
}

void FilterSession::poll() {
  if (std::optional<Taps> taps = taps_.take()) aim_at({loading_, std::make_shared<const Taps>(std::move(*taps))});
  try {
    if (std::optional<std::unique_ptr<FrameFilter>> built = filters_.take()) {
      filter_ = std::move(*built);
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
  if (filter_ == nullptr || filter_->plan() != plan_of(target)) return false;
  return filter_->has_taps(target.taps) || filter_->set_taps_time() <= frame_time(*info_);
}

void FilterSession::aim_at(Target target) {
  target_ = std::move(target);
  taps_.drop();
  if (can_serve_now(target_)) {
    filters_.drop();
    serve(target_);
    return;
  }
  FramePlan plan = plan_of(target_);
  if (filters_.is_under_way() && plan_of(building_) == plan) return;  // poll() sees to what is new besides
  building_ = target_;
  filters_.post([this, plan = std::move(plan), building = building_] {
    auto filter = std::make_unique<FrameFilter>(backend_, *queue_, plan);
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

void FilterSession::run(const MappedFrame& input, MappedFrame& output) {
  if (passes_) {
    output.copy_from(input);
  } else {
    filter_->run(*queue_, input, output);
  }
}

}  // namespace fftcore::gst
