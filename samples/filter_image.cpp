// SPDX-License-Identifier: LGPL-2.1-or-later
// filter_image INPUT OUTPUT: an image file through a kernel or a parametric filter.
// samples/README.md has its manual.
#include <opencv2/core.hpp>

#include "batch.h"
#include "blur_options.h"
#include "fftcore/backend.h"
#include "fftcore/filters.h"
#include "fftcore/response.h"
#include "image_file.h"
#include "opencv.h"
#include "options.h"
#include "outputs.h"

using namespace fftcore;

namespace {

struct Settings {
  samples::BlurOptions kernel;
  ParametricFilter filter;
  std::string response;
  bool has_filter = false, is_circular = false, is_normalized = false, is_correlation = false;
  EdgeMode edge = EdgeMode::reflect_101;
  double gain = 1, offset = 0;
};

Taps response_taps(const Settings& settings, const cv::Mat& image) {
  const FrequencyResponse response(settings.response);
  Taps taps = settings.is_circular ? fftcore::taps_of(response, {image.rows, image.cols})
                                   : fftcore::taps_of(response);
  if (!taps.imaginary.empty())
    throw InvalidArgument(
        "--response: the picture would become complex; at (-fx, -fy) the response has to be the "
        "conjugate of that at (fx, fy)");
  return taps;
}

void check(const Settings& settings, const std::optional<Taps>& kernel) {
  if (int(kernel.has_value()) + int(settings.has_filter) + int(!settings.response.empty()) != 1)
    throw samples::UsageError(
        "one filter is expected: --filter, --response, --motion, --defocus, --gaussian or --taps");
  if (settings.is_circular && settings.response.empty())
    throw samples::UsageError("--circular is of --response");
}

Taps taps_of(const Settings& settings, const std::optional<Taps>& kernel, const cv::Mat& image) {
  Taps taps = kernel                ? *kernel
              : settings.has_filter ? fftcore::taps_of(settings.filter)
                                    : response_taps(settings, image);
  return settings.is_normalized ? normalized(std::move(taps)) : taps;
}

/// What white is; `offset` counts in 255ths of it.
double white(int depth) {
  return depth == CV_8U ? 255 : depth == CV_16U ? 65535 : 1;
}

void filter(const Settings& settings, const std::optional<Taps>& kernel,
            const std::string& backend_name, const std::string& input, const std::string& output) {
  const cv::Mat image = samples::read_image(input);
  samples::check_output(output, image);

  const Taps taps = taps_of(settings, kernel, image);
  Convolution problem =
      convolution(opencv::layout_of(image), taps.extent,
                  settings.is_correlation ? Operation::correlate : Operation::convolve,
                  settings.is_circular ? EdgeMode::wrap : settings.edge);
  if (image.channels() == 4) problem.copied_channels = 1U << 3;  // alpha

  Backend& backend = select_backend(backend_name);
  const auto queue = backend.create_queue({});
  const auto executable = backend.compile(problem, *queue);
  executable->set_taps(taps);
  executable->set_gain(samples::single("--gain", settings.gain),
                       samples::single("the offset in the image's units",
                                       settings.offset * white(image.depth()) / 255));

  cv::Mat result(image.size(), image.type());
  executable->run(*queue, opencv::input_of(image), opencv::output_of(result));
  samples::write_image(output, result);
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  std::optional<Band> band;
  samples::Options options("filter_image", "INPUT OUTPUT",
                           "Filters an image of 8 or 16 bits or floats; alpha is copied.", 2, 2);
  options.title("The filter, one of");
  settings.kernel.add_to(options);
  options.add("filter", band,
              {{"lowpass", Band::lowpass},
               {"highpass", Band::highpass},
               {"bandpass", Band::bandpass},
               {"bandstop", Band::bandstop}},
              "parametric");
  options.add("response", "H", settings.response,
              "formula of fx, fy and f in cycles/pixel: \"exp(-(f/0.1)^2)\"");
  options.title("Of --response");
  options.add("circular", settings.is_circular, "exactly, round the image's edges");
  options.title("Of --filter");
  options.add("cutoff", "F", settings.filter.cutoff, "edge in cycles/pixel, 0 to 0.7072 (0.1)");
  options.add("cutoff-high", "F", settings.filter.cutoff_high,
              "upper edge of the band filters (0.25)");
  options.add(
      "shape", settings.filter.shape,
      {{"gaussian", Shape::gaussian}, {"butterworth", Shape::butterworth}, {"ideal", Shape::ideal}},
      "roll-off");
  options.add("order", "N", settings.filter.order, 1, 16, "steepness of butterworth (2)");
  options.title("How");
  options.add("edge", settings.edge,
              {{"constant", EdgeMode::constant},
               {"replicate", EdgeMode::replicate},
               {"reflect", EdgeMode::reflect},
               {"reflect-101", EdgeMode::reflect_101},
               {"wrap", EdgeMode::wrap}},
              "what lies outside the image (reflect-101)");
  options.add("normalize", settings.is_normalized, "divide the taps by their sum");
  options.add("correlate", settings.is_correlation,
              "as cv::filter2D; else convolution, as scipy.ndimage.convolve");
  options.add("gain", "G", settings.gain, "result = G * filtered + offset (1)");
  options.add("offset", "O", settings.offset, "added, in units where white is 255 (0)");
  return options.run(argc, argv, [&](const std::vector<std::string>& files) {
    settings.has_filter = band.has_value();
    if (band) settings.filter.band = *band;
    const std::optional<Taps> kernel = settings.kernel.taps();
    check(settings, kernel);
    const std::span<const std::string> input(files.data(), 1);
    const std::string output = samples::Outputs({files[0]}).add(files[1], input)[0];
    samples::for_each_file(
        input, [&](std::size_t) { filter(settings, kernel, options.backend(), files[0], output); });
    return samples::kDone;
  });
}
