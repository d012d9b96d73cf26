// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stop_check.h"

#include <utility>

#include "fftcore/compile_stop.h"

namespace fftcore {
namespace {

thread_local std::stop_token here;

}  // namespace

CompileStop::CompileStop(std::stop_token token) : before_(std::exchange(here, std::move(token))) {}

CompileStop::~CompileStop() {
  here = std::move(before_);
}

std::stop_token compile_stop_token() {
  return here;
}

void check_compile_stop() {
  if (here.stop_requested()) throw Stopped("compile() was asked to stop");
}

}  // namespace fftcore
