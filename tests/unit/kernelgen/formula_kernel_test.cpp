// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels with formulas: what CUDA's compiler says of them, and which parameters they have.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emitter.h"
#include "fftcore/error.h"
#include "formula_expr.h"
#include "nvrtc.h"
#include "operations.h"
#include "passes.h"

namespace fftcore::test::formula_kernel_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A kernel that stores the formulas' values, each in its place.
ast::Kernel kernel_of(const std::vector<std::string>& formulas, bool is_complex, ast::Real real) {
  Builder b("formulas", real);
  b.buffer("input", storage_of(real), ast::Access::constant);
  b.buffer("output", storage_of(real), ast::Access::write);
  b.launch({32, 1, 1}, {1, 1, 1});
  const ast::Expr thread = ast::Call{ast::Builtin::thread_x, {}};
  const Complex sample = parts(b, ast::LoadGlobal{"input", thread, 2});
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const FormulaExpr formula(b, {formulas[i], is_complex});
    const Complex value = formula(is_complex ? sample : Complex{sample.re, ast::real(0)},
                                  {thread, thread, thread, thread, thread});
    b.store_global("output", thread + static_cast<std::int64_t>(32 * i), {value.re, value.im});
  }
  return fold_and_fuse(std::move(b).finish());
}

std::vector<std::string> every_operation(bool is_complex) {
  std::vector<std::string> texts = {"if(v == v, p3, 1 / 0)", "0 / 0 + v * 1e300",
                                    "x + y + z + c + n"};
  for (const FormulaOperation& operation : functions()) {
    if (is_complex && (operation.numbers == Domain::real)) continue;
    std::string text =
        std::string(operation.name) + (operation.numbers == Domain::condition ? "(abs(v)" : "(v");
    for (std::size_t i = 1; i < operation.operands; ++i) text += ", v * 0.75 + 0.25";
    texts.push_back(text + ")");
  }
  for (const FormulaOperation& operation : operators()) {
    if (is_complex && (operation.numbers == Domain::real)) continue;
    texts.push_back(operation.operands == 1 ? std::string(operation.name) + "v"
                                            : "(v + 0.5) " + std::string(operation.name) + " v");
  }
  if (is_complex) texts.erase(texts.begin());  // == is of real numbers
  return texts;
}

TEST(FormulaKernels, CompileForCuda) {
  for (const ast::Real real : {ast::Real::f32, ast::Real::f64})
    for (const bool is_complex : {false, true}) {
      const std::string source =
          emit_kernel(kernel_of(every_operation(is_complex), is_complex, real), cuda_dialect());
      EXPECT_THAT(source, Not(HasSubstr("?(")));
      try {
        const CudaBinary binary = Nvrtc::shared().compile("formulas", source, "sm_90");
        EXPECT_FALSE(binary.code.empty());
        EXPECT_THAT(binary.log, Not(HasSubstr("warning")));
      } catch (const BackendUnavailable& reason) {
        GTEST_SKIP() << reason.what();
      }
    }
}

TEST(FormulaKernels, NameTheLanguagesFunctions) {
  const auto text = [](ast::Real real, const Dialect& dialect) {
    return emit_kernel(kernel_of({"sin(v) + v ^ p1"}, false, real), dialect);
  };
  EXPECT_THAT(text(ast::Real::f32, cuda_dialect()),
              AllOf(HasSubstr("sinf("), HasSubstr("powf("), HasSubstr("const float parameter_1")));
  EXPECT_THAT(text(ast::Real::f64, cuda_dialect()),
              AllOf(HasSubstr("sin("), HasSubstr("pow("), HasSubstr("const double parameter_1")));
  for (const ast::Real real : {ast::Real::f32, ast::Real::f64})
    EXPECT_THAT(text(real, opencl_dialect()), AllOf(HasSubstr(" sin("), HasSubstr("pow(")));
}

TEST(FormulaKernels, ConstantsThatAreNotFinite) {
  const std::string source = emit_kernel(
      kernel_of({"v / 0 - 1 / 0", "0 / 0", "1e300"}, false, ast::Real::f32), opencl_dialect());
  EXPECT_THAT(source, AllOf(HasSubstr("(1.0f / 0.0f)"), HasSubstr("(0.0f / 0.0f)"),
                            Not(HasSubstr("inf")), Not(HasSubstr("nan"))));
}

}  // namespace
}  // namespace fftcore::test::formula_kernel_test
