// SPDX-License-Identifier: LGPL-2.1-or-later
// A convolution in OpenCV's OpenCL context, on its command queue, from one cv::UMat to another:
// nothing is copied, and nobody waits. The result is held against cv::filter2D.
#include <cstdio>
#include <stdexcept>

#include <opencv2/core/ocl.hpp>
#include <opencv2/imgproc.hpp>

#include "opencv.h"

namespace {

cv::UMat blurred(const cv::UMat& image, const fftcore::Taps& taps) {
  using namespace fftcore;
  cv::UMat result(image.size(), image.type());

  Backend& backend = select_backend("opencl");
  const auto queue = backend.create_queue({.native_context = cv::ocl::Context::getDefault().ptr(),
                                           .native_stream = cv::ocl::Queue::getDefault().ptr()});
  auto work = convolution(opencv::layout_of(image), taps.extent, Operation::correlate);
  work.output = opencv::layout_of(result);
  const auto executable = backend.compile(work, *queue);
  executable->set_taps(taps);
  // Puts its launches on OpenCV's command queue, and returns.
  executable->run(*queue, opencv::input_of(image), opencv::output_of(result));
  return result;
}

}  // namespace

int main() {
  try {
    if (!cv::ocl::useOpenCL())
      throw std::runtime_error(
          "OpenCV has no OpenCL device; OPENCV_OPENCL_DEVICE=:CPU: lets it take a processor");
    cv::Mat picture(1080, 1920, CV_8UC3);
    cv::randu(picture, 0, 256);
    cv::UMat frame;
    picture.copyTo(frame);
    const cv::Rect part(7, 5, 641, 479);  // begins wherever it likes
    const cv::Mat kernel = cv::getGaussianKernel(15, 3) * cv::getGaussianKernel(15, 3).t();

    const cv::UMat result = blurred(frame(part), fftcore::opencv::taps_of(kernel));

    cv::Mat expected;
    cv::filter2D(picture(part).clone(), expected, -1, kernel, {-1, -1}, 0, cv::BORDER_REFLECT_101);
    std::printf("%.0f\n", cv::norm(result, expected, cv::NORM_INF));  // 1 at most: rounding
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "own_umat: %s\n", error.what());
    return 1;
  }
}
