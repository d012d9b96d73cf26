// SPDX-License-Identifier: LGPL-2.1-or-later
#include "formula_program.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "formula_functions.h"

namespace fftcore {
namespace {

/// Bytes of a block's slots, on the stack of whichever thread works.
constexpr std::size_t kBlockBytes = 16384;
constexpr std::int64_t kMostProgramLanes = 256;

template <class Number>
struct RealOf {
  using Type = Number;
  static constexpr bool kIsComplex = false;
};
template <class Real>
struct RealOf<std::complex<Real>> {
  using Type = Real;
  static constexpr bool kIsComplex = true;
};

/// Whether a node takes an operand as a complex number.
bool takes_complex(const Formula& node, std::size_t operand) {
  if (!node.is_complex) return node.operands[operand].is_complex;  // re, im, abs or arg
  return node.op != FormulaOp::choose || operand > 0;
}

}  // namespace

FormulaProgram::FormulaProgram(const SampleFormula& formula) {
  const Formula tree = parsed(formula);
  is_complex_ = tree.is_complex;
  add(tree, 0, false);
}

void FormulaProgram::add(const Formula& formula, std::size_t slot, bool is_wanted_complex) {
  Step step{.op = formula.op, .of_complex = formula.is_complex, .to = slot};
  for (std::size_t i = 0; i < formula.operands.size(); ++i) {
    add(formula.operands[i], slot + i, takes_complex(formula, i));
    step.of_complex = step.of_complex || formula.operands[i].is_complex;
  }
  step.number = formula.number;
  step.variable = static_cast<SampleVariable>(formula.variable);
  slots_ = std::max(slots_, slot + 1);
  has_complex_ = has_complex_ || step.of_complex || is_wanted_complex;
  steps_.push_back(step);
  if (is_wanted_complex && !formula.is_complex)
    steps_.push_back({.kind = Step::Kind::widen, .to = slot});
}

/// Slots of neighbouring samples: real parts, and imaginary parts where any value is complex.
template <class Real>
class FormulaProgram::Block {
  using Complex = std::complex<Real>;

 public:
  explicit Block(const FormulaProgram& program)
      : parts_(program.has_complex_ ? 2 : 1),
        lanes_(std::min(
            kMostProgramLanes,
            static_cast<std::int64_t>(kBlockBytes / (program.slots_ * parts_ * sizeof(Real))))) {}

  std::int64_t lanes() const { return lanes_; }
  Real* re(std::size_t slot) { return memory_ + slot * parts_ * static_cast<std::size_t>(lanes_); }
  Real* im(std::size_t slot) { return re(slot) + lanes_; }

  /// `samples` and `second`: the first of `count`, which are the block's; `past`: how many come
  /// before them.
  template <class Number>
  void run(const Step& step, const SampleRun& run, std::int64_t past, const Parameters& parameters,
           std::int64_t count, const Number* samples, const Number* second) {
    count_ = count;
    if (step.kind == Step::Kind::widen) {
      std::fill_n(im(step.to), count, Real(0));
      return;
    }
    if (step.op == FormulaOp::number) return fill(step, step.number);
    if (step.op == FormulaOp::variable) {
      if (step.variable == SampleVariable::v) return take(step, samples);
      if (step.variable == SampleVariable::w) return take(step, second);
      return variable(step, run, past, parameters);
    }
    if (step.of_complex) return of_complex(step);
    of_real(step);
  }

 private:
  void fill(const Step& step, std::complex<double> value) {
    std::fill_n(re(step.to), count_, static_cast<Real>(value.real()));
    if (step.of_complex) std::fill_n(im(step.to), count_, static_cast<Real>(value.imag()));
  }

  template <class Number>
  void take(const Step& step, const Number* samples) {
    for (std::int64_t i = 0; i < count_; ++i) re(step.to)[i] = std::real(samples[i]);
    if (step.of_complex)
      for (std::int64_t i = 0; i < count_; ++i) im(step.to)[i] = std::imag(samples[i]);
  }

  void variable(const Step& step, const SampleRun& run, std::int64_t past,
                const Parameters& parameters) {
    const auto number = static_cast<std::size_t>(step.variable),
               axis = number - static_cast<std::size_t>(SampleVariable::x),
               parameter = number - static_cast<std::size_t>(SampleVariable::p0),
               frequency_axis = number - static_cast<std::size_t>(SampleVariable::fx);
    if (axis < run.first.size()) {
      for (std::int64_t i = 0; i < count_; ++i)
        re(step.to)[i] = static_cast<Real>(run.first[axis] + (past + i) * run.step[axis]);
    } else if (step.variable == SampleVariable::c) {
      fill(step, static_cast<double>(run.channel));
    } else if (step.variable == SampleVariable::n) {
      fill(step, static_cast<double>(run.frame));
    } else if (parameter < parameters.size()) {
      fill(step, parameters[parameter]);
    } else {
      for (std::int64_t i = 0; i < count_; ++i)
        re(step.to)[i] = step.variable == SampleVariable::f
                             ? distance(run, past + i)
                             : frequency(run, frequency_axis, past + i);
    }
  }

