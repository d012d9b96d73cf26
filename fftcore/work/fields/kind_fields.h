// SPDX-License-Identifier: LGPL-2.1-or-later
// The tables of fields, one for each kind of work: its fields with their texts, and the check of
// numbers against their ranges. Each table is in the kind's *_text.cpp.
#pragma once

#include <vector>

#include "field.h"

namespace fftcore {

struct Convolution;
struct Transform;
struct TemplateMatching;
struct PhaseCorrelation;
struct Denoise;
struct Warp;
struct ForwardStage;
struct MultiplyStage;
struct InverseStage;
struct WindowCorrelation;
struct WindowFilters;
struct StreamConvolution;

std::vector<WrittenField> fields_of(const Convolution& problem);
std::vector<WrittenField> fields_of(const Transform& transform);
std::vector<WrittenField> fields_of(const TemplateMatching& matching);
std::vector<WrittenField> fields_of(const PhaseCorrelation& correlation);
std::vector<WrittenField> fields_of(const Denoise& denoise);
std::vector<WrittenField> fields_of(const Warp& warp);
std::vector<WrittenField> fields_of(const ForwardStage& stage);
std::vector<WrittenField> fields_of(const MultiplyStage& stage);
std::vector<WrittenField> fields_of(const InverseStage& stage);
std::vector<WrittenField> fields_of(const WindowCorrelation& windows);
std::vector<WrittenField> fields_of(const WindowFilters& filters);
std::vector<WrittenField> fields_of(const StreamConvolution& stream);

/// They throw InvalidArgument with the field, its value and what is allowed.
void check_ranges(const TemplateMatching& matching);
void check_ranges(const PhaseCorrelation& correlation);
void check_ranges(const Denoise& denoise);
void check_ranges(const Warp& warp);
void check_ranges(const WindowCorrelation& windows);
void check_ranges(const WindowFilters& filters);

}  // namespace fftcore
