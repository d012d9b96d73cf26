// SPDX-License-Identifier: LGPL-2.1-or-later
// The library from C, and from all that calls C. What is computed is defined beside the C++ values:
// convolution.h, transform.h, search.h, denoise.h, warp.h, stages.h, stream_convolution.h; this
// header says how it is called. Work is described by the texts of these headers. This one has all
// of c_*.h.
//
//   fftcore_queue* queue = NULL;
//   fftcore_work* work = NULL;
//   fftcore_executable* executable = NULL;
//   if (fftcore_queue_create("auto", NULL, &queue) != FFTCORE_OK ||
//       fftcore_work_create("conv2d u8 1080x1920 k3x3 replicate same", &work) != FFTCORE_OK ||
//       fftcore_compile(queue, work, &executable) != FFTCORE_OK)
//     puts(fftcore_last_message());
//
// Handles: a function whose last place is for one gives it; `_free` ends it, and takes NULL too.
// Where there is an error the new handle is NULL. All are freed in any order, but a queue after the
// executables that ran on it.
// Errors: no exception leaves a function. NULL where an object is needed is
// FFTCORE_ERROR_INVALID_ARGUMENT. After an error an object is as it was before.
// Threads: one handle is used by one thread at a time. But fftcore_set_taps, _gain, _parameters and
// _strength may be called while another thread runs the executable, and several threads may compile
// for one queue. One thread at a time runs on a queue. A run, a push, or what belongs to them, is
// FFTCORE_ERROR_INVALID_ARGUMENT while another thread runs the executable or on the queue.
// Cancellation: pthread_cancel() has no effect on a thread that is in a call, but after it. Threads
// that are cancelled asynchronously must not call the library.
// Fork: what backend cpu has made may be used and freed in a forked child too; its first run there
// starts threads of the child's own. Fork while no other thread is in a call: a child inherits the
// locks that such a thread holds. A child of _Fork() or clone() may free it, but not use it. The
// driver of a GPU does not work in a child whose parent has used it; such a child uses backend cpu.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "fftcore/c_filters.h"
#include "fftcore/c_kernels.h"
#include "fftcore/c_motion.h"
#include "fftcore/c_pieces.h"
#include "fftcore/c_status.h"
#include "fftcore/c_work.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a queue works with (QueueOptions in backend.h). Begin with FFTCORE_QUEUE_OPTIONS.
typedef struct fftcore_queue_options {
  size_t size;                     ///< of this struct, by which later versions know what is there
  int threads;                     ///< cpu: threads that work on a run; 0: all. Another number may
                                   ///< lead to another plan, whose results differ by rounding
  int device;                      ///< cuda, opencl: the device's number; -1: the first GPU
  void* native_context;            ///< cuda: a CUcontext; opencl: a cl_context; or NULL
  void* native_stream;             ///< cuda: a CUstream; opencl: a cl_command_queue; or NULL
  int native_stream_is_exclusive;  ///< cuda: nobody else launches kernels on it
  int wait;  ///< cuda: how threads wait. 0 asks, then sleeps; 1 asks only; 2 sleeps only
} fftcore_queue_options;
/// The defaults: all threads, the first GPU, objects of the library's own.
#define FFTCORE_QUEUE_OPTIONS \
  { sizeof(fftcore_queue_options), 0, -1, NULL, NULL, 0, 0 }

/// Order of work on one backend: cpu, opencl, cuda, or auto, which is the best that works here.
typedef struct fftcore_queue fftcore_queue;
/// `options` may be NULL.
FFTCORE_API fftcore_status fftcore_queue_create(const char* backend,
                                                const fftcore_queue_options* options,
                                                fftcore_queue** queue);
