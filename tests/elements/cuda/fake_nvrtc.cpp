// SPDX-License-Identifier: LGPL-2.1-or-later
// An NVRTC that takes any source without an #error, and gives what the fake driver takes for a
// kernel, so that tests of elements need none and wait for none. FFTCORE_NVRTC names it.
#include <cstddef>
#include <cstring>
#include <iterator>

#pragma GCC diagnostic ignored "-Wmissing-declarations"
#define FAKE extern "C" __attribute__((visibility("default"))) int

namespace {

constexpr int kCapabilities[] = {75, 80, 90};
constexpr char kCode[] = "\177ELF of the fake";
constexpr char kLog[] = "code(1): error: #error directive";
constexpr int kCompilationFailed = 6;  // NVRTC_ERROR_COMPILATION

bool is_refused(const char* source) {
  return std::strstr(source, "#error") != nullptr;
}

int written(std::size_t* size) {
  *size = sizeof kCode;
  return 0;
}
int written(char* code) {
  std::memcpy(code, kCode, sizeof kCode);
  return 0;
}

}  // namespace

FAKE nvrtcVersion(int* major, int* minor) {
  *major = 12;
  *minor = 0;
  return 0;
}
FAKE nvrtcGetNumSupportedArchs(int* count) {
  *count = static_cast<int>(std::size(kCapabilities));
  return 0;
}
FAKE nvrtcGetSupportedArchs(int* capabilities) {
  std::memcpy(capabilities, kCapabilities, sizeof kCapabilities);
  return 0;
}
// A program is its source, which the caller keeps.
FAKE nvrtcCreateProgram(const void** program, const char* source, const char*, int,
                        const char* const*, const char* const*) {
  *program = source;
  return 0;
}
FAKE nvrtcDestroyProgram(void**) {
  return 0;
}
FAKE nvrtcCompileProgram(const char* program, int, const char* const*) {
  return is_refused(program) ? kCompilationFailed : 0;
}
FAKE nvrtcGetProgramLogSize(const char* program, std::size_t* size) {
  *size = is_refused(program) ? sizeof kLog : 1;
  return 0;
}
FAKE nvrtcGetProgramLog(const char* program, char* log) {
  std::memcpy(log, is_refused(program) ? kLog : "", is_refused(program) ? sizeof kLog : 1);
  return 0;
}
FAKE nvrtcGetCUBINSize(void*, std::size_t* size) {
  return written(size);
}
FAKE nvrtcGetCUBIN(void*, char* code) {
  return written(code);
}
FAKE nvrtcGetPTXSize(void*, std::size_t* size) {
  return written(size);
}
FAKE nvrtcGetPTX(void*, char* code) {
  return written(code);
}
extern "C" __attribute__((visibility("default"))) const char* nvrtcGetErrorString(int) {
  return "no error of the fake";
}
