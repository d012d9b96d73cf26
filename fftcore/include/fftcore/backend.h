// SPDX-License-Identifier: LGPL-2.1-or-later
// Backends: where work runs. Pick a Backend, make a Queue, compile a Convolution or another value
// into an executable, set its taps, and run it frame by frame.
//
//   auto& backend = fftcore::select_backend("auto");
//   auto queue = backend.create_queue({});
//   auto executable = backend.compile(problem, *queue);
//   executable->set_taps(taps);
//   executable->run(*queue, {input}, {output});
//
// Fork: what backend cpu has made may be used and ended in a forked child too; its first run there
// starts threads of the child's own. Fork while no other thread is in a call of the library: a
// child inherits the locks that such a thread holds. A GPU's driver does not work in a child whose
// parent has used it; such a child uses backend cpu.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "fftcore/search.h"
#include "fftcore/stages.h"
#include "fftcore/stream_executable.h"
#include "fftcore/taps.h"
#include "fftcore/transform.h"

namespace fftcore {

/// Where a buffer lies.
enum class MemoryKind : std::uint8_t {
  host,  ///< in this process
  /// in the memory of the Queue's device. Backend cuda: `data` is its address there, a CUdeviceptr.
  /// Backend opencl: `data` is the handle of a buffer of OpenCL's, a cl_mem of the Queue's context
  /// (native_context), and `first` says where in it
  device,
};

/// Memory borrowed for one run(). `row_stride` is in samples; 0 means that of the Layout. (A
/// Transform's strides are its own.) A buffer begins with element number `first` of data: a sample
/// of an image, which may be in the midst of a word that others share; a complex value of a
/// spectrum; a value of a Transform, real or complex as its side is. run() refuses a buffer whose
/// `size_bytes`, counted from data on, is less than it needs; 0 means that the caller answers for
/// the size. A cl_mem is held against its own size besides. It is one that kernels may read, for
/// outputs read and write. It may be released once run() has returned.
struct ConstBuffer {
  const void* data = nullptr;
  std::int64_t row_stride = 0;
  std::size_t size_bytes = 0;
  MemoryKind memory = MemoryKind::host;
  std::int64_t first = 0;
};
struct Buffer {
  void* data = nullptr;
  std::int64_t row_stride = 0;
  std::size_t size_bytes = 0;
  MemoryKind memory = MemoryKind::host;
  std::int64_t first = 0;
};

/// How a thread waits for a GPU.
enum class HostWait : std::uint8_t {
  automatic,  ///< asks again and again for 200 us, which most frames take less than, then sleeps
  spin,       ///< asks until the work is done: the least delay, and a core is busy meanwhile
  sleep,      ///< until the driver wakes it, somewhat later: the core is free meanwhile
};

/// What a Queue works with. A backend ignores the fields that are not its own.
struct QueueOptions {
  /// cpu: threads that work on one run(), the caller's included. 0: as many as FFTCORE_THREADS
  /// says, else as many as this process has processors, by its affinity and its control group's
  /// quota. Another number may lead to another plan, whose results differ by rounding.
  int threads = 0;
  /// cuda, opencl: the number of the device, as the driver counts. -1: the device that
  /// FFTCORE_CUDA_DEVICE or FFTCORE_OPENCL_DEVICE names, else the first GPU.
  int device = -1;
  /// cuda: a context of the caller's (CUcontext) to work in. Null: the primary context of `device`.
  /// The context must outlive the Queue and all that was compiled for it.
  /// opencl: a cl_context. Null: that of native_stream, else one of the library's own. It is
  /// retained. Without native_stream it has one device.
  /// `auto` takes no native objects, which are of one driver.
  void* native_context = nullptr;
  /// cuda: a stream of the caller's (CUstream), made in that context, to work on. Null: the Queue
  /// makes a stream of its own. The stream must outlive the Queue.
  /// opencl: a cl_command_queue of that context, whose device is the Queue's. It works in order:
  /// what the caller enqueues before a run() is done before it, and what comes later after it. It
  /// is retained. run() does not flush it.
  void* native_stream = nullptr;
  /// cuda: a promise about `native_stream`. Nobody else launches kernels on it, and it is not
  /// captured into a graph; copies of others do no harm. A stage of a convolution may then begin
  /// while the stage before it ends.
  bool native_stream_is_exclusive = false;
  /// cuda: how wait(), and a run() with buffers in host memory, wait.
  HostWait wait = HostWait::automatic;
};

/// A device that a backend computes on, or that it shows and does not take.
struct FoundDevice {
  int number = 0;            ///< QueueOptions::device of it
  std::string name;          ///< for people
  std::string architecture;  ///< the code that it runs, such as `sm_90`; empty: not known
  bool is_gpu = false;
  std::string reason;  ///< why the backend does not take it; empty where it does
};

/// Order of work: worker threads for the CPU, a stream for a GPU. One thread at a time may run() on
/// a Queue.
class FFTCORE_API Queue {
 public:
  virtual ~Queue() = default;
  /// Number of threads for the CPU backend, else 1.
  virtual int threads() const = 0;
  /// Returns when everything that was run on this Queue is done.
  virtual void wait() = 0;
  /// Pinned memory of the host: a run() copies from and to buffers in it without help of the
  /// processor. Pinned memory of the caller's own is as good. It begins at a multiple of 64 bytes,
  /// lives as long as the result, and may outlive the Queue. Null where copies gain nothing by it;
  /// only backend cuda has such. Throws Error where there is no memory. From any thread.
  virtual std::shared_ptr<std::byte> pinned_memory(std::size_t /*size_bytes*/) { return nullptr; }
};

/// A Convolution that is ready to run many times.
class FFTCORE_API ConvolutionExecutable {
 public:
  virtual ~ConvolutionExecutable() = default;