FFTCORE_API void fftcore_queue_free(fftcore_queue* queue);
/// Returns when everything that was run on the queue is done.
FFTCORE_API fftcore_status fftcore_queue_wait(fftcore_queue* queue);
/// Name of backend number `index`, best first; NULL where there are no more.
FFTCORE_API const char* fftcore_backend_name(size_t index);
/// Why a backend does not work on this machine; an empty text where it does.
FFTCORE_API fftcore_status fftcore_backend_unavailable_reason(const char* backend, char** reason);
/// Why `auto` passes a backend over although it works; an empty text where it does not.
FFTCORE_API fftcore_status fftcore_backend_auto_skip_reason(const char* backend, char** reason);
/// Devices of a backend on this machine, a line each: number, name, architecture, and why the
/// backend does not take it, with tabs between. Empty where its driver is missing. Slow.
FFTCORE_API fftcore_status fftcore_backend_devices(const char* backend, char** lines);
/// Threads that work on a run; 0 of NULL.
FFTCORE_API int fftcore_queue_threads(const fftcore_queue* queue);
/// GPU of a queue of backend cuda, as fftcore_gpu_text() has it. Free it by fftcore_text_free().
FFTCORE_API fftcore_status fftcore_queue_gpu(const fftcore_queue* queue, char** text);

/// Host memory that a device reads and writes by itself: Queue::pinned_memory() in backend.h. It
/// may outlive the queue. Its data are NULL where nothing is gained by it (cpu, opencl).
typedef struct fftcore_pinned fftcore_pinned;
FFTCORE_API fftcore_status fftcore_pinned_create(fftcore_queue* queue, size_t size_bytes,
                                                 fftcore_pinned** pinned);
FFTCORE_API void* fftcore_pinned_data(const fftcore_pinned* pinned);
FFTCORE_API void fftcore_pinned_free(fftcore_pinned* pinned);

/// Work that is ready to run many times.
typedef struct fftcore_executable fftcore_executable;
/// Plans and prepares: milliseconds to seconds. It serves the queue, and others of the same device,
/// context and number of threads. (A stream runs on no queue.)
FFTCORE_API fftcore_status fftcore_compile(const fftcore_queue* queue, const fftcore_work* work,
                                           fftcore_executable** executable);
/// For a Transform that is given its workspace at each run (Workspace::given in backend.h).
FFTCORE_API fftcore_status fftcore_compile_without_workspace(const fftcore_queue* queue,
                                                             const fftcore_work* work,
                                                             fftcore_executable** executable);
FFTCORE_API void fftcore_executable_free(fftcore_executable* executable);
/// The work that it was compiled from: a copy, which is the caller's to free.
FFTCORE_API fftcore_status fftcore_executable_work(const fftcore_executable* executable,
                                                   fftcore_work** work);
/// Plan as text. Free it by fftcore_text_free().
FFTCORE_API fftcore_status fftcore_plan_text(const fftcore_executable* executable, char** text);
/// Bytes that compiling takes: of a Convolution, of a StreamConvolution.
FFTCORE_API fftcore_status fftcore_memory_bytes(const fftcore_queue* queue,
                                                const fftcore_work* work, size_t* size_bytes);
/// Bytes between the steps of a Transform. Its memory begins at a multiple of
/// FFTCORE_WORKSPACE_ALIGNMENT bytes.
#define FFTCORE_WORKSPACE_ALIGNMENT 256
FFTCORE_API fftcore_status fftcore_workspace_bytes(const fftcore_queue* queue,
                                                   const fftcore_work* work, size_t* size_bytes);
/// Points, no fewer than these, that stages transform well on the queue's backend.
FFTCORE_API fftcore_status fftcore_spectrum_points(const fftcore_queue* queue, int64_t* rows,
                                                   int64_t* columns);

/// Sets taps of a Convolution or a MultiplyStage, templates of a TemplateMatching, or impulse
/// responses of a StreamConvolution (one row each): as many as the work has, in its order. The next
/// run takes them as a whole.
FFTCORE_API fftcore_status fftcore_set_taps(fftcore_executable* executable,
                                            const fftcore_taps* taps, size_t count);
/// Sets gain and offset of a Convolution or an InverseStage, 1 and 0 at first.
FFTCORE_API fftcore_status fftcore_set_gain(fftcore_executable* executable, float gain,
                                            float offset);
/// Sets the parameters p0, p1, ... of formulas of a Convolution, Transform or MultiplyStage.
FFTCORE_API fftcore_status fftcore_set_parameters(fftcore_executable* executable,
                                                  const double* parameters, size_t count);
