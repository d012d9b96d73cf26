// SPDX-License-Identifier: LGPL-2.1-or-later
// filter_image INPUT OUTPUT, filter_image IMAGE... --output PATH: image files through taps or a
// parametric filter. samples/README.md has its manual.
#include <opencv2/core.hpp>

#include "batch.h"
#include "blur_options.h"
#include "fftcore/backend.h"
#include "fftcore/filters.h"
#include "fftcore/frequency_response.h"
#include "filter_pieces.h"
#include "finite.h"
#include "image_file.h"
#include "opencv.h"
#include "options.h"
#include "outputs.h"
#include "stored_taps.h"

using namespace fftcore;

namespace {

/// What a piece of a large image may take. Half as much is kept of the pixels around it.
constexpr int kPieceMib = 256;

struct Settings {
  samples::BlurOptions kernel;
  ParametricFilter filter;
  std::string response;
  bool has_filter = false, is_circular = false, is_normalized = false, is_correlation = false;
  EdgeMode edge = EdgeMode::reflect_101;
  double gain = 1, offset = 0;
  int piece_mib = 0;  ///< 0: in pieces where it is large, of kPieceMib
  samples::Page page;
};

Taps response_taps(const Settings& settings, Extent image) {
  const FrequencyResponse response(settings.response);
  Taps taps = settings.is_circular ? fftcore::taps_of(response, image) : fftcore::taps_of(response);
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
  if (!settings.has_filter && settings.filter != ParametricFilter{})
    throw samples::UsageError("--cutoff, --cutoff-high, --shape and --order are of --filter");
  if (settings.is_circular && settings.response.empty())
    throw samples::UsageError("--circular is of --response");
  if (settings.is_circular && settings.piece_mib > 0)
    throw samples::UsageError("--circular needs whole images, so --pieces is none of it");
}

Taps taps_of(const Settings& settings, const std::optional<Taps>& kernel, Extent image) {
  Taps taps = kernel                ? *kernel
              : settings.has_filter ? fftcore::taps_of(settings.filter)
                                    : response_taps(settings, image);
  return settings.is_normalized ? normalized(std::move(taps)) : taps;
}

/// What is done to an image of this layout.
samples::ColourFilter filter_of(const Settings& settings, const std::optional<Taps>& kernel,
                                const Layout& image) {
  Taps taps = taps_of(settings, kernel, image.extent());
  const Convolution whole = convolution(
      image, taps.extent, settings.is_correlation ? Operation::correlate : Operation::convolve,
      settings.is_circular ? EdgeMode::wrap : settings.edge);
  return {whole, std::move(taps), samples::single("--gain", settings.gain),
          samples::single("the offset in the image's units",
                          settings.offset * traits_of(image.type).white() / 255)};
}

/// Images that memory holds, one after the other.
class WholeFilter {
 public:
  WholeFilter(const Settings& settings, const std::optional<Taps>& kernel, Backend& backend)
      : settings_(settings), kernel_(kernel), backend_(backend) {}

  cv::Mat filtered(const cv::Mat& image) {
    prepare(opencv::layout_of(image));
    cv::Mat result(image.size(), image.type());
    executable_->run(*queue_, opencv::input_of(image), opencv::output_of(result));
    return result;
  }

 private:
  /// Plans, unless the image before was of the same kind.
  void prepare(const Layout& image) {
    if (executable_ && executable_->convolution().input == image) return;
    samples::ColourFilter filter = filter_of(settings_, kernel_, image);
    if (image.channels.extent == 4) filter.whole.skipped_channels = 1U << 3;  // alpha
    if (!queue_) queue_ = backend_.create_queue({});
    auto executable = backend_.compile(filter.whole, *queue_);
    executable->set_taps(filter.taps);
    executable->set_gain(filter.gain, filter.offset);
    executable_ = std::move(executable);  // now that it is ready
  }