  /// Sets the taps of a Convolution that has one filter. They take effect with the next run(), as a
  /// whole. May be called from another thread while run() is under way, and does its work on the
  /// calling thread. Throws InvalidArgument where the extent is not the Convolution's.
  virtual void set_taps(const Taps& taps) = 0;
  /// Sets the taps of several filters or of mixed channels, as many as taps_needed() says, in its
  /// order. Precision::fast bounds how much larger one filter may be than another (convolution.h).
  virtual void set_taps(std::span<const Taps> taps);
  /// Sets gain and offset, 1 and 0 at first: output = gain * conv(input - bias) + offset + bias. As
  /// thread-safe as set_taps().
  virtual void set_gain(float gain, float offset) = 0;
  /// Sets the parameters p0, p1, ... of the Convolution's formulas (sample_formula.h), which are 0
  /// at first: as many as parameters_needed() says, all finite. They take effect with the next
  /// run(), as a whole. As thread-safe as set_taps(). Nothing is planned or compiled.
  virtual void set_parameters(std::span<const double> parameters);

  /// Filters all frames of the input. Where a buffer is in host memory, it returns when the result
  /// is written. Where both are in device memory it only puts the work on the Queue, so it can be
  /// captured in a CUDA graph; CUDA's buffers must stay until that work is done. Compiles nothing,
  /// and allocates nothing unless it meets samples that are not finite or much larger than the
  /// others (convolution.h). Input and output must not overlap. One run() of an executable at a
  /// time; with another Queue only when the run before it is done. Throws InvalidArgument for a
  /// null pointer, a row stride that is too short, memory that the backend cannot reach, or where
  /// no taps were set.
  virtual void run(Queue& queue, ConstBuffer input, Buffer output) = 0;

  virtual const Convolution& convolution() const = 0;
  /// Plan as text, and whether it was chosen by cost or as measured.
  virtual std::string plan_text() const = 0;
};

/// Whose memory holds what lies between the steps of a Transform.
enum class Workspace : std::uint8_t {
  own,    ///< the executable's, which compile() takes
  given,  ///< what each run() is given
};

/// What a workspace begins at a multiple of, in bytes.
inline constexpr std::size_t kWorkspaceAlignment = 256;

/// A Transform that is ready to run many times.
class FFTCORE_API TransformExecutable {
 public:
  virtual ~TransformExecutable() = default;

