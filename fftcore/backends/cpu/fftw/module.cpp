// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW, single and double precision, behind the functions of fftw_module.h. What is linked from
// this file and FFTW may only be passed on under FFTW's licence, the GPL.
#include "fftw_module.h"

#include <fftw3.h>

namespace fftcore {
namespace {

// FFTW has each name once a precision.
#define FFTCORE_FFTW_PRECISION(Precision, Type, prefix)                                 \
  struct Precision {                                                                    \
    using Real = Type;                                                                  \
    using Plan = prefix##_plan;                                                         \
    using Complex = prefix##_complex;                                                   \
    using Dim = prefix##_iodim64;                                                       \
    static constexpr const char* kName = #prefix;                                       \
    static constexpr const char* version = prefix##_version;                            \
    static constexpr auto init_threads = prefix##_init_threads;                         \
    static constexpr auto make_planner_thread_safe = prefix##_make_planner_thread_safe; \
    static constexpr auto plan_with_nthreads = prefix##_plan_with_nthreads;             \
    static constexpr auto planner_nthreads = prefix##_planner_nthreads;                 \
    static constexpr auto set_timelimit = prefix##_set_timelimit;                       \
    static constexpr auto plan_c2c = prefix##_plan_guru64_dft;                          \
    static constexpr auto plan_r2c = prefix##_plan_guru64_dft_r2c;                      \
    static constexpr auto plan_c2r = prefix##_plan_guru64_dft_c2r;                      \
    static constexpr auto plan_r2r = prefix##_plan_guru64_r2r;                          \
    static constexpr auto destroy_plan = prefix##_destroy_plan;                         \
    static constexpr auto execute_c2c = prefix##_execute_dft;                           \
    static constexpr auto execute_r2c = prefix##_execute_dft_r2c;                       \
    static constexpr auto execute_c2r = prefix##_execute_dft_c2r;                       \
    static constexpr auto execute_r2r = prefix##_execute_r2r;                           \
    static constexpr auto import_wisdom = prefix##_import_wisdom_from_string;           \
    static constexpr auto export_wisdom = prefix##_export_wisdom_to_string;             \
    static constexpr auto free = prefix##_free;                                         \
  }
FFTCORE_FFTW_PRECISION(Single, float, fftwf);
FFTCORE_FFTW_PRECISION(Double, double, fftw);
#undef FFTCORE_FFTW_PRECISION

/// Whether FFTW has plans for these lines that take memory each time they run, and no others or
/// only slower ones: cosine and sine transforms, and prime factors above 31.
bool takes_memory(const FftwLines& lines) {
  if (lines.kind >= FftwKind::dct1) return true;
  std::int64_t rest = lines.points;
  for (std::int64_t factor = 2; factor <= 31; ++factor)
    while (rest % factor == 0) rest /= factor;
  return rest != 1;
}

unsigned flags(const FftwLines& lines, FftwEffort effort) {
  // Without FFTW_NO_BUFFERING a plan may take memory each time it runs.
  const unsigned flags = (lines.keeps_input ? FFTW_PRESERVE_INPUT : FFTW_DESTROY_INPUT) |
                         (takes_memory(lines) ? 0U : FFTW_NO_BUFFERING);
  switch (effort) {
    case FftwEffort::estimate: return flags | FFTW_ESTIMATE;
    case FftwEffort::remember: return flags | FFTW_MEASURE | FFTW_WISDOM_ONLY;
    case FftwEffort::measure: break;
  }
  return flags | FFTW_MEASURE;
}

/// By FftwKind, from r2hc on.
constexpr fftw_r2r_kind kRealKinds[] = {FFTW_R2HC,    FFTW_HC2R,    FFTW_REDFT00, FFTW_REDFT10,
                                        FFTW_REDFT01, FFTW_REDFT11, FFTW_RODFT00, FFTW_RODFT10,
                                        FFTW_RODFT01, FFTW_RODFT11};

template <class Fftw>
class Calls {
  using Plan = typename Fftw::Plan;
  using Complex = typename Fftw::Complex;
  using Real = typename Fftw::Real;

  /// Plans made while it lives use one thread: ours come from a WorkerPool. Others' setting is put
  /// back.
  class SingleThreaded {
   public:
    SingleThreaded() { Fftw::plan_with_nthreads(1); }
    ~SingleThreaded() { Fftw::plan_with_nthreads(others_); }
    SingleThreaded(const SingleThreaded&) = delete;
    SingleThreaded& operator=(const SingleThreaded&) = delete;

