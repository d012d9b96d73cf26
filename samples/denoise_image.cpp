// SPDX-License-Identifier: LGPL-2.1-or-later
// denoise_image IMAGE... --output PATH: takes noise out of images. samples/README.md has its
// manual.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <limits>
#include <memory>

#include "batch.h"
#include "fftcore/backend.h"
#include "fftcore/noise.h"
#include "finite.h"
#include "float_scale.h"
#include "image_file.h"
#include "opencv.h"
#include "options.h"
#include "outputs.h"

using namespace fftcore;

namespace {

constexpr int kColours = 3;  // what is behind them is alpha

int colours_of(const cv::Mat& image) {
  return std::min(image.channels(), kColours);
}

/// A level of an image that is multiplied by `scale`, as the library has it. Such an image has
/// values of up to 1, so a level beyond the library's bound means what the bound does.
double at_scale(double level, double scale) {
  return scale == 1 ? level : std::min(level * scale, kMaxSharpenLevel);
}

/// Of each colour.
std::vector<double> noise_of(const std::string& file, const cv::Mat& image) {
  std::vector<double> sigmas;
  try {
    for (int c = 0; c < colours_of(image); ++c)
      sigmas.push_back(estimate_noise(opencv::layout_of(image), opencv::input_of(image), c));
  } catch (const InvalidArgument& error) {
    throw samples::FileError(fmt::format("'{}': {}, by --sigma", file, error.what()));
  }
  return sigmas;
}

std::string text_of(double sigma) {
  const bool is_usual = sigma == 0 || (sigma >= 0.01 && sigma < 1e6);
  return is_usual ? fmt::format("{:.2f}", sigma) : fmt::format("{:.3g}", sigma);
}

/// Of R, G and B, or one number where they are equal; OpenCV has B first.
std::string text_of(const std::vector<double>& sigmas) {
  std::string text = text_of(sigmas.back());
  if (std::ranges::all_of(sigmas, [&](double one) { return one == sigmas[0]; })) return text;
  for (std::size_t c = sigmas.size() - 1; c-- > 0;) text += " " + text_of(sigmas[c]);
  return text;
}

struct Settings {
  double sigma = std::numeric_limits<double>::quiet_NaN();  ///< no number: as measured
  int block = 16, step = 0;
  DenoiseStrength strength;  ///< but for the noise
};

class Denoiser {
 public:
  Denoiser(Backend& backend, const Settings& settings)
      : backend_(backend), settings_(settings), queue_(backend.create_queue({})) {}

  /// `sigmas` in 8-bit levels, one of each colour; alpha is copied. The image's levels are those
  /// that the settings mean times `scale`. Plans, unless the image before was of the same kind.
  cv::Mat denoised(const cv::Mat& image, const std::vector<double>& sigmas, double scale) {
    cv::Mat result = image.clone();
    Layout colour = opencv::layout_of(image), target = opencv::layout_of(result);
    colour.channels = target.channels = {};
    if (!executable_ || executable_->denoise().input != colour) plan(colour, target);
    DenoiseStrength strength = settings_.strength;
    for (auto* const level :
         {&strength.sharpen_min, &strength.sharpen_max, &strength.halo_threshold})
      *level = at_scale(*level, scale);
    for (std::size_t c = 0; c < sigmas.size(); ++c) {
      strength.power = sigmas[c] * sigmas[c];
      executable_->set_strength(strength);
      std::array frames = {opencv::input_of(image)};
      Buffer output = opencv::output_of(result);
      frames[0].first = output.first = static_cast<std::int64_t>(c);
      executable_->run(*queue_, frames, output);
    }
    queue_->wait();
    return result;
  }

 private:
  void plan(const Layout& input, const Layout& output) {
    Denoise denoise = denoising(input);
    denoise.output = output;
    denoise.block = settings_.block;
    denoise.step = settings_.step == 0 ? settings_.block / 4 : settings_.step;
    denoise.sharpens = settings_.strength.sharpen != 0 || settings_.strength.dehalo != 0;
    executable_ = backend_.compile(denoise, *queue_);
  }

