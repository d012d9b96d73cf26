// SPDX-License-Identifier: LGPL-2.1-or-later
// An FFT for kernels that you write: device functions in CUDA C++ or OpenCL C, as text without
// includes, for nvcc, NVRTC and clBuildProgram. The text that comes out is 0BSD: do what you like
// with it.
//
//   const fftcore::DeviceFft fft = fftcore::parse_device_fft("block c2c 256 ept=16 ffts=4");
//   std::string source = fftcore::device_source(fft, fftcore::Language::cuda, "fft256");
//   source += my_kernel;  // calls fft256().execute(values, shared_memory)
//
// A transform of N points x is X[k] = sum_n x[n] exp(-+ 2 pi i k n / N), minus for forward and r2c,
// plus for inverse and c2r. It is unnormalised.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/transform.h"

namespace fftcore {

/// Who does a transform:
///   block   threads of a block together, threadIdx.x running within a transform and threadIdx.y
///           over transforms
///   thread  one thread, in its registers alone
enum class FftScope : std::uint8_t { block, thread };

/// Bins of a real signal of N points, as r2c gives and c2r takes them:
///   natural  bins 0 .. N / 2 (rounded down)
///   packed   N / 2 values: bin 0 has bin N / 2's real part as its imaginary part; N is even
///   full     all N
/// c2r takes the imaginary parts of bin 0, and of bin N / 2 where N is even, as 0.
enum class BinLayout : std::uint8_t { natural, packed, full };

/// Device functions that do an FFT. Thread n of a transform holds its elements n, n + stride,
/// n + 2 stride, ... in an array of value_type (registers), where stride is the transform's
/// threads. The last threads may have one element less.
struct DeviceFft {
  FftScope scope = FftScope::block;
  TransformKind kind = TransformKind::c2c;   ///< c2c, r2c or c2r
  Direction direction = Direction::forward;  ///< of c2c
  /// Points: of a block up to kMaxBlockFft, less where shared memory or threads do not do; of a
  /// thread 2 to 64 (f64: 32), twice as many where real_mode is folded.
  std::int64_t points = 0;
  /// f32, f64 or f16. f16 does two transforms at once: a complex value is four halves (re0, re1,
  /// im0, im1), a real one two.
  Numbers numbers = Numbers::f32;
  BinLayout layout = BinLayout::natural;  ///< of r2c and c2r
  /// Of r2c and c2r of an even N: samples 2e and 2e + 1 are one complex value. That is half the
  /// work, and elements per thread count such pairs.
  bool folded = false;
  /// Complex values that a thread of a block transforms, of which threads follow; 0: as suggested.
  int elements_per_thread = 0;
  int ffts_per_block = 0;  ///< transforms of a block, for f16 pairs of them; 0: as suggested
  /// Compute capabilities times 10, such as 80, 90: the text fits the shared memory of all of them.
  /// None: 48 KiB, which every GPU has.
  std::vector<int> targets;

  bool operator==(const DeviceFft&) const = default;
};

inline constexpr std::int64_t kMaxBlockFft = 32768;

/// What a text says of itself, as numbers. Text and numbers are the same for all targets.
struct DeviceFftTraits {
  int elements_per_thread = 0;  ///< complex values that a thread transforms
  int storage_size = 0;         ///< complex values that a thread's array has to hold
  int stride = 0;               ///< from an element of a thread to its next: threads a transform
  int ffts_per_block = 0;
  int implicit_batching = 1;  ///< transforms in one value: 2 of f16
  int input_length = 0;       ///< of a transform, in values as they go in
  int output_length = 0;
  int input_elements_per_thread = 0;
  int output_elements_per_thread = 0;
  bool is_input_real = false;   ///< values that go in are real; else complex, or folded pairs
  bool is_output_real = false;  ///< likewise those that come out
  int real_bytes = 0;           ///< of a real value; a complex one has twice as many
  int threads = 0;              ///< of a block: stride * ffts_per_block
  int shared_bytes = 0;         ///< that execute(data, shared_memory) needs
  /// That execute(shared_memory) needs: it holds what goes in and what comes out.
  int shared_io_bytes = 0;
  int workspace_bytes = 0;  ///< of device memory; always 0: shared memory does for every length
  int suggested_elements_per_thread = 0, suggested_ffts_per_block = 0;
};

/// Languages of kernels.
enum class Language : std::uint8_t { cuda, opencl };

/// Check. Throws InvalidArgument with the field, its value and what is allowed, and where no block
/// can hold the transform, with the nearest that one can.
FFTCORE_API void validate(const DeviceFft& fft);

/// What device_source() will say. Throws as validate().
FFTCORE_API DeviceFftTraits traits_of(const DeviceFft& fft);

/// The text. `name` begins the name of all that it defines, so that several fit one source; it is a
/// C identifier. For CUDA it has a struct `name`, for OpenCL functions and macros `name_...`; its
/// first lines say what there is. Throws as validate(), and for another name. The same DeviceFft
/// gives the same text.
FFTCORE_API std::string device_source(const DeviceFft& fft, Language language,
                                      std::string_view name);

/// Text of a DeviceFft, such as `block c2c 256 ept=16 ffts=4`: scope, kind, points. Fields that
/// have not their default follow:
///   f64, f16         what the numbers are, where not f32
///   inverse          direction of a c2c
///   packed, full     layout of bins
///   folded           real samples in pairs
///   ept=N            elements per thread
///   ffts=N           transforms of a block
///   sm=80,90         targets
FFTCORE_API std::string to_string(const DeviceFft& fft);
/// DeviceFft of a text. Throws InvalidArgument at what it does not understand.
FFTCORE_API DeviceFft parse_device_fft(std::string_view text);

FFTCORE_API std::string_view to_string(FftScope);
FFTCORE_API std::string_view to_string(BinLayout);
FFTCORE_API std::string_view to_string(Language);

}  // namespace fftcore
