// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftfilter: a FilterSession in a FrameElement.
#include <memory>

#include "../base/adjustable.h"
#include "../base/element_type.h"
#include "../base/frame_element.h"
#include "filter_session.h"
#include "properties.h"

namespace fftcore::gst {
namespace {

class FilterElement final : public Adjustable<FrameElement, Settings, properties> {
 public:
  using Adjustable::Adjustable;

  static ElementTexts texts() {
    return {"GstFftFilter", "fftfilter", "FFT filter", "Filter/Effect/Video",
            "Filters video by spatial frequency or with any kernel, large ones too, by fast "
            "Fourier transforms"};
  }

  void begin(const Settings& settings) override {
    session_ = std::make_unique<FilterSession>(settings);
  }
  void stop() override {
    session_.reset();
    FrameElement::stop();
  }

  void change(const Settings& settings) override { session_->change(settings); }
  void poll() override { session_->poll(); }
  bool passes() const override { return session_->passes(); }

  void set_info(std::shared_ptr<Engine> engine, const GstVideoInfo& info) override {
    session_->set_input(std::move(engine), info);
  }
  void transform(GstBuffer* input, GstBuffer* output) override { session_->run(input, output); }

 private:
  std::unique_ptr<FilterSession> session_;  // from start to stop
};

}  // namespace
}  // namespace fftcore::gst

FFTCORE_ELEMENT(fftfilter, fftcore::gst::FilterElement)
