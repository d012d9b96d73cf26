// SPDX-License-Identifier: LGPL-2.1-or-later
// Executables: work that is planned and compiled, and runs many times on buffers of the caller's.
// Backend::compile() makes them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "fftcore/taps.h"
#include "fftcore/work.h"

namespace fftcore {

class Queue;

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

/// Whose memory holds what lies between the steps of a Transform.
enum class Workspace : std::uint8_t {
  own,    ///< the executable's, which compile() takes
  given,  ///< what each run() is given
};

/// What a workspace begins at a multiple of, in bytes.
inline constexpr std::size_t kWorkspaceAlignment = 256;

/// What is set on an executable, and takes effect with the next run() as a whole. The typed
/// executables say what each means.
struct Gain {
  float gain = 1;
  float offset = 0;
};
struct ReferenceImage {
  Queue& queue;
  ConstBuffer image;
};
struct LastImage {};  ///< of the last run, as the reference
struct WindowCount {
  std::int64_t count = 0;
};
using Setting = std::variant<std::span<const Taps>, Gain, std::span<const double>, DenoiseStrength,
                             ReferenceImage, LastImage, WindowCount>;

/// Work of any kind that is ready to run many times. The typed executables below take what their
/// kind has, and are what to call where the kind is known.
class FFTCORE_API Executable {
 public:
  explicit Executable(AnyWork work) : work_(std::move(work)) {}
  virtual ~Executable() = default;
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  /// Runs. `inputs` are in the order of the typed run(). `more` is a Transform's workspace, or the
  /// filters of WindowFilters. Throws InvalidArgument as that does.
  virtual void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
                       const Buffer& more = {}) = 0;
  /// Throws InvalidArgument where the kind of work has no such setting.
  virtual void set(const Setting& setting);
  /// Peaks of the last run. Throws InvalidArgument where the kind of work has none.
  virtual std::span<const Peak> found();
  /// Bytes of a workspace that runs may be given.
  virtual std::size_t workspace_needed() const { return 0; }

  const AnyWork& work() const { return work_; }
  /// Plan as text: its steps; of a Convolution also whether it was chosen by cost or as measured.
  virtual std::string plan_text() const = 0;

 private:
  const AnyWork work_;
};

/// A Convolution that is ready to run many times.
class FFTCORE_API ConvolutionExecutable : public Executable {
 public:
  using Executable::Executable;

  /// Sets the taps of a Convolution that has one filter. They take effect with the next run(), as a
  /// whole. May be called from another thread while run() is under way, and does its work on the
  /// calling thread. Throws InvalidArgument where the extent is not the Convolution's.
  void set_taps(const Taps& taps) { set(std::span(&taps, 1)); }
  /// Sets the taps of several filters or of mixed channels, as many as taps_needed() says, in its
  /// order. Precision::fast bounds how much larger one filter may be than another (convolution.h).
  void set_taps(std::span<const Taps> taps) { set(taps); }
  /// Sets gain and offset, 1 and 0 at first: output = gain * conv(input - bias) + offset + bias. As
  /// thread-safe as set_taps().
  void set_gain(float gain, float offset) { set(Gain{gain, offset}); }
  /// Sets the parameters p0, p1, ... of the Convolution's formulas (sample_formula.h), which are 0
  /// at first: as many as parameters_needed() says, all finite. They take effect with the next
  /// run(), as a whole. As thread-safe as set_taps(). Nothing is planned or compiled.
  void set_parameters(std::span<const double> parameters) { set(parameters); }

  /// Filters all frames of the input. Where a buffer is in host memory, it returns when the result
  /// is written. Where both are in device memory it only puts the work on the Queue, so it can be
  /// captured in a CUDA graph; CUDA's buffers must stay until that work is done. Compiles nothing,
  /// and allocates nothing unless it meets samples that are not finite or much larger than the
  /// others (convolution.h). Input and output must not overlap. One run() of an executable at a
  /// time; with another Queue only when the run before it is done. Throws InvalidArgument for a
  /// null pointer, a row stride that is too short, memory that the backend cannot reach, or where
  /// no taps were set.
  void run(Queue& queue, ConstBuffer input, Buffer output) {
    run_any(queue, std::span(&input, 1), output);
  }
  /// Filters where `store` reads a second image, w (Convolution::second), which may be the input
  /// itself, and must not overlap the output.
  void run(Queue& queue, ConstBuffer input, ConstBuffer w, Buffer output) {
    run_any(queue, std::array{input, w}, output);
  }

  const Convolution& convolution() const { return std::get<Convolution>(work()); }
};

/// A Transform that is ready to run many times.
class FFTCORE_API TransformExecutable : public Executable {
 public:
  using Executable::Executable;

  /// Sets the parameters of the Transform's formulas, as ConvolutionExecutable::set_parameters().
  void set_parameters(std::span<const double> parameters) { set(parameters); }

