// SPDX-License-Identifier: LGPL-2.1-or-later
#include "deblurrer.h"

#include "opencv.h"

namespace samples {

using namespace fftcore;

Deblurrer::Deblurrer(Backend& backend, const Taps& blur, const Restoration& restoration, int rounds)
    : backend_(backend),
      blur_(normalized(blur)),  // lambda is relative to a blur that leaves brightness as it is
      restoring_(restoring_taps(blur_, restoration)),
      rounds_(rounds),
      queue_(backend.create_queue({})) {
  // Brightness is known, whatever lambda.
  restoring_ = normalized(std::move(restoring_));
}

void Deblurrer::prepare(const cv::Mat& wide) {
  const Layout layout = opencv::layout_of(wide);
  if (restore_ && restore_->convolution().input == layout) return;
  const auto compiled = [&](const Taps& taps) {
    Convolution problem =
        convolution(layout, taps.extent, Operation::convolve, EdgeMode::replicate);
    if (wide.channels() == 4) problem.copied_channels = 1U << 3;  // alpha
    auto executable = backend_.compile(problem, *queue_);
    executable->set_taps(taps);
    return executable;
  };
  restore_ = compiled(restoring_);
  if (rounds_ > 0) blur_again_ = compiled(blur_);
}

cv::Mat Deblurrer::restored(const cv::Mat& image) {
  const int rows = rounds_ > 0 ? int(blur_.extent.rows / 2) : 0,
            columns = rounds_ > 0 ? int(blur_.extent.columns / 2) : 0;
  cv::Mat wide;
  {
    cv::Mat bordered;
    cv::copyMakeBorder(image, bordered, rows, rows, columns, columns, cv::BORDER_REPLICATE);
    bordered.convertTo(wide, CV_32F);
  }
  cv::Mat sharp(wide.size(), wide.type());
  const cv::Rect inside(columns, rows, image.cols, image.rows);
  prepare(wide);

  restore_->run(*queue_, opencv::input_of(wide), opencv::output_of(sharp));
  for (int round = 0; round < rounds_; ++round) {
    blur_again_->run(*queue_, opencv::input_of(sharp), opencv::output_of(wide));
    image.convertTo(wide(inside), CV_32F);
    restore_->run(*queue_, opencv::input_of(wide), opencv::output_of(sharp));
  }
  wide.release();
  cv::Mat result;
  sharp(inside).convertTo(result, image.type());  // rounds and clamps
  return result;
}

}  // namespace samples
