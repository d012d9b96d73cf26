// SPDX-License-Identifier: LGPL-2.1-or-later
// First convolution with fftcore: a picture in memory, blurred. fftcore/README.md explains it.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <fftcore/backend.h>
#include <fftcore/error.h>

int main() {
  try {
    constexpr int kRows = 1080;
    constexpr int kColumns = 1920;
    std::vector<std::uint8_t> image(kRows * kColumns);  // black
    std::vector<std::uint8_t> result(image.size());
    image[540 * kColumns + 960] = 255;  // but for one pixel

    const fftcore::Taps taps = fftcore::normalized({{3, 3}, {1, 2, 1, 2, 4, 2, 1, 2, 1}});
    const auto layout = fftcore::Layout::interleaved(fftcore::SampleType::u8, {kRows, kColumns});

    fftcore::Backend& backend = fftcore::select_backend("auto");
    const auto queue = backend.create_queue({});
    const auto executable = backend.compile(fftcore::convolution(layout, taps.extent), *queue);
    executable->set_taps(taps);
    executable->run(*queue, {image.data()}, {result.data()});

    for (int row = 539; row <= 541; ++row) {
      const std::uint8_t* pixels = &result[row * kColumns + 959];
      std::printf("%d %d %d\n", pixels[0], pixels[1], pixels[2]);
    }
    return 0;
  } catch (const fftcore::Error& error) {
    std::fprintf(stderr, "first_convolution: %s\n", error.what());
    return 1;
  }
}
