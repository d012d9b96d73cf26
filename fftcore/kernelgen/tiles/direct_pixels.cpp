// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_pixels.h"

#include <algorithm>
#include <utility>

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Which sample of a pixel a channel of the block is.
int sample_of(const DirectSpec& spec, int channel) {
  const std::vector<int>& channels = spec.load.image.channels;
  return channels.empty() ? channel : channels[static_cast<std::size_t>(channel)];
}

/// All samples of four pixels, one word of halves for two.
std::vector<Expr> words_from(Builder& b, const DirectSpec& spec, const Expr& index,
                             const Expr& exists) {
  constexpr int kMost = 8;
  const int samples = kStripColumns * spec.pixel,
            at_once = std::min(kMost, samples_at_once(spec.load.image.storage, spec.pixel));
  const Expr bias = ast::Literal{ast::Type::halves, spec.load.bias},
             none = ast::Literal{ast::Type::halves, 0};
  std::vector<Expr> words;
  for (int first = 0; first < samples; first += at_once) {
    const Expr loaded =
        b.let("pixels", ast::LoadHalves{"input", index + std::int64_t{first}, at_once / 2});
    for (int i = 0; i < at_once / 2; ++i) {
      const Expr word = lane(loaded, i);
      words.push_back(
          b.let("word", select(exists, spec.load.bias == 0 ? word : word - bias, none)));
    }
  }
  return words;
}

std::vector<Expr> samples_from_memory(Builder& b, const DirectSpec& spec, const Expr& index,
                                      const Expr& exists) {
  std::vector<Expr> samples;
  for (int first = 0; first < kStripColumns * spec.pixel; first += kStripColumns) {
    const Expr quad =
        b.let("quad", ast::LoadGlobal{"input", index + std::int64_t{first}, kStripColumns});
    for (int i = 0; i < kStripColumns; ++i)
      samples.push_back(select(exists, lane(quad, i) - real(spec.load.bias), real(0)));
  }
  return samples;
}

/// The part of the image's row that is copied: index of its first sample.
Expr copied_row(Builder& b, const DirectSpec& spec, const LinePosition& line) {
  const ImageGeometry& image = spec.store.copied->image;
  b.buffer("image", image.storage, ast::Access::constant);
  return image_row(b, image, EdgeMode::constant, line, integer(0), image_memory(b, "image", image),
                   0, 0)
      .base;
}

}  // namespace

std::vector<Expr> channel_of_pixels(const DirectSpec& spec, const std::vector<Expr>& words,
                                    int channel, int pixels) {
  std::vector<Expr> of_channel;
  for (int pixel = 0; pixel < pixels; pixel += 2) {
    const int left = pixel * spec.pixel + sample_of(spec, channel), right = left + spec.pixel;
    of_channel.push_back(ast::JoinHalves{words[static_cast<std::size_t>(left / 2)], left % 2,
                                         words[static_cast<std::size_t>(right / 2)], right % 2});
  }
  return of_channel;
}

std::vector<std::vector<Expr>> pixels_from(Builder& b, const DirectSpec& spec, const Expr& index,
                                           const Expr& exists, bool as_halves) {
  const Expr first = b.let("pixel", index);
  const std::vector<Expr> samples =
      as_halves ? words_from(b, spec, first, exists) : samples_from_memory(b, spec, first, exists);
  std::vector<std::vector<Expr>> planes;
  for (int channel = 0; channel < spec.channels(); ++channel) {
    if (as_halves) {
      planes.push_back(channel_of_pixels(spec, samples, channel, kStripColumns));
      continue;
    }
    std::vector<Expr> plane;
    for (int pixel = 0; pixel < kStripColumns; ++pixel)
      plane.push_back(
          samples[static_cast<std::size_t>(pixel * spec.pixel + sample_of(spec, channel))]);
    planes.push_back(std::move(plane));
  }
  return planes;
}

void store_pixels(Builder& b, const DirectSpec& spec, const StripPosition& at, const Expr& row,
                  const Expr& across, const std::vector<std::vector<Expr>>& outputs) {
  const ImageStore& store = spec.store;
  b.buffer("output", store.image.storage, ast::Access::write);
  const ImageMemory memory = image_memory(b, "output", store.image);
  const Expr gain = b.scalar("gain", ast::Type::real), offset = b.scalar("offset", ast::Type::real);
  const Expr number = b.let("row", at.row * spec.shape.tile_rows + row);
  const LinePosition line = tile_line(spec, at, number, spec.shape.tile_rows);
  const ImageRow of_image =
      image_row(b, store.image, EdgeMode::constant, line, integer(0), memory, 0, 0);
  const Expr group = b.let("group", at.column * (spec.tile_columns() / kStripColumns) + across);
  const int samples = kStripColumns * spec.pixel, columns = store.image.columns,
            whole = columns / kStripColumns, left = columns % kStripColumns;
  const auto all_samples = [&] {
    std::vector<Expr> values(static_cast<std::size_t>(samples), real(0));
    if (store.copied) {
      const Expr first = b.let("copied", copied_row(b, spec, line) + group * std::int64_t{samples});
      for (const int channel : store.copied->channels)
        for (int pixel = 0; pixel < kStripColumns; ++pixel) {
          const int sample = pixel * spec.pixel + channel;
          values[static_cast<std::size_t>(sample)] =
              ast::LoadGlobal{"image", first + std::int64_t{sample}, 1};
        }
    }
    for (std::size_t c = 0; c < outputs.size(); ++c)
      for (int pixel = 0; pixel < kStripColumns; ++pixel)
        values[static_cast<std::size_t>(pixel * spec.pixel +
                                        sample_of(spec, static_cast<int>(c)))] =
            fma(outputs[c][static_cast<std::size_t>(pixel)], gain, offset);
    return values;
  };
  const Expr place = b.let("place", of_image.base + group * std::int64_t{samples});
  b.when(both(of_image.inside, less(group, integer(whole))), [&] {
    const std::vector<Expr> all = all_samples();
    const int at_once = samples_at_once(store.image.storage, spec.pixel);
    for (int first = 0; first < samples; first += at_once)
      b.store_global("output", place + std::int64_t{first},
                     {all.begin() + first, all.begin() + first + at_once});
  });
  if (left == 0) return;
  const Expr is_last = both(less_equal(integer(whole), group), less_equal(group, integer(whole)));
  b.when(both(of_image.inside, is_last), [&] {
    const std::vector<Expr> all = all_samples();
    for (int sample = 0; sample < left * spec.pixel; ++sample)
      b.store_global("output", place + std::int64_t{sample},
                     {all[static_cast<std::size_t>(sample)]});
  });
}

}  // namespace fftcore
