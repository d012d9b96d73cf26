// SPDX-License-Identifier: LGPL-2.1-or-later
// GPUs by name or text, and compiled kernels as bytes.
#include "fftcore/kernels.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "guard.h"
#include "work.h"

struct fftcore_bundle {
  fftcore::KernelBundle kernels;
  std::string bytes;  ///< that were shown last
};

using namespace fftcore;

namespace {

/// A GPU by its name, or by its text, which has blanks.
GpuTarget gpu_of(const char* text) {
  const std::string_view gpu = &object(text, "the name of a GPU");
  return gpu.find(' ') != std::string_view::npos ? parse_gpu_target(gpu) : known_gpu(gpu);
}

}  // namespace

const char* fftcore_gpu_name(size_t index) {
  const char* name = nullptr;
  guarded([&] {
    static const std::vector<GpuTarget> known = known_gpus();
    if (index < known.size()) name = known[index].name.c_str();
  });
  return name;
}

fftcore_status fftcore_gpu_text(const char* gpu, char** text) {
  return text_given(text, [&] { return to_string(gpu_of(gpu)); });
}

fftcore_status fftcore_bundle_create(fftcore_bundle** bundle) {
  return created(bundle, "the place for a bundle",
                 [&] { return std::make_unique<fftcore_bundle>(); });
}

void fftcore_bundle_free(fftcore_bundle* bundle) {
  freed(bundle);
}

fftcore_status fftcore_bundle_add(fftcore_bundle* bundle, const fftcore_work* work, const char* gpu,
                                  int* kernels, int* compiled) {
  return guarded([&] {
    KernelBundle& into = object(bundle, "the bundle").kernels;
    const KernelBundle::Added added =
        into.add(text_of(object(work, "the work").value), gpu_of(gpu));
    if (kernels != nullptr) *kernels = added.kernels;
    if (compiled != nullptr) *compiled = added.compiled;
  });
}

fftcore_status fftcore_bundle_bytes(fftcore_bundle* bundle, const void** bytes,
                                    size_t* size_bytes) {
  return guarded([&] {
    fftcore_bundle& from = object(bundle, "the bundle");
    const void*& shown = object(bytes, "the place for bytes");
    size_t& size = object(size_bytes, "the place for a size");
    from.bytes = from.kernels.bytes();
    shown = from.bytes.data();
    size = from.bytes.size();
  });
}

fftcore_status fftcore_load_kernels(const void* bytes, size_t size) {
  return guarded([&] {
    if (bytes == nullptr) refuse_null("the bytes of a bundle");
    load_kernels(std::string(static_cast<const char*>(bytes), size));
  });
}
