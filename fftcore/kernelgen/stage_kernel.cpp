// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stage_kernel.h"

#include <functional>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "access.h"
#include "butterfly.h"
#include "fftcore/error.h"
#include "line_transform.h"
#include "overloaded.h"
#include "passes.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

constexpr int kMaxThreads = 1024;
constexpr int kMaxGridYZ = 65535;

void require(const StageSpec& spec, bool holds, std::string_view what) {
  if (!holds) throw InvalidArgument(fmt::format("stage {}: {}", spec.name, what));
}

std::int64_t last_index(const Strides& strides, const StageSpec& spec, int count) {
  std::int64_t last = strides.offset + (count - 1) * strides.element;
  for (std::size_t axis = 0; axis < 3; ++axis) last += (spec.lines[axis] - 1) * strides.line[axis];
  return last;
}

void check(const StageSpec& spec) {
  const LineShape& shape = spec.shape;
  require(spec, std::accumulate(shape.radices.begin(), shape.radices.end(), 1, std::multiplies<>()) == shape.length && !shape.radices.empty(),
          fmt::format("the radices do not make up the length {}", shape.length));
  for (const int radix : shape.radices) require(spec, has_small_factors(radix), fmt::format("no butterfly of {} values", radix));
  require(spec, shape.threads >= 1 && shape.lines >= 1 && shape.threads * shape.lines <= kMaxThreads,
          fmt::format("{} threads x {} lines are not 1 to {} threads a block", shape.threads, shape.lines, kMaxThreads));
  require(spec, shape.exchange_buffers == 1 || shape.exchange_buffers == 2, "there are one or two exchange buffers");
  require(spec, spec.lines[0] >= 1 && spec.lines[1] >= 1 && spec.lines[1] <= kMaxGridYZ && spec.lines[2] >= 1 && spec.lines[2] <= kMaxGridYZ,
          fmt::format("{} x {} x {} lines do not fit a launch", spec.lines[0], spec.lines[1], spec.lines[2]));
  require(spec, (spec.work == Work::convolve) == spec.multiply.has_value(), "a spectrum belongs to a convolution, and only there");

  std::vector<std::int64_t> last;
  if (const auto* load = std::get_if<ComplexLoad>(&spec.load)) last.push_back(last_index(load->strides, spec, load->count));
  if (const auto* store = std::get_if<ComplexStore>(&spec.store)) last.push_back(last_index(store->strides, spec, store->count));
  if (spec.multiply) last.push_back(last_index(spec.multiply->strides, spec, shape.length));
  for (const std::int64_t index : last)
    if (index > std::numeric_limits<std::int32_t>::max())
      throw Unsupported(fmt::format("stage {}: element {} of an array; kernels count up to 2^31. Split the batch", spec.name, index));
}

LinePosition position_of(Builder& b, const StageSpec& spec, const Expr& line_of_block) {
  const int lines = spec.lines[0];
  const Expr line = b.let("line", ast::Expr(ast::Call{ast::Builtin::block_x, {}}) * spec.shape.lines + line_of_block);
  LinePosition position{{line, ast::Call{ast::Builtin::block_y, {}}, ast::Call{ast::Builtin::block_z, {}}}, {}};
  if (lines % spec.shape.lines != 0) {
    position.exists = b.let("exists", less(line, integer(lines)));
    position.axes[0] = b.let("line", minimum(line, integer(lines - 1)));
  }
  for (std::size_t axis = 1; axis < 3; ++axis)
    position.axes[axis] = spec.lines[axis] == 1 ? integer(0) : b.let("line", position.axes[axis]);
  return position;
}

Values loaded(const Loader& loader, const LineTransform& transform, int radix) {
  Values values;
  for (const Butterfly& butterfly : transform.butterflies(radix)) values.push_back(loader(butterfly, radix));
  return values;
}

void multiply_by(Builder& b, Values& values, const Values& spectrum) {
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t k = 0; k < values[i].size(); ++k) values[i][k] = multiply(b, values[i][k], spectrum[i][k]);
}

}  // namespace

StageKernel stage_kernel(const StageSpec& spec) {
  check(spec);
  const LineShape& shape = spec.shape;
  Builder b(spec.name);
  b.launch(shape.lines_adjacent ? ast::Size3{shape.lines, shape.threads, 1} : ast::Size3{shape.threads, shape.lines, 1},
           {(spec.lines[0] + shape.lines - 1) / shape.lines, spec.lines[1], spec.lines[2]});

  LineTransform transform(b, shape);
  const LinePosition line = position_of(b, spec, transform.line());
  const int first = spec.work == Work::inverse ? shape.radices.back() : shape.radices.front();
  const int last = spec.work == Work::forward ? shape.radices.back() : shape.radices.front();

  const Loader load = std::visit(Overloaded{[&](const ComplexLoad& l) { return make_loader(b, l, line); },
                                            [&](const ImageLoad& l) { return make_loader(b, l, line, spec.lines); }},
                                 spec.load);
  Values values = loaded(load, transform, first);
  if (spec.work != Work::inverse) values = transform.forward(std::move(values));
  if (spec.multiply) {
    const Loader spectrum = make_spectrum_loader(b, *spec.multiply, line);
    multiply_by(b, values, loaded(spectrum, transform, shape.radices.back()));
  }
  if (spec.work != Work::forward) values = transform.inverse(std::move(values));
  const Storer store = std::visit(Overloaded{[&](const ComplexStore& s) { return make_storer(b, s, line); },
                                             [&](const ImageStore& s) { return make_storer(b, s, line, spec.lines); }},
                                  spec.store);
  const std::vector<Butterfly>& stored = transform.butterflies(last);
  for (std::size_t i = 0; i < stored.size(); ++i) store(stored[i], values[i]);

  transform.declare_shared();
  if (!transform.table().empty()) b.buffer(LineTransform::kTableName, ast::Storage::f32);
  return {fold(std::move(b).finish()), transform.table()};
}

}  // namespace fftcore