  /// Transforms; otherwise as ConvolutionExecutable::run(). In place, input and output are the same
  /// memory; otherwise they must not overlap. Data must be aligned to its real numbers, in device
  /// memory to pairs of them.
  /// `workspace` is for Workspace::given alone: workspace_bytes() in the memory where the backend
  /// works (cpu: the host's, else the device's), from a multiple of kWorkspaceAlignment on. Its
  /// `first` counts bytes. It overlaps neither input nor output, must stay as long as they, and may
  /// be another one each time. Its bytes need no values, and have none of use afterwards. So
  /// executables may share one, where their runs follow one another on one Queue. Nothing is looked
  /// at where workspace_bytes() is 0.
  void run(Queue& queue, ConstBuffer input, Buffer output, Buffer workspace = {}) {
    run_any(queue, std::span(&input, 1), output, workspace);
  }

  /// As Backend::workspace_bytes() says.
  std::size_t workspace_bytes() const { return workspace_needed(); }
  const Transform& transform() const { return std::get<Transform>(work()); }
};

/// A TemplateMatching that is ready to run many times.
class FFTCORE_API MatchingExecutable : public Executable {
 public:
  using Executable::Executable;

  /// Templates to look for, all of matching().template_extent, as many as it says. Takes effect
  /// with the next run() as a whole; may be called from another thread while run() is under way.
  /// Throws InvalidArgument where an extent or the number is wrong, or where a template has no
  /// structure that a normed score needs (ccoeff_normed: all samples alike; ccorr_normed: all 0).
  void set_templates(std::span<const Taps> templates) { set(templates); }

  /// Finds the peaks, and writes S to `surface` where matching().has_surface: f32, template after
  /// template, without gaps but for the row stride. Reads and waits as ConvolutionExecutable::run()
  /// does: with all in device memory it only puts work on the Queue. Allocates and compiles
  /// nothing. Throws InvalidArgument as ConvolutionExecutable::run() does, and where there is no
  /// template yet.
  void run(Queue& queue, ConstBuffer image, Buffer surface = {}) {
    run_any(queue, std::span(&image, 1), surface);
  }

  /// Peaks of the last run, template after template, best first; waits for it. Fewer than max_peaks
  /// where there are no more cells, or what is left is not a number. They stay until the next run()
  /// or peaks().
  std::span<const Peak> peaks() { return found(); }

  const TemplateMatching& matching() const { return std::get<TemplateMatching>(work()); }
};

/// A PhaseCorrelation that is ready to run many times.
class FFTCORE_API PhaseExecutable : public Executable {
 public:
  using Executable::Executable;

  /// What the images of the following runs are compared with. A buffer as for run().
  void set_reference(Queue& queue, ConstBuffer image) { set(ReferenceImage{queue, image}); }
  /// The last run's image becomes the reference; its spectrum is there already. Throws
  /// InvalidArgument where there was no run().
  void keep_as_reference() { set(LastImage{}); }

  /// Finds the peaks as MatchingExecutable::run() does, and writes S likewise. Throws
  /// InvalidArgument where there is no reference yet.
  void run(Queue& queue, ConstBuffer image, Buffer surface = {}) {
    run_any(queue, std::span(&image, 1), surface);
  }
  /// Peaks of the last run, as MatchingExecutable::peaks().
  std::span<const Peak> peaks() { return found(); }

  const PhaseCorrelation& correlation() const { return std::get<PhaseCorrelation>(work()); }
};

/// A Denoise that is ready to run many times.
class FFTCORE_API DenoiseExecutable : public Executable {
 public:
  using Executable::Executable;

  /// Sets the strength, that of denoise() at first. It takes effect with the next run(), as a
  /// whole. May be called from another thread while run() is under way. Throws InvalidArgument
  /// where validate() does of the Denoise with it: one that does not sharpen takes none that does.
  void set_strength(const DenoiseStrength& strength) { set(strength); }

  /// Denoises frames[before]. There are before + 1 + after frames, in the order of time; some may
  /// be the same buffer, and where a neighbour is missing another frame stands in. All have the
  /// Layout, each with a row stride of its own. Reads and waits as ConvolutionExecutable::run()
  /// does, and allocates and compiles nothing. The output overlaps none of the frames. Throws
  /// InvalidArgument as ConvolutionExecutable::run() does, and for another number of frames.
  void run(Queue& queue, std::span<const ConstBuffer> frames, Buffer output) {
    run_any(queue, frames, output);
  }

  const Denoise& denoise() const { return std::get<Denoise>(work()); }
};

/// A Warp that is ready to run many times.
class FFTCORE_API WarpExecutable : public Executable {
 public:
  using Executable::Executable;

  /// Warps. `map` is 3x3 f32 (WarpMap), in either memory, its rows with a stride of their own.
  /// Reads and waits as ConvolutionExecutable::run() does, and allocates and compiles nothing: with
  /// all in device memory the map may be what an earlier kernel of the Queue writes. The output
  /// overlaps neither. Throws InvalidArgument as ConvolutionExecutable::run() does.
  void run(Queue& queue, ConstBuffer input, ConstBuffer map, Buffer output) {
    run_any(queue, std::array{input, map}, output);
  }

  const Warp& warp() const { return std::get<Warp>(work()); }
};

/// A ForwardStage or an InverseStage that is ready to run many times.
class FFTCORE_API StageExecutable : public Executable {
 public:
  using Executable::Executable;

