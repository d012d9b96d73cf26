// SPDX-License-Identifier: LGPL-2.1-or-later
#include "blur_options.h"

#include "fftcore/restoration.h"
#include "taps_picture.h"

namespace samples {

void BlurOptions::add_to(Options& options) {
  options.add("motion", "LENGTH@ANGLE", motion,
              "motion in pixels; degrees counter-clockwise, 0 along rows, 90 upright");
  options.add("defocus", "RADIUS", defocus, "lens out of focus: a disc, radius in pixels");
  options.add("gaussian", "SIGMA", gaussian, "Gaussian, standard deviation in pixels");
  options.add("taps", "FILE", taps_file,
              "taps from a .npy file, text with a row a line, or a grey PNG or TIFF");
}

std::optional<fftcore::Taps> BlurOptions::taps() const {
  if (!taps_file.empty() + !motion.empty() + !defocus.empty() + !gaussian.empty() > 1)
    throw UsageError(
        "several blurs are given; one of --motion, --defocus, --gaussian and --taps is expected");
  if (!taps_file.empty())
    return fftcore::pictures::is_taps_picture(taps_file)
               ? fftcore::pictures::taps_of_picture(taps_file)
               : fftcore::load_taps(taps_file);
  if (!defocus.empty()) return fftcore::defocus_blur(number("--defocus", defocus));
  if (!gaussian.empty()) return fftcore::gaussian_blur(number("--gaussian", gaussian));
  if (motion.empty()) return {};
  const auto at = motion.find('@');
  if (at == std::string::npos)
    throw UsageError("--motion is '" + motion + "'; LENGTH@ANGLE is expected, as in 22@45");
  return fftcore::motion_blur(number("the length of --motion", motion.substr(0, at)),
                              number("the angle of --motion", motion.substr(at + 1)));
}

}  // namespace samples
