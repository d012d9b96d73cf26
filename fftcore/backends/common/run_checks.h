// SPDX-License-Identifier: LGPL-2.1-or-later
// What every backend refuses alike, so that a message does not depend on where work runs.
#pragma once

#include <span>

#include "callers_memory.h"
#include "fftcore/backend.h"

namespace fftcore {

// `device`: whose memory buffers may be in. Null: in the host's alone.

/// Images of a convolution. Throws InvalidArgument for a null pointer, a row stride or a size too
/// short, memory that is out of reach or closed to kernels, or images that overlap.
void check_images(const Convolution& problem, ConstBuffer input, Buffer output,
                  const Reach* device = nullptr);

/// How many bytes a Transform's input and output reach over.
struct TransformReach {
  std::size_t input_bytes = 0;
  std::size_t output_bytes = 0;
  std::size_t input_value_bytes = 0;  ///< what a buffer's `first` counts
  std::size_t output_value_bytes = 0;
  std::size_t real_bytes = 0;  ///< of a real number
  bool in_place = false;
  Workspace workspace = Workspace::own;
  std::size_t workspace_bytes = 0;
};
TransformReach reach_of(const Transform& transform, Workspace workspace,
                        std::size_t workspace_bytes);
/// Buffers of a Transform. Throws InvalidArgument for a null pointer, one that is not aligned to
/// real values (in device memory: to complex ones), a row stride, a size too short, memory that is
/// out of reach, two buffers in place, or buffers that overlap otherwise; for a workspace likewise,
/// for one that the executable has no use for, and for one that is not where it works.
void check_buffers(const TransformReach& transform, ConstBuffer input, Buffer output,
                   Buffer workspace, const Reach* device = nullptr);

/// Where the surface of a search goes: f32, one frame for each template.
Layout surface_layout(const TemplateMatching& matching, std::int64_t row_stride = 0);
Layout surface_layout(const PhaseCorrelation& correlation, std::int64_t row_stride = 0);
/// Images of a search, checked likewise, and the surface where it has one.
void check_images(const TemplateMatching& matching, ConstBuffer image, Buffer surface,
                  const Reach* device = nullptr);
void check_images(const PhaseCorrelation& correlation, ConstBuffer image, Buffer surface,
                  const Reach* device = nullptr);

/// Images of a Denoise, checked likewise. Throws too where there are more or fewer frames than it
/// takes.
void check_images(const Denoise& denoise, std::span<const ConstBuffer> frames, Buffer output,
                  const Reach* device = nullptr);

/// One of its frames, checked likewise.
void check_image(const Denoise& denoise, ConstBuffer frame, const Reach* device = nullptr);

/// A strength for it. Throws InvalidArgument unless the Denoise would be valid with it.
void check_strength(const Denoise& denoise, const DenoiseStrength& strength);

/// Templates. Throws InvalidArgument unless there are as many as the matching takes, all valid, of
/// its extent, and with what the score needs.
void check_templates(const TemplateMatching& matching, std::span<const Taps> templates);

/// Bytes of a spectrum's complex value: what a buffer's `first` counts.
std::size_t spectrum_value_bytes(const SpectrumLayout& spectrum);
/// Images and spectra of a stage, checked likewise. Spectra have no row stride, and are aligned to
/// their values (in device memory: to 64 bytes). `factor` is given where the stage has no taps,
/// `source` where it copies_left_out, and only there.
void check_buffers(const ForwardStage& stage, ConstBuffer image, Buffer spectrum,
                   const Reach* device = nullptr);
void check_buffers(const MultiplyStage& stage, ConstBuffer input, ConstBuffer factor, Buffer output,
                   const Reach* device = nullptr);
void check_buffers(const InverseStage& stage, ConstBuffer spectrum, ConstBuffer source,
                   Buffer image, const Reach* device = nullptr);

/// What spectrum_points() gets: throws InvalidArgument unless a spectrum may have so many points.
void check_points(Extent least);

/// Taps of a convolution. Throws InvalidArgument unless there are as many as it takes, all valid
/// and of its extent.
void check_taps(const Convolution& problem, std::span<const Taps> taps);
/// Taps of a MultiplyStage, checked likewise; throws too where the stage has no taps.
void check_taps(const MultiplyStage& stage, std::span<const Taps> taps);

}  // namespace fftcore
