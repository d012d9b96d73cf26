// SPDX-License-Identifier: LGPL-2.1-or-later
#include "batch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <opencv2/core.hpp>

#include "image_file.h"

namespace samples {
namespace {

/// Why `work` failed, with the file's name; nothing where it did not.
std::optional<std::string> reason(const std::string& file, const std::function<void()>& work) {
  const auto about = [&](std::string_view text) { return fmt::format("'{}': {}", file, text); };
  constexpr const char* kNoMemory = "there is not enough memory for it";
  try {
    work();
    return {};
  } catch (const FileError& error) {
    return error.what();
  } catch (const std::bad_alloc&) {
    return about(kNoMemory);
  } catch (const cv::Exception& error) {
    return about(error.code == cv::Error::StsNoMem ? kNoMemory : error.err.c_str());
  } catch (const std::exception& error) {
    return about(error.what());
  }
}

/// Lets files pass one by one, by their numbers. A file that failed before its turn passes, too.
class Turns {
 public:
  void pass(std::size_t number, const std::function<void()>& work) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return next_ == number; });
    struct Next {  // also where `work` throws
      Turns& turns;
      ~Next() {
        ++turns.next_;
        turns.changed_.notify_all();
      }
    } next{*this};
    work();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0;
};

class Batch {
 public:
  Batch(std::span<const std::string> files,
        const std::function<void(std::size_t, const InTurn&)>& work)
      : files_(files), work_(work) {}

  /// Files until none is left. Several threads may do so.
  void work() {
    for (std::size_t i = take(); i < files_.size(); i = take()) one(i);
  }

  /// Throws where files failed, with the reasons in the order of the files.
  void finish() const {
    if (reasons_.empty()) return;
    if (files_.size() == 1) throw std::runtime_error(reasons_.begin()->second);
    std::string text = fmt::format("{} of {} images failed:", reasons_.size(), files_.size());
    for (const auto& [number, why] : reasons_) text += "\n  " + why;
    throw std::runtime_error(text);
  }

 private:
  std::size_t take() {
    const std::lock_guard lock(mutex_);
    return next_++;
  }

  void one(std::size_t i) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    bool has_passed = false;
    const auto why = reason(files_[i], [&] {
      work_(i, [&](const std::function<void()>& work) {
        has_passed = true;
        turns_.pass(i, work);
      });
    });
    if (!has_passed) turns_.pass(i, [] {});
    const std::chrono::duration<double, std::milli> time = Clock::now() - begin;
    const std::lock_guard lock(mutex_);
    ++done_;
    if (why) reasons_[i] = *why;
    if (files_.size() > 1)
      std::cerr << fmt::format("[{}/{}] {} {}\n", done_, files_.size(), files_[i],
                               why ? "failed" : fmt::format("{:.0f} ms", time.count()));
  }

  std::span<const std::string> files_;
  const std::function<void(std::size_t, const InTurn&)>& work_;
  Turns turns_;
  std::mutex mutex_;  ///< of what follows
  std::size_t next_ = 0, done_ = 0;
  std::map<std::size_t, std::string> reasons_;  ///< by the files' numbers
};

}  // namespace

void for_each_file(std::span<const std::string> files, std::size_t at_once,
                   const std::function<void(std::size_t, const InTurn&)>& work) {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  Batch batch(files, work);
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < std::min({at_once, files.size(), cores + 1}); ++i)
        others.emplace_back([&] { batch.work(); });
    } catch (const std::system_error&) {  // no more threads: fewer do the same
    }
    batch.work();
  }
  batch.finish();
}

void for_each_file(std::span<const std::string> files,
                   const std::function<void(std::size_t)>& work) {
  for_each_file(files, 1, [&](std::size_t i, const InTurn&) { work(i); });
}

}  // namespace samples
