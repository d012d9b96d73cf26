// SPDX-License-Identifier: LGPL-2.1-or-later
#include "multiply_session.h"

#include "../spectra/mapped_spectrum.h"
#include "fftcore/error.h"

namespace fftcore::gst::multiply {
namespace {

constexpr std::chrono::nanoseconds kSpectrumTimeIfUnknown = std::chrono::milliseconds(33);

std::chrono::nanoseconds spectrum_time(const SpectrumInfo& info) {
  const auto time = [](std::int64_t count, std::int64_t rate) {
    return std::chrono::nanoseconds(std::chrono::seconds(count)) / rate;
  };
  if (info.rate > 0) return time(info.width, info.rate);
  if (info.framerate_numerator > 0)
    return time(info.framerate_denominator, info.framerate_numerator);
  return kSpectrumTimeIfUnknown;
}

}  // namespace

MultiplySession::MultiplySession(StageMemories& memories, const Settings& settings)
    : memories_(memories),
      target_{settings, std::make_shared<const TapsMatrix>(make_taps(settings.source)),
              std::nullopt},
      in_service_(target_) {}

MultiplySession::~MultiplySession() {
  memories_.settle();
}

Factor MultiplySession::factor_of(const Target& target) {
  const Settings& settings = target.settings;
  if (target.kernel) return SpectrumFactor{target.kernel, settings.conjugate, settings.phase_only};
  if (!has_taps(settings.source)) return std::monostate{};
  const Extent extent = target.matrix->taps.front().extent;
  // What is given by frequencies has a meaning along rows alone, too.
  const bool has_line = extent.rows == 1 || is_given_by_frequencies(settings.source);
  return TapsFactor{extent, has_line ? std::optional(extent_on(extent, true)) : std::nullopt,
                    settings.operation, target.matrix->channels};
}

// What is asked for.

void MultiplySession::change(const Settings& settings) {
  if (matrices_.is_under_way() && settings.source == loading_.settings.source) {
    loading_.settings = settings;
  } else if (settings.source == target_.settings.source) {
    aim_at({settings, target_.matrix, target_.kernel});
  } else if (is_slow(settings.source)) {
    check(settings.source);
    loading_ = {settings, nullptr, std::nullopt};
    matrices_.post([source = settings.source] { return make_taps(source); });
  } else {
    aim_at(
        {settings, std::make_shared<const TapsMatrix>(make_taps(settings.source)), target_.kernel});
  }
}

void MultiplySession::set_kernel_spectrum(std::shared_ptr<const KernelSpectrum> kernel) {
  const std::optional<SpectrumInfo> info =
      kernel != nullptr ? std::optional(kernel->info) : std::nullopt;
  if (info != target_.kernel) aim_at({target_.settings, target_.matrix, info});
  // without any, the last one serves until others can
  if (kernel == nullptr || kernel == kernel_) return;
  memories_.settle();  // what may use it still
  kernel_ = std::move(kernel);
}

void MultiplySession::poll() {
  if (std::optional<TapsMatrix> matrix = matrices_.take())
    aim_at({loading_.settings, std::make_shared<const TapsMatrix>(std::move(*matrix)),
            target_.kernel});
  try {
    if (std::optional<Built> built = builds_.take()) {
      adopt(std::move(*built), building_);
      if (target_ != in_service_) aim_at(target_);  // newer by now
    }
  } catch (...) {
    target_ = in_service_;
    throw;
  }
}

void MultiplySession::give_up() {
  target_ = in_service_;
  wants_caps_ = false;
}

// Whatever border and points there are, which upstream may change; a kernel's spectrum was checked
// when it came.
void MultiplySession::require_possible(const Target& target) const {
  if (target.kernel && has_taps(target.settings.source)) {
    throw InvalidArgument(
        "pad kernel and a filter, kernel or kernel-location are set together; use one fftmultiply "
        "for each of them");
  }
  const Factor factor = factor_of(target);
  if (!expected_ || !std::holds_alternative<TapsFactor>(factor)) return;
  SpectrumInfo large = *expected_;
  large.border = {kMaxFileTaps, kMaxFileTaps, kMaxFileTaps, kMaxFileTaps};
  large.layout.points = {large.layout.points.rows == 1 ? 1 : kMaxSpectrumPoints,
                         kMaxSpectrumPoints};
  require_fit(factor, large);
}

bool MultiplySession::can_serve_here(const Target& target) const {
  if (!factor_) return false;
  const Factor wanted = factor_of(target);
  if (std::holds_alternative<TapsFactor>(*factor_) && std::holds_alternative<TapsFactor>(wanted))
    return taps_of(target).has_value();
  return wanted == *factor_;
}

void MultiplySession::aim_at(Target target) {
  require_possible(target);
  target_ = std::move(target);
  matrices_.drop();
  if (!factor_) return;
  wants_caps_ = !can_serve_here(target_);
  if (wants_caps_) {
    builds_.drop();
    return;
  }
  if (built_.executable == nullptr) {  // they pass
    in_service_ = target_;
    return;
  }
  const bool has_same_stage = stage_of(target_) == built_.stage;
  const bool has_same_taps = target_.matrix == in_service_.matrix &&
                             target_.settings.operation == in_service_.settings.operation;
  if (has_same_stage && (has_same_taps || built_.set_time <= spectrum_time(*input_))) {
    builds_.drop();
    if (!has_same_taps && !target_.kernel)
      built_.set_time = set_taps(*built_.executable, *taps_of(target_));
    in_service_ = target_;
    return;
  }
  build_beside(target_);
}

// What serves.

MultiplyStage MultiplySession::stage_of(const Target& target) const {
  MultiplyStage stage;
  stage.input = input_->layout;
  stage.output = output_->layout;
  if (target.kernel) {
    stage.spectrum = target.kernel->layout;
    stage.mixing = *mixing_of(stage.input.channels, target.kernel->layout.channels);
    stage.op.conjugate_factor = target.settings.conjugate;
    if (target.settings.phase_only) {
      stage.op.kind = SpectralKind::phase_only;
      stage.op.parameter = static_cast<float>(target.settings.noise);
    }
  } else {
    stage.taps = place_.extent;
    stage.operation = place_.operation;
    stage.mixing = target.matrix->channels > 1 ? Mixing::full : Mixing::none;
  }
  return stage;
}

// Taps as the stage in service takes them; none where they reach too far for it.
std::optional<std::vector<Taps>> MultiplySession::taps_of(const Target& target) const {
  std::vector<Taps> result;
  for (const Taps& taps : in_order(*target.matrix, channel_order(*input_))) {
    std::optional<Taps> one = placed(taps, target.settings.operation, place_);
    if (!one) return std::nullopt;
    result.push_back(std::move(*one));
  }
  return result;
}

std::chrono::nanoseconds MultiplySession::set_taps(MultiplyExecutable& executable,
                                                   const std::vector<Taps>& taps) {
  const auto start = std::chrono::steady_clock::now();
  executable.set_taps(taps);
  return std::chrono::steady_clock::now() - start;
}

MultiplySession::Built MultiplySession::build(Engine& engine, const MultiplyStage& stage,
                                              const std::optional<std::vector<Taps>>& taps) {
  Built built{stage, engine.compile(stage), {}};
  if (taps) built.set_time = set_taps(*built.executable, *taps);
  return built;
}

void MultiplySession::build_beside(const Target& target) {
  if (builds_.is_under_way() && building_ == target) return;
  building_ = target;
  builds_.post([engine = engine_, stage = stage_of(target),
                taps = target.kernel ? std::nullopt : taps_of(target)] {
    return build(*engine, stage, taps);
  });
}

// A GPU may still have work to do with the old one.
void MultiplySession::adopt(Built built, Target target) {
  memories_.settle();
  built_ = std::move(built);
  in_service_ = std::move(target);
}

void MultiplySession::serve(std::shared_ptr<Engine> engine, const Factor& factor,
                            const SpectrumInfo& input, const SpectrumInfo& output) {
  const bool is_wanted = factor == wanted();
  Target target = is_wanted ? target_ : in_service_;
  builds_.drop();
  memories_.settle();
  input_ = input;
  output_ = output;
  factor_.reset();
  if (const auto* taps = std::get_if<TapsFactor>(&factor))
    place_ = {extent_for(*taps, input), taps->operation, input.layout.points.rows == 1,
              input.rate > 0};
  if (std::holds_alternative<std::monostate>(factor)) {
    adopt({}, std::move(target));
    kernel_.reset();
  } else {
    const MultiplyStage stage = stage_of(target);
    const std::optional<std::vector<Taps>> taps = target.kernel ? std::nullopt : taps_of(target);
    if (engine_ != engine || built_.executable == nullptr || built_.stage != stage) {
      adopt(build(*engine, stage, taps), std::move(target));
    } else {
      if (taps) built_.set_time = set_taps(*built_.executable, *taps);
      in_service_ = std::move(target);
    }
  }
  engine_ = std::move(engine);
  factor_ = factor;
  wants_caps_ = !is_wanted && !can_serve_here(target_);
}

void MultiplySession::move_to(std::shared_ptr<Engine> engine) {
  if (factor_) serve(std::move(engine), Factor(*factor_), *input_, *output_);
}

void MultiplySession::run(StageBuffer input, StageBuffer output) {
  const bool has_kernel = in_service_.kernel.has_value();
  const StageBuffer kernel =
      has_kernel ? StageBuffer{kernel_->buffer(), memory_kind(kernel_->caps()), true}
                 : StageBuffer{};
  StageRun run = has_kernel ? StageRun(memories_, {input, kernel}, output)
                            : StageRun(memories_, {input}, output);
  const MappedSpectrum source(input_->layout, input.buffer, GST_MAP_READ, input.memory);
  MappedSpectrum target(output_->layout, output.buffer, GST_MAP_WRITE, output.memory);
  std::optional<MappedSpectrum> factor;
  if (has_kernel) factor.emplace(kernel_->info.layout, kernel.buffer, GST_MAP_READ, kernel.memory);
  built_.executable->run(run.queue(), source.source(), factor ? factor->source() : ConstBuffer{},
                         target.target());
  run.finish_spectrum();
}

}  // namespace fftcore::gst::multiply
