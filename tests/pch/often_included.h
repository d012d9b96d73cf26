// SPDX-License-Identifier: LGPL-2.1-or-later
// Headers that most tests include, compiled once for each large test. A test includes what it needs
// all the same: lane threads builds without this file. GCC compiles it as a file of its own, and
// would warn of `#pragma once` in one.
#ifndef FFTCORE_OFTEN_INCLUDED_H
#define FFTCORE_OFTEN_INCLUDED_H

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#endif
