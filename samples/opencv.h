// SPDX-License-Identifier: LGPL-2.1-or-later
// fftcore on OpenCV's images, without a copy. One header to take along: it needs fftcore and
// OpenCV's core module.
//
//   auto work = convolution(opencv::layout_of(image), taps.extent, Operation::correlate);
//   ...
//   executable->run(*queue, opencv::input_of(image), opencv::output_of(result));
#pragma once

#include <array>
#include <string>

#include <opencv2/core.hpp>
#if __has_include(<opencv2/core/cuda.hpp>)
#include <opencv2/core/cuda.hpp>
#define FFTCORE_OPENCV_HAS_GPU_MAT 1
#endif

#include "fftcore/backend.h"
#include "fftcore/error.h"

namespace fftcore::opencv {

inline SampleType sample_type_of(int depth) {
  switch (depth) {
    case CV_8U: return SampleType::u8;
    case CV_16U: return SampleType::u16;
    case CV_32F: return SampleType::f32;
    case CV_64F: return SampleType::f64;
#ifdef CV_16F
    case CV_16F: return SampleType::f16;
#endif
    default:
      throw InvalidArgument("images of depth " + std::to_string(depth) +
                            "; allowed are CV_8U, CV_16U, CV_16F, CV_32F and CV_64F");
  }
}

/// Of a cv::Mat, a cv::UMat or a cv::cuda::GpuMat, which may be a part of a larger one (a ROI): its
/// rows' distance is kept.
template <class Image>
Layout layout_of(const Image& image) {
  if (image.empty()) throw InvalidArgument("the image is empty");
  if (image.channels() > 4)
    throw InvalidArgument("an image of " + std::to_string(image.channels()) +
                          " channels; 1 to 4 are allowed");
  const SampleType type = sample_type_of(image.depth());
  return Layout::interleaved(type, {image.rows, image.cols}, image.channels(),
                             std::int64_t(image.step) / std::int64_t(size_bytes(type)));
}

/// Bytes from the first sample to behind the last.
template <class Image>
std::size_t size_of(const Image& image) {
  return std::size_t(image.step) * (image.rows - 1) + image.elemSize() * image.cols;
}

inline ConstBuffer input_of(const cv::Mat& image) {
  return {image.data, layout_of(image).rows.stride, size_of(image)};
}
inline Buffer output_of(cv::Mat& image) {
  return {image.data, layout_of(image).rows.stride, size_of(image)};
}

/// For a Queue of backend opencl in the UMat's context: QueueOptions::native_context is
/// cv::ocl::Context::ptr(), native_stream cv::ocl::Queue::ptr().
inline ConstBuffer input_of(const cv::UMat& image) {
  const Layout layout = layout_of(image);
  return {image.handle(cv::ACCESS_READ), layout.rows.stride, image.offset + size_of(image),
          MemoryKind::device, std::int64_t(image.offset) / std::int64_t(image.elemSize1())};
}
inline Buffer output_of(cv::UMat& image) {
  const Layout layout = layout_of(image);
  return {image.handle(cv::ACCESS_RW), layout.rows.stride, image.offset + size_of(image),
          MemoryKind::device, std::int64_t(image.offset) / std::int64_t(image.elemSize1())};
}

#ifdef FFTCORE_OPENCV_HAS_GPU_MAT
/// For a Queue of the GPU that the image lies on; cv::cuda::Stream::cudaPtr() is a
/// QueueOptions::native_stream.
inline ConstBuffer input_of(const cv::cuda::GpuMat& image) {
  return {image.data, layout_of(image).rows.stride, size_of(image), MemoryKind::device};
}
inline Buffer output_of(cv::cuda::GpuMat& image) {
  return {image.data, layout_of(image).rows.stride, size_of(image), MemoryKind::device};
}
#endif

/// ImageSearch::weights for brightness, in OpenCV's order of colours: grey, B G R or B G R A; the
/// mean of two channels.
inline std::array<float, 4> luma_weights(int channels) {
  return channels == 1   ? std::array<float, 4>{1, 0, 0, 0}
         : channels == 2 ? std::array<float, 4>{0.5F, 0.5F, 0, 0}
                         : std::array<float, 4>{0.114F, 0.587F, 0.299F, 0};
}

/// The same as an image: what a search with these weights sees of this one. Alpha is not read.
inline cv::Mat luma_of(const cv::Mat& image) {
  auto weights = luma_weights(image.channels());
  cv::Mat wide, luma;
  image.convertTo(wide, CV_64F);
  if (wide.channels() == 4) {
    const cv::Mat all = wide;
    const int colours[] = {0, 0, 1, 1, 2, 2};
    wide = cv::Mat(all.size(), CV_64FC3);
    cv::mixChannels(&all, 1, &wide, 1, colours, 3);
  }
  cv::transform(wide, luma, cv::Mat(1, wide.channels(), CV_32F, weights.data()));
  return luma;
}

/// Taps or a template from an image of one channel.
inline Taps taps_of(const cv::Mat& kernel) {
  if (kernel.empty() || kernel.channels() != 1)
    throw InvalidArgument("taps are made of an image of one channel that is not empty");
  cv::Mat values;
  kernel.convertTo(values, CV_64F);
  return {{values.rows, values.cols},
          std::vector<double>(values.begin<double>(), values.end<double>())};
}

}  // namespace fftcore::opencv