  const Settings& settings_;
  const std::optional<Taps>& kernel_;
  Backend& backend_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<ConvolutionExecutable> executable_;
};

void filter_pieces(const Settings& settings, const std::optional<Taps>& kernel, Backend& backend,
                   const std::string& input, const std::string& output) {
  if (!samples::is_tiff_name(output))
    throw samples::FileError("cannot write '" + output +
                             "': pieces are written as .tiff or .tif alone");
  const std::size_t bytes = std::size_t(settings.piece_mib > 0 ? settings.piece_mib : kPieceMib)
                            << 20;
  pictures::TiffReader file(input, bytes / 2, samples::reading_of(settings.page));
  const pictures::TiffImage& image = file.image();
  samples::tell_warning(input, image);
  const int depth = image.type == SampleType::u8    ? CV_8U
                    : image.type == SampleType::u16 ? CV_16U
                                                    : CV_32F;
  samples::check_output(output, cv::Mat(1, 1, CV_MAKETYPE(depth, int(image.channels))));

  const std::int64_t colours = image.channels - (image.alpha == pictures::Alpha::none ? 0 : 1);
  Extent upright = image.extent;
  if (pictures::is_transposing(image.orientation)) std::swap(upright.rows, upright.columns);
  samples::ColourFilter filter =
      filter_of(settings, kernel, Layout::interleaved(image.type, upright, colours));
  if (image.orientation != 1) {
    // Pixels stay as they lie, and the taps are turned.
    filter.taps = samples::as_stored(filter.taps, image.orientation);
    filter.whole = convolution(Layout::interleaved(image.type, image.extent, colours),
                               filter.taps.extent, filter.whole.operation, filter.whole.edge);
  }
  pictures::TiffWriter result(output, image);
  samples::filter_in_pieces(filter, bytes, backend, file, result);
  result.finish();
}

bool is_pieced(const Settings& settings, const std::string& input, const std::string& output) {
  return settings.piece_mib > 0 ||
         (settings.page.number != samples::kAllPages && !settings.is_circular &&
          samples::is_tiff_name(output) &&
          pictures::is_large_tiff(input, samples::reading_of(settings.page)));
}

/// Images are read and written beside the filter's work on others. What goes in pieces is read and
/// written in its turn, too.
void filter_all(const Settings& settings, const std::optional<Taps>& kernel, Backend& backend,
                const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
  WholeFilter filter(settings, kernel, backend);
  samples::for_each_file(
      inputs, samples::kFilesAtOnce, [&](std::size_t i, const samples::InTurn& in_turn) {
        if (is_pieced(settings, inputs[i], outputs[i]))
          return in_turn([&] { filter_pieces(settings, kernel, backend, inputs[i], outputs[i]); });
        samples::change_image(
            inputs[i], outputs[i], settings.page, in_turn, [&](const cv::Mat& image) {
              if (settings.is_circular)
                samples::check_finite(inputs[i], image, "--circular spreads each over all places");
              return filter.filtered(image);
            });
      });
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  std::optional<Band> band;
  std::string output;
  samples::Options options("filter_image", "INPUT OUTPUT, or IMAGE... --output PATH",
                           "Filters images of 8 or 16 bits or floats; alpha is copied.", 1,
                           1'000'000);
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
  options.add("output", "PATH", output,
              "of several images: a folder, or a name with {} for each image's own");
  samples::add_pages(options, settings.page);
  options.add("pieces", "MIB", settings.piece_mib, 1, 1 << 20,
              "TIFF to TIFF in pieces, as images of more than 2^28 samples are anyway (256)");
  return options.run(argc, argv, [&](const std::vector<std::string>& files) {
    const bool has_pair = output.empty();
    if (has_pair && files.size() != 2)
      throw samples::UsageError(
          fmt::format("{} operand{} given; expected: INPUT OUTPUT, or IMAGE... --output PATH",
                      files.size(), files.size() == 1 ? " is" : "s are"));
    if (settings.page.number == samples::kAllPages && settings.piece_mib > 0)
      throw samples::UsageError("--pieces works on one page; --page N, which says it, is expected");
    if (settings.piece_mib > 0) settings.page.takes_all = false;
    settings.has_filter = band.has_value();
    if (band) settings.filter.band = *band;
    const std::optional<Taps> kernel = settings.kernel.taps();
    check(settings, kernel);
    const std::vector<std::string> inputs(files.begin(),
                                          has_pair ? files.begin() + 1 : files.end());
    filter_all(settings, kernel, select_backend(options.backend()), inputs,
               samples::Outputs(inputs).add(has_pair ? files[1] : output, inputs));
    return samples::kDone;
  });
}