/// Sets how many windows the following runs of a WindowCorrelation or of a WindowFilters have, 1 to
/// its count.
FFTCORE_API fftcore_status fftcore_set_count(fftcore_executable* executable, int64_t count);
/// Sets the strength of a Denoise to that of another Denoise: sigma, power, curve, beta, ...
FFTCORE_API fftcore_status fftcore_set_strength(fftcore_executable* executable,
                                                const fftcore_work* denoise);

/// Where a buffer lies (MemoryKind in backend.h).
typedef enum fftcore_memory {
  FFTCORE_MEMORY_HOST = 0,
  FFTCORE_MEMORY_DEVICE = 1  ///< `data` is CUDA's address, or the handle of OpenCL, a cl_mem
} fftcore_memory;

/// Memory borrowed for one run, as ConstBuffer and Buffer in backend.h. All but `data` may be 0.
typedef struct fftcore_const_buffer {
  const void* data;
  int64_t row_stride;     ///< in samples; 0: the work's
  size_t size_bytes;      ///< from data on; 0: the caller answers for it
  int64_t first;          ///< number of the element that the buffer begins with
  fftcore_memory memory;  ///< host or device
} fftcore_const_buffer;
typedef struct fftcore_buffer {
  void* data;
  int64_t row_stride;
  size_t size_bytes;
  int64_t first;
  fftcore_memory memory;
} fftcore_buffer;

/// Runs on a queue; allocates and compiles nothing. With a buffer in host memory it returns when
/// the result is written; else it only puts the work on the queue. Inputs are
///   before + 1 + after frames  Denoise
///   1 spectrum              InverseStage, MultiplyStage with taps
///   2                       MultiplyStage: input and factor; InverseStage that copies-skipped:
///                           spectrum and source; Convolution whose store has w: input and
///                           second image
///   2                       Warp: image and map; WindowFilters: image and places
///   3                       WindowCorrelation: both images and places
///   1 image or signal       all others
/// The output may be NULL for a search that has no surface. A surface has FFTCORE_NO_SCORE where
/// there is none.
#define FFTCORE_NO_SCORE (-3.4028234663852886e38)
FFTCORE_API fftcore_status fftcore_run(fftcore_executable* executable, fftcore_queue* queue,
                                       const fftcore_const_buffer* inputs, size_t input_count,
                                       const fftcore_buffer* output);
/// Runs a Transform with memory for what lies between its steps (TransformExecutable::run()).
FFTCORE_API fftcore_status fftcore_run_with_workspace(fftcore_executable* executable,
                                                      fftcore_queue* queue,
                                                      const fftcore_const_buffer* input,
                                                      const fftcore_buffer* output,
                                                      const fftcore_buffer* workspace);
/// Runs a WindowFilters: inputs are an image and places. `state` has the filters, which the run
/// reads and may change (FilterExecutable::run()).
FFTCORE_API fftcore_status fftcore_run_with_state(fftcore_executable* executable,
                                                  fftcore_queue* queue,
                                                  const fftcore_const_buffer* inputs,
                                                  size_t input_count, const fftcore_buffer* output,
                                                  const fftcore_buffer* state);

/// A peak of a search (Peak in search.h).
typedef struct fftcore_peak {
  double x, y;
  double score;
  double confidence;
  int64_t template_index;
} fftcore_peak;
/// Peaks of a search's last run; waits for it. Writes at most `capacity` of them, and to `count`
/// how many there are.
FFTCORE_API fftcore_status fftcore_peaks(fftcore_executable* executable, fftcore_peak* peaks,
                                         size_t capacity, size_t* count);
/// What the following runs of a PhaseCorrelation compare their image with.
FFTCORE_API fftcore_status fftcore_set_reference(fftcore_executable* executable,
                                                 fftcore_queue* queue,
                                                 const fftcore_const_buffer* image);
/// The last run's image becomes the reference.
FFTCORE_API fftcore_status fftcore_keep_as_reference(fftcore_executable* executable);

/// Standard deviation of the noise in one channel of an image as the Denoise takes it, in levels of
/// 8-bit samples (noise.h): what its `sigma` is. The image is in host memory.
FFTCORE_API fftcore_status fftcore_estimate_noise(const fftcore_work* denoise,
                                                  const fftcore_const_buffer* image,
                                                  int64_t channel, double* sigma);
