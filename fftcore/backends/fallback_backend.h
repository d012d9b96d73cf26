// SPDX-License-Identifier: LGPL-2.1-or-later
// The backend `auto`, made of all that work on this machine.
#pragma once

#include <vector>

#include "fftcore/backend.h"

namespace fftcore {

/// A chain of backends, which is `auto` where several work. Whatever is compiled goes to the first
/// that can do it: whose compile() does not throw Unsupported. Points of spectra are those of the
/// first that has any.
class FallbackBackend final : public Backend {
 public:
  /// At least one; they must outlive this.
  explicit FallbackBackend(std::vector<Backend*> chain) : chain_(std::move(chain)) {}

  std::string_view name() const override { return "auto"; }
  std::string unavailable_reason() const override { return {}; }
  std::unique_ptr<Queue> create_queue(const QueueOptions& options) override;
  using Backend::compile;
  std::unique_ptr<Executable> compile_any(const AnyWork& work, const Queue& queue,
                                          Workspace workspace = Workspace::own) override;
  std::size_t workspace_bytes(const Transform& transform, const Queue& queue) override;
  std::unique_ptr<StreamExecutable> compile(const StreamConvolution& stream,
                                            const Queue& queue) override;
  std::size_t memory_bytes(const Convolution& problem, const Queue& queue) override;
  std::size_t memory_bytes(const StreamConvolution& stream, const Queue& queue) override;
  Extent spectrum_points(Extent least, const Queue& queue) override;

 private:
  /// What try_one(backend, its queue, its number in the chain) returns for the first backend, from
  /// number `begin` on, that does not throw Unsupported.
  template <class Try>
  auto on_first(const Queue& queue, Try try_one, std::size_t begin = 0);
  /// Number of the first backend to try for a stream: the CPU's, unless there are many channels
  /// with time for a block.
  std::size_t first_for(const StreamConvolution& stream) const;

  const std::vector<Backend*> chain_;
};

}  // namespace fftcore