   private:
    int others_ = Fftw::planner_nthreads();
  };

  static Plan fftw(const FftwPlan* plan) {
    return reinterpret_cast<Plan>(const_cast<FftwPlan*>(plan));
  }

  static void start(double seconds) {
    // FFTW's planner belongs to the whole process: other users of it (audio plugins) may plan at
    // the same time, and whether threads are known to it decides which wisdom it understands.
    Fftw::init_threads();
    Fftw::make_planner_thread_safe();
    Fftw::set_timelimit(seconds);
  }

  static Plan make(const FftwLines& lines, void* from, void* to, unsigned flags) {
    const auto with = [&](auto plan, auto* typed_from, auto* typed_to, auto... kind) {
      const auto fftws = [](std::int64_t number) { return static_cast<std::ptrdiff_t>(number); };
      const typename Fftw::Dim line = {fftws(lines.points), fftws(lines.from_stride),
                                       fftws(lines.to_stride)},
                               lanes = {fftws(lines.lanes), fftws(lines.from_distance),
                                        fftws(lines.to_distance)};
      return plan(1, &line, 1, &lanes, typed_from, typed_to, kind..., flags);
    };
    Complex *const from_complex = static_cast<Complex*>(from), *const to_complex =
                                                                   static_cast<Complex*>(to);
    switch (lines.kind) {
      case FftwKind::c2c_forward:
        return with(Fftw::plan_c2c, from_complex, to_complex, FFTW_FORWARD);
      case FftwKind::c2c_inverse:
        return with(Fftw::plan_c2c, from_complex, to_complex, FFTW_BACKWARD);
      case FftwKind::r2c: return with(Fftw::plan_r2c, static_cast<Real*>(from), to_complex);
      case FftwKind::c2r: return with(Fftw::plan_c2r, from_complex, static_cast<Real*>(to));
      default: break;
    }
    return with(Fftw::plan_r2r, static_cast<Real*>(from), static_cast<Real*>(to),
                &kRealKinds[static_cast<int>(lines.kind) - static_cast<int>(FftwKind::r2hc)]);
  }

  static FftwPlan* plan(const FftwLines& lines, void* from, void* to, FftwEffort effort) {
    const SingleThreaded single_threaded;
    return reinterpret_cast<FftwPlan*>(make(lines, from, to, flags(lines, effort)));
  }
  static void destroy(FftwPlan* plan) { Fftw::destroy_plan(fftw(plan)); }

  static void run_c2c(const FftwPlan* plan, void* from, void* to) {
    Fftw::execute_c2c(fftw(plan), static_cast<Complex*>(from), static_cast<Complex*>(to));
  }
  static void run_r2c(const FftwPlan* plan, void* from, void* to) {
    Fftw::execute_r2c(fftw(plan), static_cast<Real*>(from), static_cast<Complex*>(to));
  }
  static void run_c2r(const FftwPlan* plan, void* from, void* to) {
    Fftw::execute_c2r(fftw(plan), static_cast<Complex*>(from), static_cast<Real*>(to));
  }
  static void run_r2r(const FftwPlan* plan, void* from, void* to) {
    Fftw::execute_r2r(fftw(plan), static_cast<Real*>(from), static_cast<Real*>(to));
  }
  static FftwRun run_of(FftwKind kind) {
    switch (kind) {
      case FftwKind::c2c_forward:
      case FftwKind::c2c_inverse: return run_c2c;
      case FftwKind::r2c: return run_r2c;
      case FftwKind::c2r: return run_c2r;
      default: return run_r2r;
    }
  }

  static bool import_wisdom(const char* text) { return Fftw::import_wisdom(text) == 1; }
  static char* export_wisdom() { return Fftw::export_wisdom(); }
  static void free_wisdom(char* text) { Fftw::free(text); }

 public:
  static FftwCalls all() {
    return {Fftw::kName, Fftw::version, start,         plan,       destroy,
            run_of,      import_wisdom, export_wisdom, free_wisdom};
  }
};

}  // namespace
}  // namespace fftcore

extern "C" __attribute__((visibility("default"))) const fftcore::FftwModule* fftcore_fftw_module(
    std::uint32_t interface) {
  using namespace fftcore;
  static const FftwModule module = {Calls<Single>::all(), Calls<Double>::all()};
  return interface == kFftwInterface ? &module : nullptr;
}