  /// Sets the parameters of the Transform's formulas, as ConvolutionExecutable::set_parameters().
  virtual void set_parameters(std::span<const double> parameters);

  /// Transforms; otherwise as ConvolutionExecutable::run(). In place, input and output are the same
  /// memory; otherwise they must not overlap. Data must be aligned to its real numbers, in device
  /// memory to pairs of them.
  /// `workspace` is for Workspace::given alone: workspace_bytes() in the memory where the backend
  /// works (cpu: the host's, else the device's), from a multiple of kWorkspaceAlignment on. Its
  /// `first` counts bytes. It overlaps neither input nor output, must stay as long as they, and may
  /// be another one each time. Its bytes need no values, and have none of use afterwards. So
  /// executables may share one, where their runs follow one another on one Queue. Nothing is looked
  /// at where workspace_bytes() is 0.
  virtual void run(Queue& queue, ConstBuffer input, Buffer output, Buffer workspace = {}) = 0;

  /// As Backend::workspace_bytes() says.
  virtual std::size_t workspace_bytes() const = 0;
  virtual const Transform& transform() const = 0;
  /// The steps, as text.
  virtual std::string plan_text() const = 0;
};

/// A TemplateMatching that is ready to run many times.
class FFTCORE_API MatchingExecutable {
 public:
  virtual ~MatchingExecutable() = default;

  /// Templates to look for, all of matching().template_extent, as many as it says. Takes effect
  /// with the next run() as a whole; may be called from another thread while run() is under way.
  /// Throws InvalidArgument where an extent or the number is wrong, or where a template has no
  /// structure that a normed score needs (ccoeff_normed: all samples alike; ccorr_normed: all 0).
  virtual void set_templates(std::span<const Taps> templates) = 0;

  /// Finds the peaks, and writes S to `surface` where matching().has_surface: f32, template after
  /// template, without gaps but for the row stride. Reads and waits as ConvolutionExecutable::run()
  /// does: with all in device memory it only puts work on the Queue. Allocates and compiles
  /// nothing. Throws InvalidArgument as ConvolutionExecutable::run() does, and where there is no
  /// template yet.
  virtual void run(Queue& queue, ConstBuffer image, Buffer surface = {}) = 0;

  /// Peaks of the last run, template after template, best first; waits for it. Fewer than max_peaks
  /// where there are no more cells, or what is left is not a number. They stay until the next run()
  /// or peaks().
  virtual std::span<const Peak> peaks() = 0;

  virtual const TemplateMatching& matching() const = 0;
  /// The steps, as text.
  virtual std::string plan_text() const = 0;
};

/// A PhaseCorrelation that is ready to run many times.
class FFTCORE_API PhaseExecutable {
 public:
  virtual ~PhaseExecutable() = default;

  /// What the images of the following runs are compared with. A buffer as for run().
  virtual void set_reference(Queue& queue, ConstBuffer image) = 0;
  /// The last run's image becomes the reference; its spectrum is there already. Throws
  /// InvalidArgument where there was no run().
  virtual void keep_as_reference() = 0;

  /// Finds the peaks as MatchingExecutable::run() does, and writes S likewise. Throws
  /// InvalidArgument where there is no reference yet.
  virtual void run(Queue& queue, ConstBuffer image, Buffer surface = {}) = 0;
  /// Peaks of the last run, as MatchingExecutable::peaks().
  virtual std::span<const Peak> peaks() = 0;

  virtual const PhaseCorrelation& correlation() const = 0;
  /// The steps, as text.
  virtual std::string plan_text() const = 0;
};

/// A Denoise that is ready to run many times.
class FFTCORE_API DenoiseExecutable {
 public:
  virtual ~DenoiseExecutable() = default;

  /// Sets the strength, that of denoise() at first. It takes effect with the next run(), as a
  /// whole. May be called from another thread while run() is under way. Throws InvalidArgument
  /// where validate() does of the Denoise with it: one that does not sharpen takes none that does.
  virtual void set_strength(const DenoiseStrength& strength) = 0;

