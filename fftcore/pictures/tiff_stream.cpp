// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tiff_stream.h"

#include <array>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>
#ifdef FFTCORE_LZMA
#include <lzma.h>
#endif

#include "tiff_kind.h"

namespace fftcore::pictures {
namespace {

using Stream = std::vector<unsigned char>;

bool is_deflate(int compression) {
  return compression == COMPRESSION_DEFLATE || compression == COMPRESSION_ADOBE_DEFLATE;
}

bool has_sum(int compression) {
#ifdef FFTCORE_LZMA
  if (compression == COMPRESSION_LZMA) return true;
#endif
  return is_deflate(compression);
}

/// The bytes of a tile or strip as they lie in the file, but for their bits' order.
Stream stream_of(TiffHandle& file, std::uint32_t index) {
  TIFF* tiff = file.get();
  const std::uint64_t size = TIFFGetSizeProc(tiff)(TIFFClientdata(tiff)),
                      offset = TIFFGetStrileOffset(tiff, index);
  // a count that is wrong may reach beyond the file
  const std::uint64_t bytes =
      std::min(TIFFGetStrileByteCount(tiff, index), size > offset ? size - offset : 0);
  if (bytes == 0) file.fail(fmt::format("it is damaged: tile or strip {} is missing", index));
  Stream stream(bytes);
  const auto count = tmsize_t(bytes);
  file.call([&] {
    return (TIFFIsTiled(tiff) != 0 ? TIFFReadRawTile(tiff, index, stream.data(), count)
                                   : TIFFReadRawStrip(tiff, index, stream.data(), count)) == count;
  });
  if (tag<std::uint16_t>(tiff, TIFFTAG_FILLORDER) == FILLORDER_LSB2MSB)
    TIFFReverseBits(stream.data(), count);
  return stream;
}

/// Whether decoded bytes are those that were compressed, and have the sum at the stream's end. It
/// takes a tenth of the time that inflating takes.
bool is_sum_of(TIFF* tiff, std::span<const unsigned char> decoded, const Stream& stream) {
  std::uint16_t predictor = PREDICTOR_NONE;
  TIFFGetField(tiff, TIFFTAG_PREDICTOR, &predictor);
  const auto bits = tag<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE);
  if (decoded.empty() || stream.size() < 4 || predictor != PREDICTOR_NONE ||
      (bits != 8 && TIFFIsByteSwapped(tiff) != 0))
    return false;
  uLong sum = 0;
  for (std::size_t i = stream.size() - 4; i < stream.size(); ++i) sum = sum << 8 | stream[i];
  return adler32_z(adler32_z(0, nullptr, 0), decoded.data(), decoded.size()) == sum;
}

/// Whether zlib reads the stream to its end, where its sum is.
bool is_inflated(Stream& stream) {
  z_stream zlib{};
  zlib.next_in = stream.data();
  zlib.avail_in = uInt(stream.size());
  if (inflateInit(&zlib) != Z_OK) throw std::bad_alloc();
  std::array<unsigned char, 1 << 16> pixels;
  int status = Z_OK;
  while (status == Z_OK) {
    zlib.next_out = pixels.data();
    zlib.avail_out = uInt(pixels.size());
    status = inflate(&zlib, Z_NO_FLUSH);
  }
  inflateEnd(&zlib);
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  return status == Z_STREAM_END;
}

#ifdef FFTCORE_LZMA
bool is_unpacked(const Stream& stream) {
  lzma_stream lzma = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&lzma, UINT64_MAX, 0) != LZMA_OK) throw std::bad_alloc();
  lzma.next_in = stream.data();
  lzma.avail_in = stream.size();
  std::array<unsigned char, 1 << 16> pixels;
  lzma_ret status = LZMA_OK;
  while (status == LZMA_OK) {
    lzma.next_out = pixels.data();
    lzma.avail_out = pixels.size();
    status = lzma_code(&lzma, LZMA_RUN);
  }
  lzma_end(&lzma);
  if (status == LZMA_MEM_ERROR) throw std::bad_alloc();
  return status == LZMA_STREAM_END;
}
#else
bool is_unpacked(const Stream&) {
  return true;
}
#endif

}  // namespace

void check_stream(TiffHandle& file, std::uint32_t index, std::span<const unsigned char> decoded) {
  const auto compression = tag<std::uint16_t>(file.get(), TIFFTAG_COMPRESSION);
  if (!has_sum(compression)) return;
  Stream stream = stream_of(file, index);
  if (is_deflate(compression) ? !is_sum_of(file.get(), decoded, stream) && !is_inflated(stream)
                              : !is_unpacked(stream))
    file.fail(fmt::format(
        "it is damaged: the check sum of tile or strip {} is wrong, or is missing", index));
}

void check_streams(TiffHandle& file) {
  TIFF* tiff = file.get();
  const std::uint32_t count =
      TIFFIsTiled(tiff) != 0 ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  for (std::uint32_t index = 0; index < count; ++index) check_stream(file, index, {});
}

}  // namespace fftcore::pictures
