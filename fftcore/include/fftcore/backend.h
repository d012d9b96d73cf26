// SPDX-License-Identifier: LGPL-2.1-or-later
// Backends: where work runs. Pick a Backend, make a Queue, compile a Convolution or another value
// into an executable, set its taps, and run it frame by frame.
//
//   auto& backend = fftcore::select_backend("auto");
//   auto queue = backend.create_queue({});
//   auto executable = backend.compile(work, *queue);
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

#include "fftcore/executable.h"
#include "fftcore/stream_executable.h"

namespace fftcore {

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
  virtual std::string auto_skip_reason() const { return {}; }
  virtual std::unique_ptr<Queue> create_queue(const QueueOptions& options) = 0;
  /// Plans and prepares work of any kind but a stream. It returns the kind's typed executable. This
  /// is slow (milliseconds to seconds), and slower the first time with FFTCORE_TUNE=1. The
  /// executable serves Queues of `queue`'s device and context, and of at most as many threads.
  /// Throws InvalidArgument, Unsupported where this backend can't do it, or Error where memory runs
  /// out. GPUs can't do stages of lines too long for one launch. Thread-safe.
  template <class Work>
  std::unique_ptr<typename ExecutableOf<Work>::type> compile(const Work& work, const Queue& queue) {
    return typed(work, queue);
  }
  /// Bytes of memory that compile() and the first set_taps() of a Convolution take, known without
  /// compiling: what lies between steps, what threads work with, and the spectra of all taps. It is
  /// the host's memory on `cpu`, else the device's. Taps that change take their spectra's size
  /// again until no run() needs the ones before. Not among them: the caller's images, roots of
  /// unity and plans of FFT libraries, taps on their way to a spectrum, copies of host memory for a
  /// GPU, and what FFTCORE_TUNE=1 takes to measure. Throws as compile() does.
  virtual std::size_t memory_bytes(const Convolution& work, const Queue& queue);
  /// Plans and prepares a Transform. Throws Unsupported where this backend can't do it: on GPUs
  /// without double precision what computes in it. On GPUs, where a line's length has a prime
  /// factor that, twice over, fits no block's shared memory, the executable keeps about three
  /// values for each point of a line.
  /// With Workspace::given the executable takes no memory of the size of workspace_bytes(). `auto`
  /// refuses that, since memory is one backend's.
  std::unique_ptr<TransformExecutable> compile(const Transform& transform, const Queue& queue,
                                               Workspace workspace = Workspace::own) {
    return typed(transform, queue, workspace);
  }
  /// Bytes between the steps of a Transform on this Queue's device, known without compiling; 0
  /// where there are none. Not among them: roots of unity and chirps, what a thread of the CPU
  /// gathers, and copies of host memory for a GPU. Throws as compile() does.
  virtual std::size_t workspace_bytes(const Transform& transform, const Queue& queue);
  /// Work of any kind but a StreamConvolution, for which it throws InvalidArgument. What it returns
  /// is the typed executable of the work's kind. `workspace` is a Transform's.
  virtual std::unique_ptr<Executable> compile_any(const AnyWork& work, const Queue& queue,
                                                  Workspace workspace = Workspace::own);
  /// Plans and prepares a StreamConvolution. It runs on no Queue. `cpu` works on the threads that
  /// call it. GPUs are those of the Queue: they take block after block on a stream of their own,
  /// and need a latency of 32 samples or more; there mix=full has up to 16 channels. Throws
  /// Unsupported where this backend can't. `auto` takes the CPU, but a GPU for streams of 64 inputs
  /// whose latency is a `block` or more.
  virtual std::unique_ptr<StreamExecutable> compile(const StreamConvolution& stream,
                                                    const Queue& queue);
  /// Bytes of memory that compile() and the first set_impulse_responses() take for it, but for
  /// FFTW's plans: of the host on `cpu`, else of the device. Each further set of them takes its
  /// size until the one before it has faded.
  virtual std::size_t memory_bytes(const StreamConvolution& stream, const Queue& queue);
  /// Points, no fewer than `least` along each axis, that this backend transforms well. They are
  /// those that a Convolution's three passes take for an image and taps that need `least`, and what
  /// SpectrumLayout::points should be. Throws Unsupported where there are none.
  virtual Extent spectrum_points(Extent least, const Queue& queue);

 private:
  template <class Work>
  std::unique_ptr<typename ExecutableOf<Work>::type> typed(const Work& work, const Queue& queue,
                                                           Workspace workspace = Workspace::own) {
    using Typed = typename ExecutableOf<Work>::type;
    return std::unique_ptr<Typed>(
        static_cast<Typed*>(compile_any(work, queue, workspace).release()));
  }
};

/// Backends that are built in, best first. They live as long as the program.
FFTCORE_API std::span<Backend* const> backends();

/// The backend of that name. `auto` is those of backends() that work here and that it does not pass
/// over; each piece of work is done by the first of them that can. Throws BackendUnavailable with
/// the reason.
FFTCORE_API Backend& select_backend(std::string_view name);

}  // namespace fftcore
