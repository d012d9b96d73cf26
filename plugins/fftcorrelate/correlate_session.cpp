// SPDX-License-Identifier: LGPL-2.1-or-later
#include "correlate_session.h"

#include "../common/mapped_frame.h"
#include "fftcore/error.h"

namespace fftcore::gst::correlate {
namespace {

// Their brightness is of one size and has one meaning.
bool are_alike(const GstVideoInfo& a, const GstVideoInfo& b) {
  return GST_VIDEO_INFO_FORMAT(&a) == GST_VIDEO_INFO_FORMAT(&b) && whole(a) == whole(b) &&
         gst_video_colorimetry_is_equal(&a.colorimetry, &b.colorimetry);
}

}  // namespace

CorrelateSession::CorrelateSession(const Settings& settings)
    : search_(changed(Search{}, settings)) {}

CorrelateSession::~CorrelateSession() {
  if (engine_ != nullptr) wait_whatever_happens(engine_->queue());
}

void CorrelateSession::set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) {
  const bool has_new_frames = !info_ || !are_alike(*info_, info);
  if (engine_ == engine && !has_new_frames) {
    info_ = info;
    return;
  }
  LumaSignal signal = luma_signal(info);
  Search next = wanted_.value_or(search_);
  if (has_new_frames && (signal != signal_ || next.image != nullptr)) {
    next.original.reset();
    next.pattern.reset();
    next.place.reset();
  }
  fit(next, info);
  if (executable_ != nullptr) wait_whatever_happens(engine_->queue());
  executable_.reset();
  engine_ = std::move(engine);
  info_ = info;
  signal_ = std::move(signal);
  wanted_.reset();
  search_ = std::move(next);
  if (search_.is_ready()) build(search_, window_of(search_, *info_));
}

void CorrelateSession::change(const Settings& settings) {
  adopt(changed(wanted_.value_or(search_), settings));
}

void CorrelateSession::set_template(std::shared_ptr<const TemplateImage> image) {
  const Search& newest = wanted_ ? *wanted_ : search_;
  if (newest.image != nullptr && newest.image->is_same(*image)) return;
  Search next = newest;
  const std::optional<Taps> before = newest.image != nullptr ? newest.original : std::nullopt;
  use_image(next, std::move(image));
  // another buffer, the same picture
  if (info_ && before && next.image->luma(*info_) == before) return;
  adopt(std::move(next));
}

void CorrelateSession::adopt(Search next) {
  if (!info_) {
    search_ = std::move(next);
    return;
  }
  fit(next, *info_);
  if (next.awaits_frame()) {
    wanted_ = std::move(next);
  } else {
    put_into_service(std::move(next));
    wanted_.reset();
  }
}

void CorrelateSession::put_into_service(Search next) {
  if (next.is_ready()) build(next, window_of(next, *info_));
  search_ = std::move(next);
}

// The executable in service stays where something throws.
void CorrelateSession::build(const Search& search, const Rectangle& window) {
  const Correlation correlation = correlation_of(search, signal_, window);
  std::unique_ptr<CorrelationExecutable> fresh;
  if (executable_ == nullptr || executable_->correlation() != correlation)
    fresh = engine_->backend().compile(correlation, engine_->build_queue());
  if (!search.is_phase())
    (fresh != nullptr ? fresh : executable_)->set_patterns({&*search.pattern, 1});
  if (fresh == nullptr) return;
  if (executable_ != nullptr) wait_whatever_happens(engine_->queue());
  executable_ = std::move(fresh);
  has_reference_ = false;
}

void CorrelateSession::forget_place() {
  search_.place.reset();
  if (wanted_) wanted_->place.reset();
  has_reference_ = false;
}

Taps CorrelateSession::read(ConstBuffer plane, const Rectangle& part) const {
  std::vector<std::byte> storage;
  return read_luma(
      signal_, {part.height, part.width},
      engine_->on_host(part_of(signal_, part), part_of(signal_, plane, part), storage));
}

void CorrelateSession::prepare(GstBuffer* frame) {
  Search next = wanted_.value_or(search_);
  if (!next.awaits_frame()) return;
  engine_->begin(frame, frame);
  const MappedFrame mapped(*info_, frame, GST_MAP_READ, engine_->memory());
  Taps taps = read(mapped.source(signal_.plane), *next.template_rect);
  try {
    require_structure(next, taps, "template-rect");
    next.original = taps;
    next.pattern = std::move(taps);
    next.place = next.template_rect;
    put_into_service(std::move(next));
  } catch (...) {
    if (can_search()) wanted_.reset();  // else the next frame is asked
    throw;
  }
  wanted_.reset();
}

std::span<const Peak> CorrelateSession::compare(ConstBuffer image) {
  Queue& queue = engine_->queue();
  if (is_phase() && !has_reference_) {
    executable_->set_reference(queue, image);
    queue.wait();
    has_reference_ = true;
    surface_.values.clear();
    return {};
  }
  Buffer surface;
  if (executable_->correlation().has_surface) {
    surface_.extent = surface_extent(executable_->correlation());
    surface_.values.resize(
        static_cast<std::size_t>(surface_.extent.rows * surface_.extent.columns));
    surface = {surface_.values.data(), 0, surface_.values.size() * sizeof(float), MemoryKind::host};
  }
  executable_->run(queue, image, surface);
  const std::span<const Peak> peaks = executable_->peaks();
  if (is_phase()) executable_->keep_as_reference();
  return peaks;
}

std::vector<Match> CorrelateSession::run(GstBuffer* frame) {
  const Rectangle window = window_of(search_, *info_);
  if (executable_ == nullptr ||
      executable_->correlation() != correlation_of(search_, signal_, window))
    build(search_, window);
  engine_->begin(frame, frame);
  const MappedFrame mapped(*info_, frame, GST_MAP_READ, engine_->memory());
  const ConstBuffer plane = mapped.source(signal_.plane);
  try {
    std::vector<Match> matches =
        matches_of(search_, compare(part_of(signal_, plane, window)), window);
    surface_.window = window;
    if (!is_phase() && !matches.empty()) follow(plane, matches.front());
    return matches;
  } catch (...) {
    wait_whatever_happens(engine_->queue());
    throw;
  }
}

void CorrelateSession::follow(ConstBuffer plane, const Match& best) {
  search_.place = best.place;
  const double rate = search_.settings.update_rate;
  if (rate == 0) return;
  const Taps seen = read(plane, best.place);
  Taps next = *search_.pattern;
  for (std::size_t i = 0; i < next.values.size(); ++i)
    next.values[i] += rate * (seen.values[i] - next.values[i]);
  try {
    executable_->set_patterns({&next, 1});
    search_.pattern = std::move(next);
  } catch (const InvalidArgument&) {
    // What is found has lost its structure: the template stays as it was.
  }
}

}  // namespace fftcore::gst::correlate
