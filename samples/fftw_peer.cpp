// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftw_peer.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace samples {
namespace {

using namespace fftcore;

// Flags and kinds of fftw3.h. A program of yours includes it instead.
constexpr unsigned kMeasure = 0, kPreserveInput = 1U << 4, kEstimate = 1U << 6;
constexpr int kPeerForward = -1, kPeerBackward = 1;
constexpr int kRealKinds[] = {3, 5, 4, 6, 7, 9, 8, 10};  // by TransformKind, from dct1 on

/// FFTW in one precision. Libraries stay until the program ends.
class Fftw {
 public:
  explicit Fftw(bool is_double) : prefix_(is_double ? "fftw_" : "fftwf_") {
    const std::string name = is_double ? "libfftw3" : "libfftw3f";
    plans_ = dlopen((name + ".so.3").c_str(), RTLD_NOW);
    threads_ = dlopen((name + "_threads.so.3").c_str(), RTLD_NOW);
  }
  bool is_there() const { return plans_ != nullptr && threads_ != nullptr; }

  /// The function `name` without its prefix, which has this type.
  template <class Function>
  Function* find(const char* name) const {
    const std::string full = prefix_ + name;
    void* const function = dlsym(plans_, full.c_str());
    return reinterpret_cast<Function*>(function != nullptr ? function
                                                           : dlsym(threads_, full.c_str()));
  }

 private:
  std::string prefix_;
  void *plans_ = nullptr, *threads_ = nullptr;
};

const Fftw& fftw(bool is_double) {
  static const Fftw single(false), wide(true);
  return is_double ? wide : single;
}

unsigned flags() {
  const char* const tuning = std::getenv("FFTCORE_TUNE");
  const bool is_measured = tuning == nullptr || std::string_view(tuning) != "0";
  return (is_measured ? kMeasure : kEstimate) | kPreserveInput;
}

/// A plan of lines without gaps; null where FFTW has none.
void* make_plan(const Fftw& fftw, const Transform& transform, void* input, void* output) {
  const TransformAxis& batch = transform.batches.front();
  const int points = static_cast<int>(transform.axes.front().extent),
            lines = static_cast<int>(batch.extent),
            from_distance = static_cast<int>(batch.input_stride),
            to_distance = static_cast<int>(batch.output_stride);
  const auto with = [&](const char* name, auto... rest) {
    using Plan = void*(int, const int*, int, void*, const int*, int, int, void*, const int*, int,
                       int, decltype(rest)...);
    return fftw.find<Plan>(name)(1, &points, lines, input, nullptr, 1, from_distance, output,
                                 nullptr, 1, to_distance, rest...);
  };
  switch (transform.kind) {
    case TransformKind::c2c:
      return with("plan_many_dft",
                  transform.direction == Direction::forward ? kPeerForward : kPeerBackward,
                  flags());
    case TransformKind::r2c: return with("plan_many_dft_r2c", flags());
    case TransformKind::c2r: return with("plan_many_dft_c2r", flags());
    default: break;
  }
  return with("plan_many_r2r",
              &kRealKinds[static_cast<int>(transform.kind) - static_cast<int>(TransformKind::dct1)],
              flags());
}

}  // namespace

std::function<void()> fftw_plan(const Transform& transform, int threads, void* input,
                                void* output) {
  if (transform.numbers != Numbers::f32 && transform.numbers != Numbers::f64) return {};
  const Fftw& library = fftw(transform.numbers == Numbers::f64);
  if (!library.is_there()) return {};
  library.find<int()>("init_threads")();
  library.find<void(int)>("plan_with_nthreads")(threads);
  void* const plan = make_plan(library, transform, input, output);
  library.find<void(int)>("plan_with_nthreads")(1);
  if (plan == nullptr) return {};
  const std::shared_ptr<void> kept(plan, library.find<void(void*)>("destroy_plan"));
  return [kept, run = library.find<void(void*)>("execute")] { run(kept.get()); };
}

}  // namespace samples
