// SPDX-License-Identifier: LGPL-2.1-or-later
// Parts of features_of(): the features of one kernel, as they are found.
#pragma once

#include <string>

#include "kernel_features.h"

namespace kernels {

struct Words {
  Features all;
  std::string& operator[](Factor factor) { return all[static_cast<std::size_t>(factor)]; }
};

std::string word_of(fftcore::Storage storage, bool is_complex = false);
std::string word_of(fftcore::Real real);
std::string word_of(const fftcore::SpectrumMultiply& product);
/// The prime factors of a transform's length.
std::string primes_of(int length);
std::string with_formula(std::string word, bool has_formula);

void add_image(Words& words, const fftcore::ImageLoad& load);
void add_image(Words& words, const fftcore::ImageStore& store);
void add_line(Words& words, const fftcore::LineSpec& line);

}  // namespace kernels
