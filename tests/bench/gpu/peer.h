// SPDX-License-Identifier: LGPL-2.1-or-later
// Who is timed. Each peer is one file and one row of peer_kinds().
#pragma once

#include <memory>
#include <span>
#include <string>

#include "gpu.h"
#include "reference.h"
#include "work.h"

namespace bench {

/// A peer ready for one case: planned, compiled, the kernel transformed, memory taken.
class Peer {
 public:
  virtual ~Peer() = default;
  /// Puts the work on the GPU's stream, once, and waits for nothing: it is captured as a graph.
  virtual void enqueue() = 0;
  /// Of what enqueue() has left.
  virtual Check check(const Reference& reference) const = 0;
  /// Whether it leaves the same each time; not so in place.
  virtual bool can_repeat() const { return true; }
  /// What a reader wants to know of how it is done: sizes, plans.
  virtual std::string note() const { return {}; }
};

struct PeerKind {
  std::string name;
  std::string what;
  /// Throws Unsupported, with the reason, where the case is none of this peer's.
  std::unique_ptr<Peer> (*prepare)(const Gpu& gpu, const Work& work);
};

/// The first is fftcore, the second the copy.
inline constexpr std::size_t kOurs = 0;
inline constexpr std::size_t kFloor = 1;
std::span<const PeerKind> peer_kinds();

std::unique_ptr<Peer> prepare_fftcore(const Gpu& gpu, const Work& work);
/// Where the library's own choice is another plan.
std::unique_ptr<Peer> prepare_fftcore_three_pass(const Gpu& gpu, const Work& work);
std::unique_ptr<Peer> prepare_fftcore_tile(const Gpu& gpu, const Work& work);
std::unique_ptr<Peer> prepare_fftcore_direct(const Gpu& gpu, const Work& work);
std::unique_ptr<Peer> prepare_fftcore_separable(const Gpu& gpu, const Work& work);
std::unique_ptr<Peer> prepare_copy(const Gpu& gpu, const Work& work);
std::unique_ptr<Peer> prepare_cufft(const Gpu& gpu, const Work& work);
std::unique_ptr<Peer> prepare_cufft_pad_crop(const Gpu& gpu, const Work& work);
std::unique_ptr<Peer> prepare_cufft_in_place(const Gpu& gpu, const Work& work);
/// Of a phase correlation: what prepare_cufft_pad_crop() makes.
std::unique_ptr<Peer> prepare_cufft_phase(const Gpu& gpu, const Work& work);
/// Of template matching: likewise.
std::unique_ptr<Peer> prepare_cufft_matching(const Gpu& gpu, const Work& work);
/// Of a DCT-II: likewise.
std::unique_ptr<Peer> prepare_cufft_cosine(const Gpu& gpu, const Work& work);
/// What prepare_cufft() makes, and where `does_frame` prepare_cufft_pad_crop(), of a complex
/// circular image, of one whose channels mix, of a frame that many kernels meet, and of a signal.
std::unique_ptr<Peer> prepare_cufft_complex(const Gpu& gpu, const Work& work);
std::unique_ptr<Peer> prepare_cufft_mixed(const Gpu& gpu, const Work& work);
std::unique_ptr<Peer> prepare_cufft_bank(const Gpu& gpu, const Work& work, bool does_frame);
std::unique_ptr<Peer> prepare_cufft_overlap_save(const Gpu& gpu, const Work& work, bool does_frame);
std::unique_ptr<Peer> prepare_vkfft(const Gpu& gpu, const Work& work);

}  // namespace bench
