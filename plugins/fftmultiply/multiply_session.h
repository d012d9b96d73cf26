// SPDX-License-Identifier: LGPL-2.1-or-later
// fftmultiply between start and stop: follows the settings, spectrum by spectrum, without making
// one wait.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "../base/rebuild.h"
#include "../spectra/stage_memory.h"
#include "fftcore/backend.h"
#include "kernel_pad.h"
#include "negotiation.h"
#include "placed_taps.h"
#include "settings.h"

namespace fftcore::gst::multiply {

/// All calls from one thread at a time (the streaming thread once there is one). What throws leaves
/// in service what was. New settings serve at once where the caps allow it: taps that reach no
/// further than those in service. Else wants_caps() says so, and what is in service stays until
/// serve().
class MultiplySession {
 public:
  /// Makes the taps; throws what make_taps() throws. `memories` outlives the session.
  MultiplySession(StageMemories& memories, const Settings& settings);
  ~MultiplySession();

  /// Such spectra are to come, from serve() on: settings must fit them.
  void expect(const SpectrumInfo& input) { expected_ = input; }
  /// New settings. Slow work is done by a background thread. Throws where the taps cannot be made
  /// or does not fit.
  void change(const Settings& settings);
  /// There is a pad `kernel`, and this came on it last; null: there is none.
  void set_kernel_spectrum(std::shared_ptr<const KernelSpectrum> kernel);
  /// Puts into service what the background thread has finished; call before each spectrum. Throws
  /// where it failed.
  void poll();

  /// What was asked for last, and what spectra get until it serves (none: nothing so far).
  Factor wanted() const { return factor_of(target_); }
  const std::optional<Factor>& in_service() const { return factor_; }
  bool wants_caps() const { return wants_caps_; }
  /// The caps wanted cannot be had: stay with what is in service.
  void give_up();

  /// New caps, or another engine: `factor` (wanted(), or else what is in service) serves when it
  /// returns.
  void serve(std::shared_ptr<Engine> engine, const Factor& factor, const SpectrumInfo& input,
             const SpectrumInfo& output);
  /// These streams go on with another engine.
  void move_to(std::shared_ptr<Engine> engine);

  /// The spectra to come pass unchanged.
  bool passes() const { return factor_ && std::holds_alternative<std::monostate>(*factor_); }

  /// Needs serve(). When it returns, the output may be pushed.
  void run(StageBuffer input, StageBuffer output);

 private:
  // What is asked for, valid as far as can be known before it is built.
  struct Target {
    Settings settings;
    std::shared_ptr<const TapsMatrix> matrix;
    std::optional<SpectrumInfo> kernel;  // of pad `kernel`
    bool operator==(const Target&) const = default;
  };
  struct Built {
    MultiplyStage stage;
    std::unique_ptr<MultiplyExecutable> executable;
    std::chrono::nanoseconds set_time{};  // that set_taps() took
  };

  static Factor factor_of(const Target& target);
  static std::chrono::nanoseconds set_taps(MultiplyExecutable& executable,
                                           const std::vector<Taps>& taps);

  MultiplyStage stage_of(const Target& target) const;
  std::optional<std::vector<Taps>> taps_of(const Target& target) const;
  bool can_serve_here(const Target& target) const;
  void require_possible(const Target& target) const;
  void aim_at(Target target);
  void build_beside(const Target& target);
  static Built build(Engine& engine, const MultiplyStage& stage,
                     const std::optional<std::vector<Taps>>& taps);
  void adopt(Built built, Target target);

  StageMemories& memories_;
  std::shared_ptr<Engine> engine_;  // null: no caps so far
  std::optional<SpectrumInfo> expected_;
  std::optional<SpectrumInfo> input_;
  std::optional<SpectrumInfo> output_;
  std::optional<Factor> factor_;  // that the caps are of
  TapsPlace place_;
  Target target_;      // asked for last
  Target in_service_;  // what spectra get until then
  Built built_;        // no executable: they pass
  bool wants_caps_ = false;
  std::shared_ptr<const KernelSpectrum> kernel_;  // the newest

  // Background work comes last, so that it ends before what it uses.
  Target loading_;   // what is wanted with the taps that `matrices_` makes
  Target building_;  // what `builds_` builds
  Rebuild<TapsMatrix> matrices_;
  Rebuild<Built> builds_;
};

}  // namespace fftcore::gst::multiply
