// SPDX-License-Identifier: LGPL-2.1-or-later
// What an error of a kind says.
#pragma once

#include <exception>
#include <functional>
#include <string>

namespace fftcore::test {

/// Text of the Exception that `action` throws; says so where it throws none or another.
template <class Exception>
std::string error_message(const std::function<void()>& action) {
  try {
    action();
  } catch (const Exception& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another error: ") + error.what();
  }
  return "no error";
}

}  // namespace fftcore::test
