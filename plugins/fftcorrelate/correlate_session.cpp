// SPDX-License-Identifier: LGPL-2.1-or-later
#include "correlate_session.h"

#include "../memory/mapped_frame.h"
#include "fftcore/error.h"

namespace fftcore::gst::correlate {
namespace {

// Their brightness is of one size and has one meaning.
bool are_alike(const GstVideoInfo& a, const GstVideoInfo& b) {
  return GST_VIDEO_INFO_FORMAT(&a) == GST_VIDEO_INFO_FORMAT(&b) && whole(a) == whole(b) &&
         gst_video_colorimetry_is_equal(&a.colorimetry, &b.colorimetry) &&
         GST_VIDEO_INFO_INTERLACE_MODE(&a) == GST_VIDEO_INFO_INTERLACE_MODE(&b) &&
         GST_VIDEO_INFO_MULTIVIEW_MODE(&a) == GST_VIDEO_INFO_MULTIVIEW_MODE(&b);
}

Compiled compile(const Task& task, Engine& engine) {
  Compiled compiled{task, nullptr, nullptr};
  if (const auto* wanted = std::get_if<TemplateMatching>(&task))
    compiled.matching = engine.compile(*wanted);
  else
    compiled.phase = engine.compile(std::get<PhaseCorrelation>(task));
  return compiled;
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
    next.current.reset();
    next.place.reset();
  }
  fit(next, info);
  if (compiled_.task) wait_whatever_happens(engine_->queue());
  compiled_ = {};
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
  const Task task = task_of(search, signal_, window);
  std::optional<Compiled> fresh;
  if (compiled_.task != task) fresh = compile(task, *engine_);
  if (!search.is_phase())
    (fresh ? *fresh : compiled_).matching->set_templates({&*search.current, 1});
  if (!fresh) return;
  if (compiled_.task) wait_whatever_happens(engine_->queue());
  compiled_ = std::move(*fresh);
  has_reference_ = false;
}

void CorrelateSession::forget_place() {
  search_.place.reset();
  if (wanted_) wanted_->place.reset();
  has_reference_ = false;
}

Taps CorrelateSession::read(const MappedFrame& frame, const Rectangle& part) {
  return read_luma(signal_, {part.height, part.width},
                   view_.on_host(*engine_, signal_, frame, part));
}

std::optional<Taps> CorrelateSession::template_in(GstBuffer* frame) {
  const Search& next = wanted_ ? *wanted_ : search_;
  if (!next.awaits_frame()) return std::nullopt;
  engine_->begin(frame, frame);
  const MappedFrame mapped(*info_, frame, GST_MAP_READ, engine_->memory());
  return read(mapped, *next.template_rect);
}

void CorrelateSession::begin_with(Taps taps) {
  Search next = wanted_.value_or(search_);
  try {
    require_structure(next, taps, "template-rect");
    next.original = taps;
    next.current = std::move(taps);
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
    compiled_.phase->set_reference(queue, image);
    queue.wait();
    has_reference_ = true;
    surface_.values.clear();
    return {};
  }
  Buffer surface;
  if (search_.settings.output == Drawing::surface) {
    surface_.extent =
        std::visit([](const auto& task) { return surface_extent(task); }, *compiled_.task);
    surface_.values.resize(
        static_cast<std::size_t>(surface_.extent.rows * surface_.extent.columns));
    surface = {surface_.values.data(), 0, surface_.values.size() * sizeof(float), MemoryKind::host};
  }
  if (!is_phase()) {
    compiled_.matching->run(queue, image, surface);
    return compiled_.matching->peaks();
  }
  compiled_.phase->run(queue, image, surface);
  const std::span<const Peak> peaks = compiled_.phase->peaks();
  compiled_.phase->keep_as_reference();
  return peaks;
}

std::vector<Match> CorrelateSession::run(GstBuffer* frame) {
  const Rectangle window = window_of(search_, *info_);
  if (compiled_.task != task_of(search_, signal_, window)) build(search_, window);
  engine_->begin(frame, frame);
  const MappedFrame mapped(*info_, frame, GST_MAP_READ, engine_->memory());
  try {
    std::vector<Match> matches =
        matches_of(search_, compare(view_.part(*engine_, signal_, mapped, window)), window);
    surface_.window = window;
    if (!is_phase() && !matches.empty()) follow(mapped, matches.front());
    return matches;
  } catch (...) {
    wait_whatever_happens(engine_->queue());
    throw;
  }
}

void CorrelateSession::follow(const MappedFrame& frame, const Match& best) {
  search_.place = best.place;
  const double rate = search_.settings.update_rate;
  if (rate == 0) return;
  const Taps seen = read(frame, best.place);
  Taps next = *search_.current;
  for (std::size_t i = 0; i < next.values.size(); ++i)
    next.values[i] += rate * (seen.values[i] - next.values[i]);
  try {
    compiled_.matching->set_templates({&next, 1});
    search_.current = std::move(next);
  } catch (const InvalidArgument&) {
    // What is found has lost its structure: the template stays as it was.
  }
}

}  // namespace fftcore::gst::correlate
