// SPDX-License-Identifier: LGPL-2.1-or-later
// How kernels unpack whole numbers from their words and pack them, in each language.
#include <gtest/gtest.h>

#include <string>

#include "builder.h"
#include "emitter.h"
#include "fftcore/convolution.h"

namespace fftcore::test::whole_numbers_test {
namespace {

using ast::Storage;

/// A sample from one type to another, a pair of constants, and a sample as it is.
std::string text_of(Storage from, Storage to, const Dialect& dialect) {
  Builder b("numbers");
  b.buffer("input", from);
  b.buffer("output", to, ast::Access::write);
  const ast::Expr thread = b.let("i", ast::Call{ast::Builtin::thread_x, {}});
  b.store_global("output", thread, {ast::LoadGlobal{"input", thread, 1}});
  b.store_global("output", thread, {ast::real(1), ast::real(2)});
  b.copy_global("input", thread, "output", thread);
  return emit_kernel(std::move(b).finish(), dialect);
}

struct Spelling {
  Storage storage;
  const char *load, *word, *pair;  // what stands for a sample, its word, and the words of two
};

void expect_spelled(const Spelling& spelling, const Dialect& dialect) {
  const std::string text = text_of(spelling.storage, spelling.storage, dialect);
  for (const char* part : {spelling.load, spelling.word, spelling.pair})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  EXPECT_NE(text.find("output[i_0] = input[i_0];"), std::string::npos) << text;
}

TEST(WholeNumbers, InOpenCl) {
  for (const Spelling& spelling :
       {Spelling{Storage::u16, "= convert_ushort_sat_rte((float)input[i_0]);",
                 "output[i_0] = convert_ushort_sat_rte(",
                 "vstore2(convert_ushort2_sat_rte((float2)(1.0f, 2.0f)), i_0, output);"},
        {Storage::u10, "(float)(input[i_0] & 1023)",
         "output[i_0] = min(convert_ushort_sat_rte((float)(input[i_0] & 1023)), (ushort)(1023));",
         "vstore2(min(convert_ushort2_sat_rte((float2)(1.0f, 2.0f)), (ushort2)(1023)), i_0, "
         "output);"},
        {Storage::u12_high, "(float)(input[i_0] >> 4)", ", (ushort)(4095)) << (ushort)(4);",
         ", (ushort2)(4095)) << (ushort2)(4), i_0, output);"},
        {Storage::u16_be, "(float)rotate(input[i_0], (ushort)(8))",
         "output[i_0] = rotate(convert_ushort_sat_rte(",
         "vstore2(rotate(convert_ushort2_sat_rte((float2)(1.0f, 2.0f)), (ushort2)(8)), i_0, "
         "output);"}})
    expect_spelled(spelling, opencl_dialect());
}

TEST(WholeNumbers, InCuda) {
  for (const Spelling& spelling :
       {Spelling{Storage::u16, "= float_to_u16((float)input[i_0]);", "return (unsigned short)n;",
                 "make_ushort2(float_to_u16(two.x), float_to_u16(two.y))"},
        {Storage::u12, "= float_to_u12((float)(input[i_0] & 4095));",
         "return (unsigned short)min(n, 4095u);",
         "make_ushort2(float_to_u12(two.x), float_to_u12(two.y))"},
        {Storage::u10_high, "= float_to_u10_high((float)(input[i_0] >> 6));",
         "return (unsigned short)(min(n, 1023u) << 6);",
         "make_ushort2(float_to_u10_high(two.x), float_to_u10_high(two.y))"},
        {Storage::u16_be, "= float_to_u16_be((float)__byte_perm(input[i_0], 0, 0x4401));",
         "return (unsigned short)__byte_perm(n, 0, 0x4401);",
         "make_ushort2(float_to_u16_be(two.x), float_to_u16_be(two.y))"}})
    expect_spelled(spelling, cuda_dialect());
}

/// A sample that shares a word, from one to another.
std::string shared_text_of(const Dialect& dialect) {
  Builder b("numbers");
  b.buffer("input", Storage::u10_packed, ast::Access::constant);
  b.buffer("output", Storage::u10_packed, ast::Access::write);
  const ast::Expr thread = b.let("i", ast::Call{ast::Builtin::thread_x, {}});
  b.store_global("output", thread, {ast::LoadGlobal{"input", thread, 1}});
  return emit_kernel(std::move(b).finish(), dialect);
}

TEST(WholeNumbers, ThatShareWordsChangeTheirBitsAlone) {
  for (const auto& [dialect, parts] :
       {std::pair{&opencl_dialect(),
                  std::vector<const char*>{
                      "__global const uint* restrict input", "p[i / 3u] >> 10u * (i % 3u) & 1023u",
                      "store_u10_packed(output, i_0, min(convert_uint_sat_rte("
                      "load_u10_packed(input, i_0)), (uint)(1023)));",
                      "atomic_xor(word, (atomic_or(word, 0u) ^ n << shift) & 1023u << shift);"}},
        std::pair{
            &cuda_dialect(),
            std::vector<const char*>{
                "const unsigned int* __restrict__ input", "p[i / 3u] >> 10u * (i % 3u) & 1023u",
                "store_u10_packed(output, i_0, float_to_u10_packed("
                "load_u10_packed(input, i_0)));",
                "return (unsigned int)min(n, 1023u);",
                "atomicXor(word, (*(volatile unsigned int*)word ^ n << shift) & 1023u << "
                "shift);"}}}) {
    const std::string text = shared_text_of(*dialect);
    for (const char* part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  }
}

TEST(WholeNumbers, CudaHasOneFunctionForEachTypeThatIsWritten) {
  const std::string text = text_of(Storage::u10, Storage::u12_high, cuda_dialect());
  EXPECT_EQ(text.find("float_to_u10("), std::string::npos) << text;
  EXPECT_NE(text.find("float_to_u12_high(float f)"), std::string::npos) << text;
}

}  // namespace
}  // namespace fftcore::test::whole_numbers_test
