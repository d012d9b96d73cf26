// SPDX-License-Identifier: LGPL-2.1-or-later
#include "feature_words.h"

namespace kernels {

using namespace fftcore;

namespace {

std::string word_of_edge(EdgeMode edge) {
  switch (edge) {
    case EdgeMode::constant: return "constant";
    case EdgeMode::replicate: return "replicate";
    case EdgeMode::reflect: return "reflect";
    case EdgeMode::reflect_101: return "reflect-101";
    case EdgeMode::wrap: return "wrap";
  }
  return "";
}

}  // namespace

std::string word_of(Storage storage, bool is_complex) {
  if (is_complex) return storage == Storage::f64 ? "complex128" : "complex64";
  switch (storage) {
    case Storage::u8: return "u8";
    case Storage::u16: return "u16";
    case Storage::f16: return "f16";
    case Storage::f32: return "f32";
    case Storage::u10: return "parts of words";
    case Storage::u12: return "parts of words";
    case Storage::u10_high: return "parts of words";
    case Storage::u12_high: return "parts of words";
    case Storage::u16_be: return "u16-be";
    case Storage::u10_packed: return "u10-packed";
    case Storage::f64: return "f64";
    case Storage::complex64: return "complex64";
    case Storage::complex128: return "complex128";
  }
  return "";
}

std::string word_of(Real real) {
  return real == Real::f64 ? "f64" : real == Real::f16x2 ? "f16" : "f32";
}

std::string word_of(const SpectrumMultiply& by) {
  if (by.formula.formula.exists()) return "formula";
  if (by.op.kind == SpectralKind::phase_only) return "phase";
  if (by.op.kind == SpectralKind::wiener) return "wiener";
  if (by.op.conjugate_factor || by.op.conjugate_input) return "conjugate";
  if (by.with_mirror) return "mirror";
  if (!by.planes.empty()) return "mixed channels";
  return by.storage == Storage::f16 ? "product in halves" : "product";
}

std::string primes_of(int length) {
  int largest = 1;
  for (int prime = 2, rest = length; rest > 1; ++prime)
    for (; rest % prime == 0; rest /= prime) largest = prime;
  return largest <= 5 ? "2 to 5" : largest <= 13 ? "7 to 13" : "17 to 31";
}

std::string with_formula(std::string name, bool has_formula) {
  return has_formula ? name + " by a formula" : name;
}

void add_image(Words& f, const ImageLoad& load) {
  f[Factor::load] = with_formula(!load.row_window.empty() ? "windowed image"
                                 : !load.weights.empty()  ? "weighed channels"
                                 : load.is_vectorized     ? "image in pairs"
                                 : load.is_folded         ? "folded image"
                                 : load.partner.exists()  ? "image in halves"
                                 : load.image.is_complex  ? "complex image"
                                                          : "image",
                                 load.formula.exists());
  f[Factor::loaded] = word_of(load.image.storage, load.image.is_complex);
  f[Factor::edge] = word_of_edge(load.edge);
}

void add_image(Words& f, const ImageStore& store) {
  f[Factor::store] = with_formula(store.copied             ? "image and copies"
                                  : store.reversed         ? "reversed image"
                                  : store.period != 0      ? "image that wraps"
                                  : store.is_vectorized    ? "image in pairs"
                                  : store.partner.exists() ? "image in halves"
                                  : store.image.is_complex ? "complex image"
                                                           : "image",
                                  store.formula.exists());
  if (store.second) f[Factor::store] += " of two";
  f[Factor::stored] = word_of(store.image.storage, store.image.is_complex);
}

}  // namespace kernels
