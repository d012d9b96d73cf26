// SPDX-License-Identifier: LGPL-2.1-or-later
// Ports: the buffers that a run of a work takes. Each kind of work lists its own here, for the
// checks of buffers, for executables on GPUs, and for C and Python.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "fftcore/search.h"
#include "fftcore/stages.h"
#include "fftcore/transform.h"
#include "fftcore/warp.h"
#include "fftcore/window_correlation.h"
#include "fftcore/window_filters.h"
#include "place.h"

namespace fftcore {

/// The values on one side of a Transform, wherever its strides put them.
struct TransformValues {
  std::size_t bytes = 0;        ///< that they reach over
  std::size_t value_bytes = 0;  ///< of what a buffer's `first` counts
  std::size_t real_bytes = 0;   ///< of a real number
};

struct Port {
  Place place;            ///< where launches find it
  std::string_view name;  ///< in messages
  std::variant<Layout, SpectrumLayout, TransformValues> layout;
  /// What to do about an output that overlaps this input.
  std::string_view advice{};
  /// Frames of an image lie without gaps, also where a run() gives the rows another stride.
  bool has_dense_frames = false;
};

struct Ports {
  std::vector<Port> inputs;     ///< in the order of run()
  std::optional<Port> output;   ///< none: peaks are all that is found
  std::optional<Port> state{};  ///< what a run reads and updates
  bool in_place = false;        ///< input and output are the same memory
  bool keeps_output = false;    ///< a run leaves some of the output as it was
  std::string takes{};          ///< the work, and how many inputs it takes
  std::string_view unit = "inputs";
  /// What run() says to an input more, which kinds without it may take; empty: none may.
  std::string_view no_more{};
};

Ports ports_of(const Convolution& problem);
Ports ports_of(const Transform& transform);
Ports ports_of(const TemplateMatching& matching);
Ports ports_of(const PhaseCorrelation& correlation);
Ports ports_of(const Denoise& denoise);
Ports ports_of(const Warp& warp);
Ports ports_of(const ForwardStage& stage);
Ports ports_of(const MultiplyStage& stage);
Ports ports_of(const InverseStage& stage);
Ports ports_of(const WindowCorrelation& windows);
Ports ports_of(const WindowFilters& filters);

/// Where the surface of a search goes, given or not: f32, one frame for each template.
Port surface_port(const TemplateMatching& matching);
Port surface_port(const PhaseCorrelation& correlation);

/// Bytes of a spectrum's complex value: what a buffer's `first` counts.
std::size_t spectrum_value_bytes(const SpectrumLayout& spectrum);

/// Bytes of a Transform's value, likewise.
inline std::size_t value_bytes(const Port& port) {
  return std::get_if<TransformValues>(&port.layout)->value_bytes;
}

/// Bytes that a port's values reach over.
std::size_t bytes_of(const Port& port);

}  // namespace fftcore
