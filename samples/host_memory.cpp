// SPDX-License-Identifier: LGPL-2.1-or-later
#include <cstring>
#include <vector>

#include "fftw_peer.h"
#include "measured_memory.h"

namespace samples {
namespace {

using namespace fftcore;

class HostMemory final : public MeasuredMemory {
 public:
  HostMemory(std::size_t input, std::size_t output) : input_(input), output_(output) {}

  ConstBuffer input() const override { return {input_.data()}; }
  Buffer output() const override { return {output_.data()}; }
  void write_input(const void* from) override { std::memcpy(input_.data(), from, input_.size()); }
  void read_output(void* to) override { std::memcpy(to, output_.data(), output_.size()); }
  std::function<void()> peer(const Transform& transform, int threads) override {
    return fftw_plan(transform, threads, input_.data(), output_.data());
  }

 private:
  std::vector<std::byte> input_;
  mutable std::vector<std::byte> output_;
};

class Host final : public MeasuredDevice {
 public:
  std::string peer_name() const override { return "fftw"; }
  std::unique_ptr<MeasuredMemory> allocate(std::size_t input, std::size_t output) override {
    return std::make_unique<HostMemory>(input, output);
  }
};

}  // namespace

std::unique_ptr<MeasuredDevice> host_memory() {
  return std::make_unique<Host>();
}

}  // namespace samples
