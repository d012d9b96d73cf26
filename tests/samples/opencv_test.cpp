// SPDX-License-Identifier: LGPL-2.1-or-later
// samples/opencv.h: OpenCV's images as fftcore sees them, parts of larger images too.
#include "opencv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/core/ocl.hpp>
#include <opencv2/imgproc.hpp>

#include "shifting_taps.h"

namespace fftcore {
namespace {

TEST(OpenCv, LayoutOfAnImage) {
  EXPECT_EQ(opencv::layout_of(cv::Mat(5, 7, CV_8UC3)),
            Layout::interleaved(SampleType::u8, {5, 7}, 3));
  EXPECT_EQ(opencv::layout_of(cv::Mat(5, 7, CV_16UC1)),
            Layout::interleaved(SampleType::u16, {5, 7}));
  EXPECT_EQ(opencv::layout_of(cv::Mat(5, 7, CV_16FC2)),
            Layout::interleaved(SampleType::f16, {5, 7}, 2));
  EXPECT_EQ(opencv::layout_of(cv::Mat(5, 7, CV_64F)), Layout::interleaved(SampleType::f64, {5, 7}));
  EXPECT_EQ(opencv::layout_of(cv::Mat(5, 7, CV_32FC4)),
            Layout::interleaved(SampleType::f32, {5, 7}, 4));
}

TEST(OpenCv, WhatCannotBeIsRefused) {
  EXPECT_THROW(opencv::layout_of(cv::Mat()), InvalidArgument);
  EXPECT_THROW(opencv::layout_of(cv::Mat(5, 7, CV_32S)), InvalidArgument);
  EXPECT_THROW(opencv::layout_of(cv::Mat(5, 7, CV_16S)), InvalidArgument);
  EXPECT_THROW(opencv::layout_of(cv::Mat(5, 7, CV_8UC(5))), InvalidArgument);
  EXPECT_THROW(opencv::taps_of(cv::Mat(5, 7, CV_8UC3)), InvalidArgument);
}

TEST(OpenCv, FiltersAPartOfAnImageInPlaceOfAnother) {
  cv::Mat large(40, 50, CV_16UC3), result(60, 70, CV_16UC3, cv::Scalar::all(7));
  cv::randu(large, 0, 65536);
  const cv::Mat part = large(cv::Rect(3, 4, 30, 20));
  cv::Mat where = result(cv::Rect(5, 6, 30, 20));
  EXPECT_EQ(opencv::layout_of(part), Layout::interleaved(SampleType::u16, {20, 30}, 3, 150));

  const cv::Mat kernel = (cv::Mat_<double>(2, 3) << 0.1, 0.2, 0.3, -0.1, 0.4, 0.1);
  const Taps taps = opencv::taps_of(kernel);
  Backend& backend = select_backend("cpu");
  const auto queue = backend.create_queue({});
  Convolution problem = convolution(opencv::layout_of(part), taps.extent, Operation::correlate);
  problem.output = opencv::layout_of(where);
  const auto executable = backend.compile(problem, *queue);
  executable->set_taps(taps);
  executable->run(*queue, opencv::input_of(part), opencv::output_of(where));

  cv::Mat expected = cv::Mat(60, 70, CV_16UC3, cv::Scalar::all(7)), filtered;
  cv::filter2D(part.clone(), filtered, CV_64F, kernel);
  filtered.convertTo(expected(cv::Rect(5, 6, 30, 20)), CV_16U);
  EXPECT_LE(cv::norm(result, expected, cv::NORM_INF), 1);  // what is around it is as it was
}

TEST(OpenCv, LumaIsWhatACorrelationSees) {
  const cv::Mat image(1, 1, CV_8UC4, cv::Scalar(10, 20, 30, 40));  // B G R alpha
  EXPECT_NEAR(opencv::luma_of(image).at<double>(0), 0.114 * 10 + 0.587 * 20 + 0.299 * 30, 1e-5);
  EXPECT_NEAR(opencv::luma_of(cv::Mat(1, 1, CV_8UC1, cv::Scalar(10))).at<double>(0), 10, 1e-12);
}

TEST(OpenCv, UMatsAreHandedOnByTheirMemoryObject) {
  cv::ocl::setUseOpenCL(true);
  if (!cv::ocl::useOpenCL())
    GTEST_SKIP() << "OpenCV has no OpenCL device; OPENCV_OPENCL_DEVICE=:CPU: takes a processor";
  cv::UMat whole(20, 30, CV_16UC2, cv::Scalar(0, 0));
  cv::UMat part = whole(cv::Rect(3, 5, 10, 8));
  const auto stride = static_cast<std::int64_t>(whole.step / 2);
  EXPECT_EQ(opencv::layout_of(part), Layout::interleaved(SampleType::u16, {8, 10}, 2, stride));
  const cv::UMat& readable = part;
  const ConstBuffer input = opencv::input_of(readable);
  const Buffer output = opencv::output_of(part);
  EXPECT_EQ(input.data, whole.handle(cv::ACCESS_READ));
  EXPECT_EQ(output.data, input.data);
  EXPECT_EQ(input.first, 5 * stride + 3 * 2);
  EXPECT_EQ(output.first, input.first);
  EXPECT_EQ(input.row_stride, stride);
  EXPECT_EQ(input.size_bytes, (5 + 7) * whole.step + (3 + 10) * 4);
  EXPECT_EQ(input.memory, MemoryKind::device);
  EXPECT_EQ(output.memory, MemoryKind::device);
}

#ifdef FFTCORE_OPENCV_HAS_GPU_MAT
TEST(OpenCv, GpuMatsAreHandedOnByPointer) {
  std::uint16_t memory[8 * 10];  // stands for memory of a GPU: nobody reads it
  cv::cuda::GpuMat image(4, 3, CV_16UC2, memory, 20);
  EXPECT_EQ(opencv::layout_of(image), Layout::interleaved(SampleType::u16, {4, 3}, 2, 10));
  const cv::cuda::GpuMat& readable = image;
  const ConstBuffer input = opencv::input_of(readable);
  const Buffer output = opencv::output_of(image);
  EXPECT_EQ(input.data, memory);
  EXPECT_EQ(output.data, memory);
  EXPECT_EQ(input.row_stride, 10);
  EXPECT_EQ(input.size_bytes, 3 * 20 + 12U);
  EXPECT_EQ(input.memory, MemoryKind::device);
  EXPECT_EQ(output.memory, MemoryKind::device);
}
#endif

TEST(ShiftingTaps, WholePixelsAreMovedUnchanged) {
  const Taps taps = samples::shifting_taps(-2, 1);
  const auto [rows, columns, slices] = taps.extent;
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < columns; ++x)
      EXPECT_NEAR(taps.values[y * columns + x], y - rows / 2 == 1 && x - columns / 2 == -2, 1e-15)
          << y << ' ' << x;
}

TEST(ShiftingTaps, AWaveIsMovedByPartsOfPixels) {
  const double dx = 3.3, dy = -0.6;
  const Taps taps = samples::shifting_taps(dx, dy);
  const auto wave = [](double x, double y) { return std::sin(0.5 * x + 0.3 * y); };
  const auto [rows, columns, slices] = taps.extent;
  double sum = 0;  // of the convolution at (20, 30)
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < columns; ++x)
      sum += taps.values[y * columns + x] *
             wave(20 - double(x - columns / 2), 30 - double(y - rows / 2));
  EXPECT_NEAR(sum, wave(20 - dx, 30 - dy), 0.01);
}

}  // namespace
}  // namespace fftcore
