// SPDX-License-Identifier: LGPL-2.1-or-later
// Checks of the buffers of a run() by its work's ports, so that a message does not depend on where
// the work runs.
#pragma once

#include <cstddef>
#include <span>

#include "callers_memory.h"
#include "fftcore/backend.h"
#include "ports.h"

namespace fftcore {

// `device`: whose memory buffers may be in. Null: in the host's alone. All throw InvalidArgument,
// and take no memory unless they do.

/// Buffers of a run. They throw for a null pointer, a row stride or a size too short, data that is
/// not aligned, memory that is out of reach or closed to kernels, other numbers of inputs than the
/// work takes, and an output that overlaps an input; in place, for two buffers. Spectra and values
/// of Transforms have no row stride. Spectra are aligned to their values, in device memory to 64
/// bytes; values of Transforms to real numbers, in device memory to complex ones.
void check_buffers(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output,
                   const Reach* device = nullptr);
inline void check_buffers(const Ports& ports, const ConstBuffer& input, const Buffer& output,
                          const Reach* device = nullptr) {
  check_buffers(ports, std::span(&input, 1), output, device);
}
/// What a run reads and updates likewise, after its other buffers: it overlaps none of them.
void check_state(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output,
                 const Buffer& state, const Reach* device = nullptr);
/// One input likewise.
void check_input(const Port& port, const ConstBuffer& input, const Reach* device = nullptr);

struct WorkspaceNeeds {
  Workspace whose = Workspace::own;
  std::size_t bytes = 0;
};
/// The workspace of a run whose buffers were checked: also where the executable has no use for it,
/// and where it is not in the memory that it works in.
void check_given_workspace(const WorkspaceNeeds& needs, const Ports& ports,
                           const ConstBuffer& input, const Buffer& output, const Buffer& workspace,
                           const Reach* device);
inline void check_workspace(const WorkspaceNeeds& needs, const Ports& ports,
                            const ConstBuffer& input, const Buffer& output, const Buffer& workspace,
                            const Reach* device = nullptr) {
  if (needs.whose == Workspace::given || workspace.data != nullptr)
    check_given_workspace(needs, ports, input, output, workspace, device);
}

}  // namespace fftcore
