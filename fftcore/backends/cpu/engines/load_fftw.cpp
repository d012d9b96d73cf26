// SPDX-License-Identifier: LGPL-2.1-or-later
#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "environment.h"
#include "fftcore/error.h"
#include "fftw_engine.h"
#include "log_line.h"
#include "shared_library.h"

namespace fftcore {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "libfftcore-fftw.so";

/// The folder that this code was loaded from; empty where the loader does not say it in full.
fs::path own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&load_fftw), &info) == 0) return {};
  const fs::path file = info.dli_fname != nullptr ? info.dli_fname : "";
  return file.is_absolute() ? file.parent_path() : fs::path();
}

std::vector<std::string> files() {
  if (const char* file = trusted_variable("FFTCORE_FFTW")) return {file};
  const fs::path folder = own_folder();
  // Never a relative path: anything may lie in the folder that a program runs in.
  if (folder.empty()) return {};
  return {folder / "fftcore" / kFile, folder / kFile};
}

const FftwModule& load_module() {
  const SharedLibrary library("FFTW's module", files(),
                              "Debian's package of it is libfftcore0-fftw");
  decltype(&fftcore_fftw_module) factory = nullptr;
  library.find("fftcore_fftw_module", factory);
  const FftwModule* const module = factory(kFftwInterface);
  if (module == nullptr)
    throw BackendUnavailable("FFTW's module is of another version than libfftcore");
  return *module;
}

Fftw load() {
  Fftw fftw;
  try {
    fftw.engine = make_fftw_engine(load_module());
  } catch (const BackendUnavailable& error) {
    fftw.refusal = error.what();
    log_line("cpu", "transforms are the library's own, which are slower. {}", fftw.refusal);
  }
  return fftw;
}

}  // namespace

const Fftw& load_fftw() {
  // Threads may plan while the program ends.
  static const Fftw& fftw = *new Fftw(load());
  return fftw;
}

}  // namespace fftcore