  /// Denoises frames[prev]. There are prev + 1 + next frames, in the order of time; some may be the
  /// same buffer, and where a neighbour is missing another frame stands in. All have the Layout,
  /// each with a row stride of its own. Reads and waits as ConvolutionExecutable::run() does, and
  /// allocates and compiles nothing. The output overlaps none of the frames. Throws InvalidArgument
  /// as ConvolutionExecutable::run() does, and for another number of frames.
  virtual void run(Queue& queue, std::span<const ConstBuffer> frames, Buffer output) = 0;

  virtual const Denoise& denoise() const = 0;
  /// The steps, as text.
  virtual std::string plan_text() const = 0;
};

/// A ForwardStage or an InverseStage that is ready to run many times.
class FFTCORE_API StageExecutable {
 public:
  virtual ~StageExecutable() = default;
  /// Sets gain and offset of an InverseStage, 1 and 0 at first: image = gain * x + offset + bias.
  /// May be called from another thread while run() is under way.
  virtual void set_gain(float gain, float offset);
  /// Does the stage; otherwise as ConvolutionExecutable::run(). Rows of an image may have a stride
  /// of their own. Those of a spectrum lie as its SpectrumLayout says (row_stride 0). A spectrum
  /// begins at a multiple of 64 bytes in device memory, of the size of its values in host memory.
  /// One buffer may be in host memory and the other in device memory.
  virtual void run(Queue& queue, ConstBuffer input, Buffer output) = 0;
  /// Does an InverseStage that copies_left_out. `source` is the image that channels are copied
  /// from, in either memory, its rows with a stride of their own. It does not overlap the output.
  virtual void run(Queue& queue, ConstBuffer input, ConstBuffer source, Buffer output);
  /// The steps, as text.
  virtual std::string plan_text() const = 0;
};

/// A MultiplyStage that is ready to run many times.
class FFTCORE_API MultiplyExecutable {
 public:
  virtual ~MultiplyExecutable() = default;
  /// Sets the taps of a stage that has them: as many as taps_needed() says of its Mixing. Otherwise
  /// as ConvolutionExecutable::set_taps().
  virtual void set_taps(std::span<const Taps> taps) = 0;
  /// Sets the parameters of the stage's formula, as ConvolutionExecutable::set_parameters().
  virtual void set_parameters(std::span<const double> parameters);
  /// Multiplies; otherwise as StageExecutable::run(). `factor` is the spectrum to multiply by, none
  /// for a stage with taps. The output overlaps neither.
  virtual void run(Queue& queue, ConstBuffer input, ConstBuffer factor, Buffer output) = 0;
  virtual const MultiplyStage& stage() const = 0;
  virtual std::string plan_text() const = 0;
};

/// One way to compute: on the CPU, or on devices of one kind.
class FFTCORE_API Backend {
 public:
  virtual ~Backend() = default;
  /// Name: cpu, opencl or cuda; auto where it is several. A literal.
  virtual std::string_view name() const = 0;
  /// What it computes on, for people, such as `NVIDIA GPU`. A literal.
  virtual std::string_view title() const { return name(); }
  /// Devices of this machine that it shows, by number; none where its driver is missing, and none
  /// of `auto`. Slow, since drivers are loaded. Thread-safe.
  virtual std::vector<FoundDevice> devices() const { return {}; }
  /// Reason why the backend does not work on this machine; empty where it does.
  virtual std::string unavailable_reason() const = 0;
  /// Reason why `auto` passes the backend over although it works, such as an OpenCL device that is
  /// this machine's CPU, or CUDA with neither NVRTC nor compiled kernels; empty where it does not.
  virtual std::string reluctance() const { return {}; }
  virtual std::unique_ptr<Queue> create_queue(const QueueOptions& options) = 0;
  /// Plans and prepares a convolution. This is slow (milliseconds to seconds), and slower the first
  /// time with FFTCORE_TUNE=1. The executable serves Queues of `queue`'s device and context, and of
  /// at most as many threads. Throws InvalidArgument, Unsupported, or Error where memory runs out.
  /// Thread-safe.
  virtual std::unique_ptr<ConvolutionExecutable> compile(const Convolution& problem,
                                                         const Queue& queue) = 0;
  /// Bytes of memory that compile() and the first set_taps() of a Convolution take, known without
  /// compiling: what lies between steps, what threads work with, and the spectra of all taps. It is
  /// the host's memory on `cpu`, else the device's. Taps that change take their spectra's size
  /// again until no run() needs the ones before. Not among them: the caller's images, roots of
  /// unity and plans of FFT libraries, taps on their way to a spectrum, copies of host memory for a
  /// GPU, and what FFTCORE_TUNE=1 takes to measure. Throws as compile() does.
  virtual std::size_t memory_bytes(const Convolution& problem, const Queue& queue);
  /// Plans and prepares a Transform. Throws Unsupported where this backend can't do it: on GPUs
  /// without double precision what computes in it. On GPUs, where a line's length has a prime
  /// factor that, twice over, fits no block's shared memory, the executable keeps about three
  /// values for each point of a line.
  /// With Workspace::given the executable takes no memory of the size of workspace_bytes(). `auto`
  /// refuses that, since memory is one backend's.
  virtual std::unique_ptr<TransformExecutable> compile(const Transform& transform,
                                                       const Queue& queue,
                                                       Workspace workspace = Workspace::own);
  /// Bytes between the steps of a Transform on this Queue's device, known without compiling; 0
  /// where there are none. Not among them: roots of unity and chirps, what a thread of the CPU
  /// gathers, and copies of host memory for a GPU. Throws as compile() does.
  virtual std::size_t workspace_bytes(const Transform& transform, const Queue& queue);
  /// Plan and prepare a search. Both throw Unsupported where this backend can't do it.
  virtual std::unique_ptr<MatchingExecutable> compile(const TemplateMatching& matching,
                                                      const Queue& queue);
  virtual std::unique_ptr<PhaseExecutable> compile(const PhaseCorrelation& correlation,
                                                   const Queue& queue);
  /// Plans and prepares a Denoise. Throws Unsupported where this backend can't do it.
  virtual std::unique_ptr<DenoiseExecutable> compile(const Denoise& denoise, const Queue& queue);
  /// Plan and prepare stages of a convolution. They throw Unsupported where this backend can't do
  /// it: on GPUs lines too long for one launch.
  virtual std::unique_ptr<StageExecutable> compile(const ForwardStage& stage, const Queue& queue);
  virtual std::unique_ptr<MultiplyExecutable> compile(const MultiplyStage& stage,
                                                      const Queue& queue);
  virtual std::unique_ptr<StageExecutable> compile(const InverseStage& stage, const Queue& queue);
  /// Plans and prepares a StreamConvolution. It runs on no Queue. `cpu` works on the threads that
  /// call it. GPUs are those of the Queue: they take block after block on a stream of their own,
  /// and need a latency of 32 samples or more; there mix=full has up to 16 channels. Throws
  /// Unsupported where this backend can't. `auto` takes the CPU, but a GPU for streams of 64 inputs
  /// whose latency is a `block` or more.
  virtual std::unique_ptr<StreamExecutable> compile(const StreamConvolution& stream,
                                                    const Queue& queue);
  /// Bytes of memory that compile() and the first set_responses() take for it, but for FFTW's
  /// plans: of the host on `cpu`, else of the device. Each further set of responses takes its size
  /// until the one before it has faded.
  virtual std::size_t memory_bytes(const StreamConvolution& stream, const Queue& queue);
  /// Points, no fewer than `least` along each axis, that this backend transforms well. They are
  /// those that a Convolution's three passes take for an image and taps that need `least`, and what
  /// SpectrumLayout::points should be. Throws Unsupported where there are none.
  virtual Extent spectrum_points(Extent least, const Queue& queue);
};

/// Backends that are built in, best first. They live as long as the program.
FFTCORE_API std::span<Backend* const> backends();

/// The backend of that name. `auto` is those of backends() that work here and are not reluctant;
/// each piece of work is done by the first of them that can. Throws BackendUnavailable with the
/// reason.
FFTCORE_API Backend& select_backend(std::string_view name);

}  // namespace fftcore
