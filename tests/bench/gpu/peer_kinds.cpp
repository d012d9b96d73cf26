// SPDX-License-Identifier: LGPL-2.1-or-later
#include <array>

#include "fftcore/error.h"
#include "peer.h"

namespace bench {

#if !BENCH_HAVE_VKFFT
std::unique_ptr<Peer> prepare_vkfft(const Gpu&, const Work&) {
  throw fftcore::Unsupported(
      "not built in: configure with -Dvkfft_include=FOLDER, the one that holds vkFFT.h");
}
#endif

std::span<const PeerKind> peer_kinds() {
  static const std::array kinds = {
      PeerKind{"fftcore", "this library, device memory to device memory", prepare_fftcore},
      PeerKind{"copy", "a kernel that copies as many bytes: the floor", prepare_copy},
      PeerKind{"cuFFT",
               "the transforms alone; of a convolution R2C, multiply, C2R, from padded grid to "
               "padded grid, of complex images C2C; where channels mix, cuBLAS multiplies; of a "
               "signal in blocks that overlap",
               prepare_cufft},
      PeerKind{"cuFFT+frame",
               "the same with a kernel before that converts, extends and pads and one "
               "after that crops and clamps; of a phase correlation a "
               "kernel that converts and windows, R2C, one for the cross power, C2R, and a search "
               "of two launches; of template matching R2C, a product with all templates, C2R, two "
               "launches for local norms, and scores and search in two; of a DCT-II one that "
               "reorders, R2C, and one that makes points of "
               "bins",
               prepare_cufft_pad_crop},
      PeerKind{"cuFFT+frame, in place", "the same, transforms in place", prepare_cufft_in_place},
      PeerKind{
          "VkFFT",
          "its fused convolution, in place from padded grid to padded grid, or of a complex image",
          prepare_vkfft},
      PeerKind{"fftcore, three-pass",
               "this library with FFTCORE_PLAN=three-pass, where its own choice is another plan",
               prepare_fftcore_three_pass},
      PeerKind{"fftcore, tile", "likewise with FFTCORE_PLAN=tile", prepare_fftcore_tile},
      PeerKind{"fftcore, direct", "likewise with FFTCORE_PLAN=direct", prepare_fftcore_direct},
      PeerKind{"fftcore, separable", "likewise with FFTCORE_PLAN=separable",
               prepare_fftcore_separable},
  };
  return kinds;
}

}  // namespace bench
