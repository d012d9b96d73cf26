// SPDX-License-Identifier: LGPL-2.1-or-later
// Audio of one format through responses: filtered and unfiltered sound, mixed by factors that may
// change. It knows nothing of GObject. All calls come from one thread, but for make_stream() and
// offer().
#pragma once

#include <memory>
#include <span>

#include "impulses.h"
#include "samples.h"

namespace fftcore::gst::fir {

struct AudioFormat {
  SampleFormat samples = SampleFormat::f32;
  int rate = 0;
  int channels = 0;
};

/// How results come: as Settings has it.
struct Manner {
  std::int64_t latency = 0, fade = 0;  ///< samples
};

/// A convolution by these responses. Slow. From any thread.
std::shared_ptr<StreamExecutable> make_stream(const Fitted& fitted, const AudioFormat& format,
                                              const Manner& manner);
/// The same, or null where `stream` itself took the responses, and fades over to them. From any
/// thread.
std::shared_ptr<StreamExecutable> offer(StreamExecutable& stream, const Fitted& fitted,
                                        const AudioFormat& format, const Manner& manner);

class Convolver {
 public:
  virtual ~Convolver() = default;

  /// In place: channels of the format's samples, and how many samples they lie apart. Takes no
  /// memory.
  virtual void process(std::span<const Channel> channels, std::int64_t count) = 0;
  /// The output goes to wet * filtered + dry * unfiltered.
  virtual void aim_at(double wet, double dry) = 0;
  /// The same at once.
  virtual void jump_to(double wet, double dry) = 0;
  /// Fades over to another stream of the same format and manner, which begins without a history.
  virtual void replace(std::shared_ptr<StreamExecutable> stream) = 0;
  virtual bool is_fading() const = 0;
  /// Forgets all samples.
  virtual void reset() = 0;
  virtual const std::shared_ptr<StreamExecutable>& stream() const = 0;
};

std::unique_ptr<Convolver> make_convolver(const AudioFormat& format, const Manner& manner,
                                          std::shared_ptr<StreamExecutable> stream);

}  // namespace fftcore::gst::fir