  /// Sets gain and offset of an InverseStage, 1 and 0 at first: image = gain * x + offset + bias.
  /// May be called from another thread while run() is under way.
  void set_gain(float gain, float offset) { set(Gain{gain, offset}); }
  /// Does the stage; otherwise as ConvolutionExecutable::run(). Rows of an image may have a stride
  /// of their own. Those of a spectrum lie as its SpectrumLayout says (row_stride 0). A spectrum
  /// begins at a multiple of 64 bytes in device memory, of the size of its values in host memory.
  /// One buffer may be in host memory and the other in device memory.
  void run(Queue& queue, ConstBuffer input, Buffer output) {
    run_any(queue, std::span(&input, 1), output);
  }
  /// Does an InverseStage with `copies_skipped`. `source` is the image that channels are copied
  /// from, in either memory, its rows with a stride of their own. It does not overlap the output.
  void run(Queue& queue, ConstBuffer input, ConstBuffer source, Buffer output) {
    run_any(queue, std::array{input, source}, output);
  }
};

/// A MultiplyStage that is ready to run many times.
class FFTCORE_API MultiplyExecutable : public Executable {
 public:
  using Executable::Executable;

  /// Sets the taps of a stage that has them: as many as taps_needed() says of its Mixing. Otherwise
  /// as ConvolutionExecutable::set_taps().
  void set_taps(std::span<const Taps> taps) { set(taps); }
  /// Sets the parameters of the stage's formula, as ConvolutionExecutable::set_parameters().
  void set_parameters(std::span<const double> parameters) { set(parameters); }
  /// Multiplies; otherwise as StageExecutable::run(). `factor` is the spectrum to multiply by, none
  /// for a stage with taps. The output overlaps neither.
  void run(Queue& queue, ConstBuffer input, ConstBuffer factor, Buffer output) {
    run_any(queue, std::array{input, factor}, output);
  }
  const MultiplyStage& stage() const { return std::get<MultiplyStage>(work()); }
};

/// A WindowCorrelation that is ready to run many times.
class FFTCORE_API WindowExecutable : public Executable {
 public:
  using Executable::Executable;

  /// How many windows the following runs have, 1 to WindowCorrelation::count, which it is at first.
  /// Rows of results behind them stay as they are. Throws InvalidArgument for another number.
  void set_count(std::int64_t count) { set(WindowCount{count}); }

  /// Correlates. `places` are rows of WindowPlace, or MappedWindowPlace, and `results` rows of
  /// WindowResult: as many as WindowCorrelation::count, whatever set_count() says. The images may
  /// be the same. Otherwise as ConvolutionExecutable::run(): with all in device memory it only puts
  /// work on the Queue, and places may be what other work there has written.
  void run(Queue& queue, ConstBuffer first, ConstBuffer second, ConstBuffer places,
           Buffer results) {
    run_any(queue, std::array{first, second, places}, results);
  }

  const WindowCorrelation& windows() const { return std::get<WindowCorrelation>(work()); }
};

/// A WindowFilters that is ready to run many times.
class FFTCORE_API FilterExecutable : public Executable {
 public:
  using Executable::Executable;

  /// How many windows the following runs have, as WindowExecutable::set_count().
  void set_count(std::int64_t count) { set(WindowCount{count}); }

  /// Finds, and learns. `places` are rows of FilterPlace, and `results` rows of WindowResult, as
  /// many as WindowFilters::count; x and y are how far what the filter knows lies from the place,
  /// in the image's pixels. `stored` is as stored_filters() says, its rows with a stride of their
  /// own; it overlaps none of the others. Otherwise as WindowExecutable::run().
  void run(Queue& queue, ConstBuffer image, ConstBuffer places, Buffer stored, Buffer results) {
    run_any(queue, std::array{image, places}, results, stored);
  }

  const WindowFilters& filters() const { return std::get<WindowFilters>(work()); }
};

/// The typed executable of a kind of work; Executable itself of kinds that have none.
template <class Work>
struct ExecutableOf {
  using type = Executable;
};
template <>
struct ExecutableOf<Convolution> {
  using type = ConvolutionExecutable;
};
template <>
struct ExecutableOf<Transform> {
  using type = TransformExecutable;
};
template <>
struct ExecutableOf<TemplateMatching> {
  using type = MatchingExecutable;
};
template <>
struct ExecutableOf<PhaseCorrelation> {
  using type = PhaseExecutable;
};
template <>
struct ExecutableOf<Denoise> {
  using type = DenoiseExecutable;
};
template <>
struct ExecutableOf<Warp> {
  using type = WarpExecutable;
};
template <>
struct ExecutableOf<ForwardStage> {
  using type = StageExecutable;
};
template <>
struct ExecutableOf<MultiplyStage> {
  using type = MultiplyExecutable;
};
template <>
struct ExecutableOf<InverseStage> {
  using type = StageExecutable;
};
template <>
struct ExecutableOf<WindowCorrelation> {
  using type = WindowExecutable;
};
template <>
struct ExecutableOf<WindowFilters> {
  using type = FilterExecutable;
};

}  // namespace fftcore