/// The lambda of fftcore_filter_restoring() with penalty gradient that suits such an image, which
/// was blurred by these taps: by the noise that is measured in its first so many channels, 0: in
/// all of them (measured_lambda() in noise.h).
FFTCORE_API fftcore_status fftcore_measured_lambda(const fftcore_work* denoise,
                                                   const fftcore_const_buffer* image,
                                                   const fftcore_taps* blur, int64_t channels,
                                                   double* lambda);

/// The motion of a camera from one image to the next one (CameraMotion in camera_motion.h).
typedef struct fftcore_camera_motion fftcore_camera_motion;
/// Options of it (CameraMotionOptions). Begin with FFTCORE_CAMERA_MOTION_OPTIONS.
typedef struct fftcore_camera_motion_options {
  size_t size;          ///< of this struct
  int64_t window_rows;  ///< windows of the last step along each axis; 0: by the image
  int64_t window_columns;
  double least_agreeing;
  uint32_t seed;
} fftcore_camera_motion_options;
#define FFTCORE_CAMERA_MOTION_OPTIONS \
  { sizeof(fftcore_camera_motion_options), 0, 0, 0.25, 1 }
/// `image` is a PhaseCorrelation, which says the images' type, size, strides and weights, such as
/// `phase u8 360x640`. `model` is as fftcore_fit_motion() takes it; `options` may be NULL. The
/// queue must outlive the result.
FFTCORE_API fftcore_status fftcore_camera_motion_create(
    fftcore_queue* queue, const fftcore_work* image, const char* model,
    const fftcore_camera_motion_options* options, fftcore_camera_motion** motion);
FFTCORE_API void fftcore_camera_motion_free(fftcore_camera_motion* motion);
/// A part of an image whose motion is not the camera's, in pixels.
typedef struct fftcore_motion_box {
  double x, y;
  double width, height;
} fftcore_motion_box;
/// The motion from the image before to this one (CameraMotion::update()). Takes no memory. `boxes`
/// may be NULL where there are 0, and `mask` too: bytes, of which those that are not 0 are left
/// out. A motion that is not known is no error.
FFTCORE_API fftcore_status fftcore_camera_motion_update(fftcore_camera_motion* motion,
                                                        const fftcore_const_buffer* image,
                                                        const fftcore_motion_box* boxes,
                                                        size_t box_count,
                                                        const fftcore_const_buffer* mask,
                                                        fftcore_motion* result);
/// Forgets the image before, as at a cut.
FFTCORE_API fftcore_status fftcore_camera_motion_reset(fftcore_camera_motion* motion);

/// Samples of one channel of a stream: sample t is data[t * stride]. 0 means a stride of 1.
typedef struct fftcore_const_channel {
  const void* data;
  int64_t stride;
} fftcore_const_channel;
typedef struct fftcore_channel {
  void* data;
  int64_t stride;
} fftcore_channel;
/// Takes `count` samples of each input, and writes as many to each output. The numbers of channels
/// are the StreamConvolution's.
FFTCORE_API fftcore_status fftcore_push(fftcore_executable* executable,
                                        const fftcore_const_channel* inputs, size_t input_count,
                                        const fftcore_channel* outputs, size_t output_count,
                                        int64_t count);
/// Forgets all samples of a stream; the next one is number `position`, 0 to 2^62.
FFTCORE_API fftcore_status fftcore_stream_reset(fftcore_executable* executable, int64_t position);
/// Number of a stream's next sample; how many zeros bring out all results; most samples until new
/// impulse responses sound. Each may be NULL.
FFTCORE_API fftcore_status fftcore_stream_state(const fftcore_executable* executable,
                                                int64_t* position, int64_t* tail,
                                                int64_t* change_delay);

/// Receiver of the log (log.h), from any thread, one call at a time. Texts last for the call. That
/// thread may hold the library's locks: a sink must not call the library, nor wait for a thread
/// that does. Functions but fftcore_run() return FFTCORE_ERROR_INVALID_ARGUMENT there.
typedef void (*fftcore_log_sink)(void* user, const char* topic, const char* text);
/// Sends the log there instead of standard error; NULL restores FFTCORE_LOG.
FFTCORE_API fftcore_status fftcore_set_log_sink(fftcore_log_sink sink, void* user);

#ifdef __cplusplus
}
#endif
