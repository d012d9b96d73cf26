// SPDX-License-Identifier: LGPL-2.1-or-later
#include "batch.h"

#include <chrono>
#include <iostream>
#include <new>
#include <optional>
#include <stdexcept>

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

}  // namespace

void for_each_file(std::span<const std::string> files,
                   const std::function<void(std::size_t)>& work) {
  using Clock = std::chrono::steady_clock;
  std::size_t failed = 0;
  std::string reasons;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto begin = Clock::now();
    const auto why = reason(files[i], [&] { work(i); });
    if (why && files.size() == 1) throw std::runtime_error(*why);
    if (why) reasons += fmt::format("\n  {}", *why);
    failed += why.has_value();
    if (files.size() > 1)
      std::cerr << fmt::format(
          "[{}/{}] {} {}\n", i + 1, files.size(), files[i],
          why ? "failed"
              : fmt::format(
                    "{:.0f} ms",
                    std::chrono::duration<double, std::milli>(Clock::now() - begin).count()));
  }
  if (failed > 0)
    throw std::runtime_error(
        fmt::format("{} of {} images failed:{}", failed, files.size(), reasons));
}

}  // namespace samples
