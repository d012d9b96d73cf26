// SPDX-License-Identifier: LGPL-2.1-or-later
// The floor: a kernel that reads and writes as many bytes as the case must, and does nothing else.
// Where input and output differ in size, half of their sum each way.
#include <algorithm>

#include "peer.h"

namespace bench {
namespace {

constexpr std::size_t kWord = 16;  // bytes of an access
constexpr int kCheckedWords = 400;

class CopyPeer final : public Peer {
 public:
  CopyPeer(const Gpu& gpu, const Work& work)
      : gpu_(gpu),
        words_(static_cast<std::uint32_t>(
            ((work.input().size_bytes() + work.output_bytes()) / 2 + kWord - 1) / kWord)),
        from_(std::size_t{words_} * kWord),
        to_(std::size_t{words_} * kWord) {
    const std::uint32_t floats = words_ * 4;
    gpu_.kernels().launch(gpu_.stream(), "fill_f32", {Kernels::blocks_for(floats)}, from_.address(),
                          floats);
  }

  void enqueue() override {
    gpu_.kernels().launch(gpu_.stream(), "copy", {Kernels::blocks_for(words_)}, from_.address(),
                          to_.address(), words_);
  }

  /// Words that differ, of some.
  Check check(const Reference&) const override {
    std::vector<std::array<std::uint32_t, 4>> from(kCheckedWords), to(kCheckedWords, {0, 0, 0, 0});
    std::vector<Gpu::Range> ranges;
    for (std::size_t i = 0; i < kCheckedWords; ++i) {
      const Address place = (std::size_t{words_} - 1) * i / (kCheckedWords - 1) * kWord;
      ranges.push_back({from[i].data(), from_.address() + place, kWord});
      ranges.push_back({to[i].data(), to_.address() + place, kWord});
    }
    gpu_.copy_out(ranges);
    double different = 0;
    for (std::size_t i = 0; i < kCheckedWords; ++i) different += from[i] != to[i] ? 1 : 0;
    return {different, 0};
  }

 private:
  const Gpu& gpu_;
  std::uint32_t words_;
  Memory from_, to_;
};

}  // namespace

std::unique_ptr<Peer> prepare_copy(const Gpu& gpu, const Work& work) {
  return std::make_unique<CopyPeer>(gpu, work);
}

}  // namespace bench
