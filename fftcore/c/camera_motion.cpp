// SPDX-License-Identifier: LGPL-2.1-or-later
// Motion of a camera, from one image to the next.
#include "fftcore/camera_motion.h"

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <span>

#include "buffers.h"
#include "motion.h"
#include "one_user.h"
#include "queue.h"
#include "value_of.h"

struct fftcore_camera_motion {
  fftcore_queue& queue;
  fftcore::CameraMotion motion;
  std::atomic<bool> is_in_use = false;  ///< while a thread is in a call
};

using namespace fftcore;

namespace {

static_assert(sizeof(fftcore_motion_box) == sizeof(MotionBox));

CameraMotionOptions options_of(const fftcore_camera_motion_options* given) {
  if (given == nullptr) return {};
  if (given->size != sizeof(fftcore_camera_motion_options))
    throw InvalidArgument(
        fmt::format("size of the options of a camera's motion is {}; {} is expected: begin with "
                    "FFTCORE_CAMERA_MOTION_OPTIONS",
                    given->size, sizeof(fftcore_camera_motion_options)));
  CameraMotionOptions options;
  options.windows = {given->window_rows, given->window_columns};
  options.least_agreeing = given->least_agreeing;
  options.seed = given->seed;
  return options;
}

}  // namespace

fftcore_status fftcore_camera_motion_create(fftcore_queue* queue, const fftcore_work* image,
                                            const char* model,
                                            const fftcore_camera_motion_options* options,
                                            fftcore_camera_motion** motion) {
  return created(motion, "the place for a camera's motion", [&] {
    fftcore_queue& where = object(queue, "the queue");
    const auto& search = value_of<PhaseCorrelation>(image, "image for a camera's motion");
    CameraMotionOptions wanted = options_of(options);
    wanted.model = parse_motion_model(&object(model, "the name of a model"));
    wanted.weights = search.weights;
    return std::unique_ptr<fftcore_camera_motion>(new fftcore_camera_motion{
        where, CameraMotion(where.backend, *where.queue, search.image, wanted)});
  });
}

void fftcore_camera_motion_free(fftcore_camera_motion* motion) {
  freed(motion);
}

fftcore_status fftcore_camera_motion_update(fftcore_camera_motion* motion,
                                            const fftcore_const_buffer* image,
                                            const fftcore_motion_box* boxes, size_t box_count,
                                            const fftcore_const_buffer* mask,
                                            fftcore_motion* result) {
  return guarded([&] {
    fftcore_camera_motion& one = object(motion, "the camera's motion");
    const OneUser of_queue(one.queue.is_in_use, "queue");
    const OneUser of_motion(one.is_in_use, "camera's motion");
    fftcore_motion& found = object(result, "the place for a motion");
    if (box_count > 0) object(boxes, "the list of boxes");
    // Both structs are four doubles in the same order.
    const std::span given(reinterpret_cast<const MotionBox*>(boxes), box_count);
    found = shown(one.motion.update(buffer_of(object(image, "the image")), given,
                                    mask != nullptr ? buffer_of(*mask) : ConstBuffer{}));
  });
}

fftcore_status fftcore_camera_motion_reset(fftcore_camera_motion* motion) {
  return guarded([&] {
    fftcore_camera_motion& one = object(motion, "the camera's motion");
    const OneUser of_motion(one.is_in_use, "camera's motion");
    one.motion.reset();
  });
}
