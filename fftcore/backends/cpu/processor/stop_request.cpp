// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stop_request.h"

namespace fftcore {
namespace {

constexpr std::chrono::milliseconds kBetweenQuestions{100};

}  // namespace

constinit thread_local StopRequest* StopRequest::here_ = nullptr;

StopRequest::StopRequest(Asks asks) : asks_(asks), next_(Clock::now() + kBetweenQuestions) {
  here_ = this;
}

StopRequest::~StopRequest() {
  here_ = nullptr;
}

bool StopRequest::ask_in_time() {
  const Clock::time_point now = Clock::now();
  if (now < next_) return false;
  has_come_ = asks_();
  next_ = Clock::now() + kBetweenQuestions;
  return has_come_;
}

}  // namespace fftcore
