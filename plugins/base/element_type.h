// SPDX-License-Identifier: LGPL-2.1-or-later
// A class derived from BaseElement as a type of GObject and an element of the plugin. The class has
//   static ElementTexts texts()
//   static std::vector<GstPadTemplate*> pads()   its pads "sink" and "src", and those on request
//   static void make_properties(), install_properties(GObjectClass*)    which Adjustable defines
//   a constructor (GstBaseTransform*, const ElementType&)
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

#include <vector>

#include "element.h"

namespace fftcore::gst {

/// Literals.
struct ElementTexts {
  const char* type_name;    ///< of the GObject type, as in "GstFftFilter"
  const char* name;         ///< as in "fftfilter"; the debug category's too
  const char* long_name;    ///< as gst-inspect-1.0 shows it
  const char* klass;        ///< as in "Filter/Effect/Video"
  const char* description;  ///< what it does, in a sentence
  bool works_in_place = false;
};

struct ElementType {
  ElementTexts texts;
  std::vector<GstPadTemplate*> pads;
  void (*install_properties)(GObjectClass* object_class);
  BaseElement* (*create)(GstBaseTransform* transform, const ElementType& type);
  GstDebugCategory* category = nullptr;
};

/// `type` lives as long as the program.
GType register_element_type(ElementType& type);

/// Makes all that may lack memory, so that GObject's functions that cannot fail do not.
template <class AnyElement>
GType element_type() {
  AnyElement::make_properties();
  static ElementType type{AnyElement::texts(), AnyElement::pads(), AnyElement::install_properties,
                          [](GstBaseTransform* transform, const ElementType& own) -> BaseElement* {
                            return new AnyElement(transform, own);
                          }};
  static const GType registered = register_element_type(type);
  return registered;
}

/// Takes `caps`.
GstPadTemplate* always_pad(GstPadDirection direction, GstCaps* caps);

}  // namespace fftcore::gst

/// gst_element_register_NAME() for the plugin.
#define FFTCORE_ELEMENT(name, AnyElement) \
  GST_ELEMENT_REGISTER_DECLARE(name)      \
  GST_ELEMENT_REGISTER_DEFINE(name, #name, GST_RANK_NONE, fftcore::gst::element_type<AnyElement>())
