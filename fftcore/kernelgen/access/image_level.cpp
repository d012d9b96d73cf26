// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_level.h"

namespace fftcore {

using ast::Expr;
using ast::real;

std::optional<Expr> image_level(Builder& b, const std::string& buffer, const ImageGeometry& image,
                                const ImageMemory& memory, const Expr& channel,
                                const std::vector<LevelPlace>& places, float largest) {
  if (places.empty()) return std::nullopt;
  std::vector<Expr> samples;
  for (const LevelPlace& place : places) {
    Expr index = channel * image.channel_stride + memory.row_stride * place.row +
                 std::int64_t{place.column} * image.column_stride;
    if (memory.first) index = index + *memory.first;
    samples.push_back(b.let("x", ast::LoadGlobal{buffer, index, 1}));
  }
  if (largest != 0) {
    const auto counts = [&](const Expr& sample) {
      return less_equal(absolute(sample), real(largest));
    };
    // Instead of others the first one that counts.
    Expr instead = real(0);
    for (std::size_t i = samples.size(); i-- > 0;)
      instead = b.let("x", select(counts(samples[i]), samples[i], instead));
    for (Expr& sample : samples) sample = b.let("x", select(counts(sample), sample, instead));
  }
  const Expr &x = samples[0], &y = samples[1], &z = samples[2];
  return b.let("level", maximum(minimum(x, y), minimum(maximum(x, y), z)));
}

}  // namespace fftcore