  Backend& backend_;
  const Settings& settings_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<DenoiseExecutable> executable_;
};

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  std::string output;
  samples::Page page;
  samples::Options options(
      "denoise_image", "IMAGE...",
      "Takes noise out of images of 8 or 16 bits or floats, and says how much there is; alpha is\n"
      "copied.",
      1, 1'000'000);
  options.add("output", "PATH", output,
              "the result; of several images a folder, or a name with {} for each's own. Needed");
  samples::add_pages(options, page);
  options.add("sigma", "S", settings.sigma,
              "standard deviation of the noise where white is 255, 0 to 10000 (as measured)");
  DenoiseStrength& strength = settings.strength;
  options.add("strength", "S", strength.strength,
              "how much of the noise is taken out, as a factor on sigma, 0 to 1000 (1)");
  options.add("floor", "F", strength.floor, "how much of the noise stays, 0 to 1 (0)");
  options.add("sharpen", "S", strength.sharpen,
              "how much fine detail is raised, -1 to 100 (0); 0.3 to 1 are usual");
  options.add("sharpen-cutoff", "F", strength.sharpen_cutoff,
              "cycles/pixel above which it is, above 0, to 0.75 (0.15)");
  options.add("sharpen-min", "L", strength.sharpen_min,
              "what is weaker is not, as it is noise, 0 to sharpen-max (4)");
  options.add("sharpen-max", "L", strength.sharpen_max,
              "what is stronger is not, above 0, to 10000 (20)");
  options.add("dehalo", "D", strength.dehalo, "how much halos are weakened, 0 to 100 (0)");
  options.add("halo-radius", "R", strength.halo_radius, "their width in pixels, to 64 (2)");
  options.add("halo-threshold", "L", strength.halo_threshold,
              "what is weaker is no halo, 0 to 10000 (50)");
  options.add("block", settings.block, {{"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}},
              "samples a side of a block (16)");
  options.add("step", "N", settings.step, 0, 32,
              "samples from one block to the next, block / 2, / 4 or / 8; 0 is block / 4 (0)");
  return options.run(argc, argv, [&](const std::vector<std::string>& files) {
    if (output.empty()) throw samples::UsageError("--output is expected");
    if (settings.sigma < 0)
      throw samples::UsageError(
          fmt::format("--sigma is {}; 0 to 10000 are allowed", settings.sigma));
    Denoiser denoiser(select_backend(options.backend()), settings);
    const std::vector<std::string> outputs = samples::Outputs(files).add(output, files);
    const auto one = [&](std::size_t i, const samples::InTurn& in_turn) {
      const auto denoised = [&](const cv::Mat& image) {
        if (const std::string others = samples::not_plausible_text(image); !others.empty())
          std::cerr << fmt::format(
              "denoise_image: '{}': {}; the blocks that one of them lies in are not denoised "
              "well\n",
              files[i], others);
        const double scale = samples::scale_for(image);
        const cv::Mat worked_on = samples::scaled(image, scale);
        const std::vector<double> sigmas =
            std::isnan(settings.sigma) ? noise_of(files[i], worked_on)
                                       : std::vector(static_cast<std::size_t>(colours_of(image)),
                                                     at_scale(settings.sigma, scale));
        std::vector<double> shown = sigmas;
        for (double& sigma : shown) sigma /= scale;
        fmt::print("{}: sigma {}\n", files[i], text_of(shown));
        return samples::scaled(denoiser.denoised(worked_on, sigmas, scale), 1 / scale);
      };
      samples::change_image(files[i], outputs[i], page, in_turn, denoised);
    };
    samples::for_each_file(files, samples::kFilesAtOnce, one);
    return samples::kDone;
  });
}
