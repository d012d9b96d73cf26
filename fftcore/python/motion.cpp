// SPDX-License-Identifier: LGPL-2.1-or-later
// Motion of a camera, and fits of maps.
#include "fftcore/motion.h"

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "array_place.h"
#include "bindings.h"
#include "fftcore/camera_motion.h"
#include "fftcore/error.h"
#include "python_queue.h"
#include "without_gil.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

/// Map, reason in words, whether it is known, confidence, agreeing, rms, deviation, pairs.
using Found = std::tuple<std::array<double, 9>, std::string, bool, double, double, double, double,
                         std::int64_t>;

Found shown(const MotionFit& fit) {
  return {fit.map.numbers, std::string(to_string(fit.reason)),
          fit.is_known(),  fit.confidence,
          fit.agreeing,    fit.rms,
          fit.deviation,   fit.pairs};
}

/// A camera's motion, which threads of Python may share: it takes one image at a time.
struct PythonCameraMotion {
  nb::object owner;  ///< of the queue, which lives as long
  PythonQueue& queue;
  ArrayPlace image;
  CameraMotion motion;
  std::mutex one_update{};
};

std::unique_ptr<PythonCameraMotion> made(const std::string& text, nb::object owner,
                                         const std::string& model, std::int64_t rows,
                                         std::int64_t columns, double least_agreeing,
                                         std::uint32_t seed) {
  auto& queue = nb::cast<PythonQueue&>(owner);
  const PhaseCorrelation search = parse_phase_correlation(text);
  CameraMotionOptions options;
  options.model = parse_motion_model(model);
  options.weights = search.weights;
  options.windows = {rows, columns};
  options.least_agreeing = least_agreeing;
  options.seed = seed;
  ArrayPlace image = places_of(search).inputs[0];
  return std::unique_ptr<PythonCameraMotion>(
      new PythonCameraMotion{std::move(owner), queue, std::move(image),
                             CameraMotion(queue.backend, *queue.queue, search.image, options)});
}

ConstBuffer const_buffer(const Buffer& buffer) {
  return {buffer.data, buffer.row_stride, buffer.size_bytes, buffer.memory, 0};
}

/// `boxes`: x, y, width and height of each. `mask`: bytes as large as the image, without gaps.
Found update(PythonCameraMotion& one, nb::handle image, const std::vector<double>& boxes,
             nb::handle mask) {
  const Array array = array_of(image, "image", false);
  const ConstBuffer from = const_buffer(buffer_at(one.image, array, {}));
  ConstBuffer left_out;
  Array mask_array;
  if (!mask.is_none()) {
    mask_array = array_of(mask, "mask", false);
    const Extent extent = one.motion.image().extent();
    left_out.data = mask_array.data;
    left_out.size_bytes =
        mask_array.axis_count == 2
            ? static_cast<std::size_t>(mask_array.axes[0].extent * mask_array.axes[1].extent)
            : 0;
    if (left_out.size_bytes != static_cast<std::size_t>(extent.rows * extent.columns))
      throw InvalidArgument(fmt::format("mask has not the shape of the image; ({}, {}) is expected",
                                        extent.rows, extent.columns));
  }
  std::vector<MotionBox> parts;
  for (std::size_t i = 0; i + 3 < boxes.size(); i += 4)
    parts.push_back({boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]});
  MotionFit found;
  stoppable_without_gil([&] {
    const std::scoped_lock lock(one.one_update, one.queue.one_run);
    found = one.motion.update(from, parts, left_out);
  });
  return shown(found);
}

void reset(PythonCameraMotion& one) {
  const WithoutGil others;  // an update that has the lock may want the GIL
  const std::scoped_lock lock(one.one_update);
  one.motion.reset();
}

/// `numbers`: x1, y1, x2, y2 and the weight of each pair.
Found fit(const std::string& model, nb::handle numbers, double tolerance, double least_agreeing,
          std::uint32_t seed) {
  const Array array = array_of(numbers, "pairs", false);
  if (array.axis_count != 2 || array.axes[1].extent != 5 || array.type.bits != 64)
    throw InvalidArgument("pairs are no rows of 5 numbers in double precision");
  const auto* const values = static_cast<const double*>(array.data);
  std::vector<PlacePair> pairs;
  for (std::int64_t i = 0; i < array.axes[0].extent; ++i) {
    const double* const row = values + 5 * i;
    pairs.push_back({row[0], row[1], row[2], row[3], row[4]});
  }
  const MotionModel wanted = parse_motion_model(model);
  MotionFitOptions options;
  options.tolerance = tolerance;
  options.least_agreeing = least_agreeing;
  options.seed = seed;
  MotionFit found;
  {
    const WithoutGil others;
    found = fit_motion(wanted, pairs, options);
  }
  return shown(found);
}

}  // namespace

void bind_motion(nb::module_& module) {
  nb::class_<PythonCameraMotion>(module, "CameraMotion", "Motion from one image to the next.")
      .def(nb::new_(&made), nb::arg("text"), nb::arg("queue"), nb::arg("model"), nb::arg("rows"),
           nb::arg("columns"), nb::arg("least_agreeing"), nb::arg("seed"))
      .def("update", &update, nb::arg("image").none(), nb::arg("boxes"), nb::arg("mask").none())
      .def("reset", &reset);
  module.def("fit_motion", &fit, nb::arg("model"), nb::arg("pairs"), nb::arg("tolerance"),
             nb::arg("least_agreeing"), nb::arg("seed"));
}

}  // namespace fftcore
