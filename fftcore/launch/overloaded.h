// SPDX-License-Identifier: LGPL-2.1-or-later
// For std::visit with one lambda a kind; a kind without a lambda does not compile.
#pragma once

namespace fftcore {

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};

}  // namespace fftcore
