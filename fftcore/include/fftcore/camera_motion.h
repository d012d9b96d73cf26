// SPDX-License-Identifier: LGPL-2.1-or-later
// Motion of a camera: how each image of a video is moved, turned and zoomed against the one before.
//
//   CameraMotion motion(backend, *queue, Layout::interleaved(SampleType::u8, {360, 640}));
//   for each image: MotionFit found = motion.update({image}, boxes);
//     if (found.is_known()) auto [x, y] = mapped(found.map, 100, 50);  // where (100, 50) has gone
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "fftcore/backend.h"
#include "fftcore/motion.h"

namespace fftcore {

/// Least side of the images.
inline constexpr std::int64_t kMinMotionSide = 32;

/// Most boxes of an image.
inline constexpr std::int64_t kMaxMotionBoxes = 65536;

/// A part of an image whose motion is not the camera's: samples whose column is x or more and less
/// than x + width, and rows likewise. It may reach beyond the image.
struct MotionBox {
  double x = 0, y = 0, width = 0, height = 0;
};

struct CameraMotionOptions {
  MotionModel model = MotionModel::similarity;
  /// Weights of the channels, as ImageSearch::weights.
  std::array<float, 4> weights{1, 0, 0, 0};
  /// Windows of the last step along each axis, 2 to 64. 0: by the image, 18 along its longer side
  /// where that has 288 pixels or more, and 14 where windows have to be turned or zoomed.
  Extent windows{0, 0};
  double least_agreeing = 0.25;  ///< as MotionFitOptions::least_agreeing
  std::uint32_t seed = 1;        ///< as MotionFitOptions::seed
};

/// The motion from one image to the next one.
///
/// Windows are placed where the earlier image has structure in two directions, one to a cell of a
/// grid. Each is looked for in the later image (WindowCorrelation, zncc), first in images that are
/// reduced by averages of 2x2 samples to about 100 columns, then in larger ones near where the map
/// so far says. In the last step, in images of at most 1000 columns and rows, two steps of Gauss
/// and Newton find the windows between pixels. A map is fitted to each step's places
/// (fit_motion()). It finds shifts of up to a tenth of the image's longer side, turns of up to 5
/// degrees and zooms of 0.95 to 1.05, also of all three at once.
///
/// Of a similarity of real pictures of 640x360, maps are within 0.05 pixels, 0.02 degrees and a
/// zoom of 2e-4 of the right ones, also where 30 hundredths of the picture move otherwise.
class FFTCORE_API CameraMotion {
 public:
  /// Compiles what it needs and takes all memory. `image` is as PhaseCorrelation takes it, of
  /// kMinMotionSide or more a side. Backend and Queue outlive it. Throws InvalidArgument, and what
  /// Backend::compile() throws.
  CameraMotion(Backend& backend, Queue& queue, const Layout& image,
               const CameraMotionOptions& options = {});
  ~CameraMotion();
  CameraMotion(CameraMotion&&) noexcept;
  CameraMotion& operator=(CameraMotion&&) noexcept;

  /// The motion from the image before to this one: a place of that image is mapped to its place in
  /// this one. The map is the identity where the motion is not known. The first image's is not
  /// (MotionReason::first). `confidence` is that of fit_motion() times the mean score of the
  /// windows that agree; `agreeing` counts the windows of the last step that show structure, and
  /// `pairs` those of them that agree.
  ///
  /// Windows do not count whose centre lies in one of this image's `boxes`, or where `mask` is not
  /// 0: as many bytes as the image has rows and columns, those of a row one after the other. Boxes
  /// and mask of the image before count for the windows' places there.
  ///
  /// Reads the image, which is in host memory, and keeps what it needs of it. Takes no memory. One
  /// thread at a time. Throws InvalidArgument, and keeps the image before, where a buffer does not
  /// hold its image, a box is not finite, or there are more than kMaxMotionBoxes.
  MotionFit update(ConstBuffer image, std::span<const MotionBox> boxes = {}, ConstBuffer mask = {});

  /// Forgets the image before, as at a cut.
  void reset();

  const Layout& image() const;
  const CameraMotionOptions& options() const;

 private:
  class Steps;
  std::unique_ptr<Steps> steps_;
};

}  // namespace fftcore