  /// Of sample `i` of the run, in cycles per sample.
  static Real frequency(const SampleRun& run, std::size_t axis, std::int64_t i) {
    const std::int64_t number = run.first[axis] + i * run.step[axis], points = run.points[axis];
    return static_cast<Real>(number > points / 2 ? number - points : number) /
           static_cast<Real>(points);
  }
  static Real distance(const SampleRun& run, std::int64_t i) {
    Real sum = 0;
    for (std::size_t axis = 0; axis < run.points.size(); ++axis) {
      const Real along = frequency(run, axis, i);
      sum += along * along;
    }
    return std::sqrt(sum);
  }

  template <class Function>
  void each(const Step& step, Function function) {
    Real* const a = re(step.to);
    for (std::int64_t i = 0; i < count_; ++i) a[i] = function(i);
  }
  template <class Function>
  void each_complex(const Step& step, Function function) {
    Real *const a = re(step.to), *const b = im(step.to);
    for (std::int64_t i = 0; i < count_; ++i) {
      const Complex result = function(i);
      a[i] = result.real();
      b[i] = result.imag();
    }
  }

  void of_real(const Step& step) {
    const Real *const a = re(step.to), *const b = re(step.to + 1), *const c = re(step.to + 2);
    with_real_function<Real>(step.op, [&](auto function) {
      each(step, [&](std::int64_t i) {
        if constexpr (std::is_invocable_v<decltype(function), Real>)
          return function(a[i]);
        else if constexpr (std::is_invocable_v<decltype(function), Real, Real>)
          return function(a[i], b[i]);
        else
          return function(a[i], b[i], c[i]);
      });
    });
  }

  void of_complex(const Step& step) {
    const auto value = [&](std::size_t operand, std::int64_t i) {
      return Complex{re(step.to + operand)[i], im(step.to + operand)[i]};
    };
    if (step.op == FormulaOp::choose) {
      const Real* const condition = re(step.to);
      return each_complex(step,
                          [&](std::int64_t i) { return value(condition[i] != 0 ? 1 : 2, i); });
    }
    with_complex_function<Real>(step.op, [&](auto function) {
      using Function = decltype(function);
      if constexpr (std::is_invocable_r_v<Real, Function, Complex>)
        each(step, [&](std::int64_t i) { return function(value(0, i)); });
      else if constexpr (std::is_invocable_v<Function, Complex>)
        each_complex(step, [&](std::int64_t i) { return function(value(0, i)); });
      else
        each_complex(step, [&](std::int64_t i) { return function(value(0, i), value(1, i)); });
    });
  }

  const std::size_t parts_;
  const std::int64_t lanes_;
  std::int64_t count_ = 0;
  alignas(64) Real memory_[kBlockBytes / sizeof(Real)];
};

template <class Number>
void FormulaProgram::operator()(const SampleRun& run, const Parameters& parameters,
                                std::int64_t count, Number* samples, const Number* second) const {
  using Of = RealOf<Number>;
  Block<typename Of::Type> block(*this);
  for (std::int64_t past = 0; past < count; past += block.lanes()) {
    const std::int64_t lanes = std::min(block.lanes(), count - past);
    Number* const here = samples + past;
    const Number* const here_too = second != nullptr ? second + past : nullptr;
    for (const Step& step : steps_) block.run(step, run, past, parameters, lanes, here, here_too);
    for (std::int64_t i = 0; i < lanes; ++i) {
      if constexpr (Of::kIsComplex)
        here[i] = {block.re(0)[i], is_complex_ ? block.im(0)[i] : 0};
      else
        here[i] = block.re(0)[i];
    }
  }
}

template void FormulaProgram::operator()(const SampleRun&, const Parameters&, std::int64_t, float*,
                                         const float*) const;
template void FormulaProgram::operator()(const SampleRun&, const Parameters&, std::int64_t, double*,
                                         const double*) const;
template void FormulaProgram::operator()(const SampleRun&, const Parameters&, std::int64_t,
                                         std::complex<float>*, const std::complex<float>*) const;
template void FormulaProgram::operator()(const SampleRun&, const Parameters&, std::int64_t,
                                         std::complex<double>*, const std::complex<double>*) const;

}  // namespace fftcore
