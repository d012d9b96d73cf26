// SPDX-License-Identifier: LGPL-2.1-or-later
#include "python_queue.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "bindings.h"
#include "without_gil.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

std::unique_ptr<PythonQueue> queue_of(const std::string& name, int threads, int device,
                                      std::optional<std::uintptr_t> stream) {
  Backend& backend = select_backend(name);
  QueueOptions options;
  options.threads = threads;
  options.device = device;
  if (stream) options.native_stream = reinterpret_cast<void*>(*stream);
  std::optional<int> reached;
  if (backend.name() == "cuda") reached = device < 0 ? 0 : device;
  return std::unique_ptr<PythonQueue>(
      new PythonQueue{backend, backend.create_queue(options), reached, {}});
}

std::vector<std::string> backend_names() {
  std::vector<std::string> names;
  for (const Backend* backend : backends()) names.emplace_back(backend->name());
  return names;
}

using DeviceFields = std::tuple<std::string, int, std::string, std::string, bool, std::string>;

std::vector<DeviceFields> devices() {
  std::vector<DeviceFields> fields;
  for (const Backend* backend : backends())
    for (const FoundDevice& one : backend->devices())
      fields.emplace_back(backend->name(), one.number, one.name, one.architecture, one.is_gpu,
                          one.reason);
  return fields;
}

std::string unavailable_reason(const std::string& name) {
  for (const Backend* backend : backends())
    if (backend->name() == name) return backend->unavailable_reason();
  return "there is no backend of that name";
}

}  // namespace

void bind_queue(nb::module_& module) {
  nb::class_<PythonQueue>(module, "Queue", "Where work is ordered: threads, or a stream of a GPU.")
      .def(nb::new_(&queue_of), nb::arg("backend") = "auto", nb::arg("threads") = 0,
           nb::arg("device") = -1, nb::arg("stream") = nb::none())
      .def_prop_ro("backend",
                   [](const PythonQueue& one) { return std::string(one.backend.name()); })
      .def_prop_ro("threads", [](const PythonQueue& one) { return one.queue->threads(); })
      .def("wait", [](PythonQueue& one) {
        const WithoutGil others;
        one.queue->wait();
      });
  module.def("backends", &backend_names, "Names of the backends, best first.");
  module.def("devices", &devices, "Fields of all devices of all backends.");
  module.def("unavailable_reason", &unavailable_reason, nb::arg("backend"),
             "Why a backend does not work here; empty where it does.");
}

}  // namespace fftcore
