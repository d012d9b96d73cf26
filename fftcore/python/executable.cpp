// SPDX-License-Identifier: LGPL-2.1-or-later
// Values by their text, compiled and run.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "array_place.h"
#include "bindings.h"
#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "fields.h"
#include "python_queue.h"
#include "taps_array.h"
#include "without_gil.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

/// An executable of any kind. Python's threads may share it: it does one run at a time.
struct PythonExecutable {
  std::unique_ptr<Executable> executable;
  ArrayPlaces places;
  std::mutex one_run;
};

std::unique_ptr<PythonExecutable> compiled(const std::string& text, const PythonQueue& queue) {
  const AnyWork value = parse_work(text);
  ArrayPlaces places = places_of(value);
  const WithoutGil others;
  return std::unique_ptr<PythonExecutable>(
      new PythonExecutable{queue.backend.compile_any(value, *queue.queue), places, {}});
}

/// The arrays of a run: one, or as many as a Denoise has frames, or an image and a second one.
std::vector<Array> arrays_of(nb::handle given, const std::vector<ArrayPlace>& places) {
  std::vector<nb::handle> all;
  if (nb::isinstance<nb::tuple>(given) || nb::isinstance<nb::list>(given))
    for (const nb::handle one : given) all.push_back(one);
  else
    all.push_back(given);
  if (all.size() != places.size())
    throw InvalidArgument(
        fmt::format("{} is {} arrays; {} expected", places[0].name, all.size(),
                    places.size() == 1 ? "1 is" : fmt::format("{} are", places.size())));
  std::vector<Array> arrays;
  for (std::size_t i = 0; i < all.size(); ++i)
    arrays.push_back(array_of(all[i], places[i].name, false));
  return arrays;
}

/// Runs, and calls then() before another thread's run. `is_placed`: arrays of a Transform lie as
/// its text says, whatever their axes are.
template <class Then>
void run_then(PythonExecutable& one, PythonQueue& queue, nb::handle given, nb::handle out,
              bool is_placed, nb::handle state, const Then& then) {
  const ArrayPlaces& places = one.places;
  const std::vector<Array> inputs = arrays_of(given, places.inputs);
  std::vector<ConstBuffer> from;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Buffer buffer = buffer_at(places.inputs[i], inputs[i], queue.device);
    from.push_back({buffer.data, buffer.row_stride, buffer.size_bytes, buffer.memory, 0});
  }
  Array output;
  Buffer to;
  if (places.output) {
    output = array_of(out, places.output->name, true);
    to = buffer_at(*places.output, output, queue.device);
    if (places.inputs[0].is_any_order && !is_placed) check_axes(places, inputs[0], output);
  } else if (!out.is_none()) {
    throw InvalidArgument("out is given, and this work has no result but peaks");
  }
  Array kept;
  Buffer stored;
  if (places.state) {
    if (state.is_none())
      throw InvalidArgument("this work remembers, and needs state: run_with_state() takes it");
    kept = array_of(state, places.state->name, true);
    stored = buffer_at(*places.state, kept, queue.device);
  } else if (!state.is_none()) {
    throw InvalidArgument("state is given, and this work keeps none from run to run");
  }
  stoppable_without_gil([&] {
    const std::scoped_lock lock(one.one_run, queue.one_run);
    one.executable->run_any(*queue.queue, from, to, stored);
    then();
  });
}

void run(PythonExecutable& one, PythonQueue& queue, nb::handle given, nb::handle out,
         bool is_placed, nb::handle state) {
  run_then(one, queue, given, out, is_placed, state, [] {});
}

/// Runs a search, and returns its peaks as tuples: x, y, score, confidence, template.
nb::list search(PythonExecutable& one, PythonQueue& queue, nb::handle image) {
  std::vector<Peak> found;
  run_then(one, queue, image, nb::none(), false, nb::none(), [&] {
    const std::span<const Peak> all = one.executable->found();
    found.assign(all.begin(), all.end());
  });
  nb::list result;
  for (const Peak& peak : found)
    result.append(nb::make_tuple(peak.x, peak.y, peak.score, peak.confidence, peak.template_index));
  return result;
}

void set_taps(PythonExecutable& one, nb::list arrays) {
  const std::vector<Taps> taps = taps_of_arrays(arrays, "taps");
  const WithoutGil others;
  one.executable->set(std::span<const Taps>(taps));
}

void set_gain(PythonExecutable& one, float gain, float offset) {
  one.executable->set(Gain{gain, offset});
}

void set_parameters(PythonExecutable& one, const std::vector<double>& parameters) {
  one.executable->set(std::span<const double>(parameters));
}

/// Strength of the Denoise that a text says.
void set_strength(PythonExecutable& one, const std::string& text) {
  one.executable->set(parse_denoise(text).strength);
}

void set_count(PythonExecutable& one, std::int64_t count) {
  one.executable->set(WindowCount{count});
}

void set_reference(PythonExecutable& one, PythonQueue& queue, nb::handle image) {
  const Array array = array_of(image, "reference", false);
  ArrayPlace place = one.places.inputs[0];
  place.name = "reference";
  const Buffer buffer = buffer_at(place, array, queue.device);
  stoppable_without_gil([&] {
    const std::scoped_lock lock(one.one_run, queue.one_run);
    one.executable->set(ReferenceImage{
        *queue.queue, {buffer.data, buffer.row_stride, buffer.size_bytes, buffer.memory, 0}});
  });
}

void keep_as_reference(PythonExecutable& one) {
  const WithoutGil others;  // a run that has the lock may want the GIL
  const std::scoped_lock lock(one.one_run);
  one.executable->set(LastImage{});
}

std::string plan_text(const PythonExecutable& one) {
  return one.executable->plan_text();
}

/// The value's text, written as the library writes it.
std::string text_of_text(const std::string& text) {
  return text_of(parse_work(text));
}

std::string changed_text(const std::string& text, const std::string& field, nb::object value) {
  const AnyWork before = parse_work(text);
  if (value.is_none()) return text_of(with_field(before, field, nullptr));
  return text_of(with_field(before, field, nb::cast<std::string>(value).c_str()));
}

}  // namespace

void bind_executable(nb::module_& module) {
  nb::class_<PythonExecutable>(module, "Executable", "Work that is ready to run many times.")
      .def(nb::new_(&compiled), nb::arg("text"), nb::arg("queue"))
      .def("run", &run, nb::arg("queue"), nb::arg("image").none(), nb::arg("out") = nb::none(),
           nb::arg("is_placed") = false, nb::arg("state") = nb::none())
      .def("search", &search, nb::arg("queue"), nb::arg("image").none())
      .def("set_taps", &set_taps, nb::arg("taps"))
      .def("set_gain", &set_gain, nb::arg("gain"), nb::arg("offset"))
      .def("set_parameters", &set_parameters, nb::arg("parameters"))
      .def("set_strength", &set_strength, nb::arg("text"))
      .def("set_count", &set_count, nb::arg("count"))
      .def("set_reference", &set_reference, nb::arg("queue"), nb::arg("image").none())
      .def("keep_as_reference", &keep_as_reference)
      .def_prop_ro("plan_text", &plan_text)
      .def_prop_ro("text",
                   [](const PythonExecutable& one) { return text_of(one.executable->work()); });
  module.def("text_of", &text_of_text, nb::arg("text"), "A value's text in its usual form.");
  module.def("changed_text", &changed_text, nb::arg("text"), nb::arg("field"),
             nb::arg("value").none(), "A value's text with one field changed; None: its default.");
}

}  // namespace fftcore
