// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fault_shim.h"

#include <execinfo.h>
#include <link.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "shim_calls.h"

namespace fftcore::test {
namespace {

constexpr const char* kOurs[] = {"/libfftcore.so", "/libgstfftcore.so", "/libstdc++.so",
                                 "/libfmt.so"};
constexpr int kMostRanges = 32;
constexpr int kMostFrames = 40;
constexpr std::size_t kSlots = std::size_t{1} << 20;

/// Where the project's code lies, as it was loaded at begin().
struct Range {
  std::uintptr_t begin, end;
};
Range ranges[kMostRanges];
std::atomic<int> range_count = 0;

std::atomic<FaultKind> wanted = FaultKind::none;
std::atomic<long> wanted_call = 0;
std::atomic<long> calls = 0;
std::atomic<bool> is_hit = false;
void* frames[kMostFrames];
int frame_count = 0;

/// Addresses of live blocks, by open addressing; 1 marks a slot that was given back.
std::atomic<std::uintptr_t> slots[kSlots];
std::atomic<long> blocks = 0;

std::size_t slot_of(const void* block) {
  return (reinterpret_cast<std::uintptr_t>(block) >> 4) * 0x9e3779b97f4a7c15U >> 44;
}

int note_ranges(dl_phdr_info* module, std::size_t, void*) {
  const bool is_ours = std::any_of(std::begin(kOurs), std::end(kOurs), [&](const char* name) {
    return std::strstr(module->dlpi_name, name) != nullptr;
  });
  for (int i = 0; is_ours && i < module->dlpi_phnum && range_count < kMostRanges; ++i) {
    const auto& part = module->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    const std::uintptr_t begin = module->dlpi_addr + part.p_vaddr;
    ranges[range_count++] = {begin, begin + part.p_memsz};
  }
  return 0;
}

void begin(FaultKind kind, long nth) {
  range_count = 0;
  dl_iterate_phdr(note_ranges, nullptr);
  void* loads_the_unwinder[1];
  backtrace(loads_the_unwinder, 1);
  calls = 0;
  is_hit = false;
  wanted_call = nth;
  wanted = kind;
}

FaultCount end() {
  wanted = FaultKind::none;
  return {calls, blocks, is_hit};
}

void trace(int file) {
  backtrace_symbols_fd(frames, frame_count, file);
}

}  // namespace

bool is_ours(const void* caller) {
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  const int count = range_count;
  return std::any_of(ranges, ranges + count, [&](const Range& range) {
    return address >= range.begin && address < range.end;
  });
}

bool fails(FaultKind kind, const void* caller) {
  if (wanted != kind || !is_ours(caller)) return false;
  if (++calls != wanted_call) return false;
  wanted_call = 0;
  is_hit = true;
  frame_count = backtrace(frames, kMostFrames);
  return true;
}

void note_block(const void* block) {
  if (block == nullptr) return;
  for (std::size_t slot = slot_of(block);; slot = (slot + 1) % kSlots) {
    std::uintptr_t found = slots[slot];
    if (found > 1) continue;
    if (slots[slot].compare_exchange_strong(found, reinterpret_cast<std::uintptr_t>(block))) break;
  }
  ++blocks;
}

void forget_block(const void* block) {
  if (block == nullptr || blocks == 0) return;
  for (std::size_t slot = slot_of(block);; slot = (slot + 1) % kSlots) {
    std::uintptr_t found = slots[slot];
    if (found == 0) return;
    if (found != reinterpret_cast<std::uintptr_t>(block)) continue;
    if (slots[slot].compare_exchange_strong(found, 1)) --blocks;
    return;
  }
}

extern "C" __attribute__((visibility("default"))) const FaultShim fftcore_fault_shim;
const FaultShim fftcore_fault_shim = {begin, end, trace};

}  // namespace fftcore::test
