// SPDX-License-Identifier: LGPL-2.1-or-later
// CUDA contexts: made current for work in them, and to free what lives in them.
#pragma once

#include "cuda_api.h"

namespace fftcore::cuda {

/// Makes a context the calling thread's current one for as long as this lives, whatever was current
/// before.
class Current {
 public:
  explicit Current(ContextHandle context) {
    check(api().CtxPushCurrent(context), "cuCtxPushCurrent");
  }
  ~Current() {
    ContextHandle popped = nullptr;
    api().CtxPopCurrent(&popped);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
};

/// What destructors call: runs `release` in the context, or does nothing where the driver has ended
/// already.
template <class Function>
void release_in(ContextHandle context, const Function& release) {
  if (api().CtxPushCurrent(context) != kSuccess) return;
  release();
  ContextHandle popped = nullptr;
  api().CtxPopCurrent(&popped);
}

}  // namespace fftcore::cuda
