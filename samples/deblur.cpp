// SPDX-License-Identifier: LGPL-2.1-or-later
// deblur IMAGE... --output PATH: takes a known blur out of images. samples/README.md has its
// manual.
#include <cmath>
#include <limits>

#include "batch.h"
#include "blur_options.h"
#include "deblurrer.h"
#include "fftcore/restoration.h"
#include "finite.h"
#include "float_scale.h"
#include "image_file.h"
#include "options.h"
#include "outputs.h"

using namespace fftcore;

int main(int argc, char** argv) {
  samples::BlurOptions blur;
  Restoration restoration;
  double lambda = std::numeric_limits<double>::quiet_NaN();  // no number: as measured
  int rounds = 2;
  samples::Page page;
  std::string output;
  samples::Options options(
      "deblur", "IMAGE...",
      "Takes a known blur out of images of 8 or 16 bits or floats; alpha is copied.", 1, 1'000'000);
  options.title("The blur that was, one of");
  blur.add_to(options);
  options.title("How");
  options.add("output", "PATH", output,
              "the result; of several images a folder, or a name with {} for each's own. Needed");
  samples::add_pages(options, page);
  options.add("lambda", "L", lambda,
              "the more noise, the more; 1e-6 to 1e3 (by the noise, which is measured, with\n"
              "gradient; else 0.01)");
  options.add(
      "penalty", restoration.penalty,
      {{"flat", Penalty::flat}, {"gradient", Penalty::gradient}, {"laplacian", Penalty::laplacian}},
      "what lambda keeps small (gradient)");
  options.add("rounds", "N", rounds, 0, 100, "estimates of what lies outside the image (2)");
  return options.run(argc, argv, [&](const std::vector<std::string>& files) {
    const auto taps = blur.taps();
    if (!taps)
      throw samples::UsageError("a blur is expected: --motion, --defocus, --gaussian or --taps");
    if (output.empty()) throw samples::UsageError("--output is expected");
    const bool is_measured = std::isnan(lambda) && restoration.penalty == Penalty::gradient;
    if (!std::isnan(lambda)) restoration.lambda = lambda;
    samples::Deblurrer deblurrer(select_backend(options.backend()), *taps, restoration, rounds);
    const std::vector<std::string> outputs = samples::Outputs(files).add(output, files);
    samples::for_each_file(files, [&](std::size_t i) {
      const auto at_once = [](const std::function<void()>& work) { work(); };
      samples::change_image(files[i], outputs[i], page, at_once, [&](const cv::Mat& image) {
        samples::check_finite(files[i], image, "deblurring would spread others far");
        const double scale = samples::scale_for(image);
        const cv::Mat worked_on = samples::scaled(image, scale);
        if (is_measured)
          deblurrer.set_restoration({restoration.penalty, deblurrer.suited_lambda(worked_on)});
        return samples::scaled(deblurrer.restored(worked_on), 1 / scale);
      });
    });
    return samples::kDone;
  });
}
