// SPDX-License-Identifier: LGPL-2.1-or-later
// Cases, options and reports.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "fftcore/error.h"
#include "options.h"
#include "report.h"
#include "statistics.h"
#include "work.h"

namespace bench {
namespace {

using namespace fftcore;

TEST(Statistics, MedianAndQuartilesAsNumpyHasThem) {
  const Summary five = summary_of({5, 1, 4, 2, 3});
  EXPECT_EQ(five.least, 1);
  EXPECT_EQ(five.lower_quartile, 2);
  EXPECT_EQ(five.median, 3);
  EXPECT_EQ(five.upper_quartile, 4);
  EXPECT_EQ(five.most, 5);
  EXPECT_EQ(five.samples, 5U);
  const Summary four = summary_of({10, 40, 20, 30});
  EXPECT_DOUBLE_EQ(four.lower_quartile, 17.5);
  EXPECT_DOUBLE_EQ(four.median, 25);
  EXPECT_DOUBLE_EQ(four.upper_quartile, 32.5);
  const Summary one = summary_of({7});
  EXPECT_EQ(one.lower_quartile, 7);
  EXPECT_EQ(one.upper_quartile, 7);
  EXPECT_THROW(summary_of({}), std::invalid_argument);
}

TEST(Cases, EachIsReadByTheLibraryAndNamedOnce) {
  std::set<std::string> names;
  for (const Case& one : gpu_cases()) {
    SCOPED_TRACE(one.text);
    EXPECT_TRUE(names.insert(one.name).second);
    const Task task = parse_task(one.text);
    std::visit([](const auto& value) { validate(value); }, task);
    EXPECT_NO_THROW(check_is_plain(task));
    EXPECT_GT(bytes_of(task), 0);
    EXPECT_GT(flops_of(task), bytes_of(task) / 4);
    if (one.name.starts_with("circular")) {
      EXPECT_EQ(bytes_of(task), 2.0 * 512 * 1024 * 1024);
    }
  }
}

TEST(Cases, FlopsByTheUsualCount) {
  EXPECT_EQ(flops_of(parse_task("c2c 1024 batch=3")), 3 * 5 * 1024 * 10.0);
  EXPECT_EQ(flops_of(parse_task("r2c 1024 batch=3")), 3 * 2.5 * 1024 * 10.0);
  EXPECT_EQ(flops_of(parse_task("conv2d f32 8x1024 k1x1024 wrap same frames=2")),
            16 * (5 * 1024 * 10.0 + 3 * 1024));
  EXPECT_EQ(flops_of(parse_task("conv2d f32 24x56 k9x9 reflect same")), 5 * 2048 * 11.0 + 3 * 2048);
}

TEST(Cases, FlopsOfComplexSamplesChannelsAndKernels) {
  EXPECT_EQ(flops_of(parse_task("conv2d complex64 32x32 k3x3 wrap same")),
            2 * 5 * 1024 * 10.0 + 6 * 1024);
  EXPECT_EQ(flops_of(parse_task("conv2d f32 32x32x4 k3x3 wrap same planar mix=full")),
            (4 + 4) * 2.5 * 1024 * 10.0 + 4 * (4 * 6 + 3 * 2) * 512);
  EXPECT_EQ(flops_of(parse_task("conv2d f32 32x32 k3x3 wrap same filters=5")),
            (1 + 5) * 2.5 * 1024 * 10.0 + 5 * 6 * 512);
}

TEST(Cases, WhatNoPeerKnowsIsRefused) {
  for (const char* text :
       {"conv2d f32 8x8x4 k3x3 wrap same mix=full", "conv2d f32 8x8x4 k3x3 wrap same planar",
        "corr2d complex64 8x8 k3x3 wrap same", "conv2d f32>complex64 8x8 k3x3 wrap same",
        "conv2d f32 8x8 k3x3 wrap same frames=2 filters=2", "conv2d f64 8x8 k3x3 wrap same",
        "conv2d f32 8x8 k3x3 wrap full", "conv2d f32 8x8 k3x3 wrap same pitch=9", "c2c 8x8 batch=3",
        "match ccorr-normed u8 40x40 p4x4", "match ccoeff-normed u8 400x400 p4x300",
        "match ccoeff-normed u16 40x40 p4x4"}) {
    SCOPED_TRACE(text);
    EXPECT_THROW(check_is_plain(parse_task(text)), Error);
  }
}

TEST(Cases, ACorrelationsFrameIsReadOnce) {
  EXPECT_EQ(bytes_of(parse_task("phase u8 1080x1920")), 1080.0 * 1920);
  EXPECT_EQ(flops_of(parse_task("phase u8 32x32 no-window")), 5 * 1024 * 10.0 + 5 * 1024);
}

TEST(Cases, MatchingReadsItsImageOnceAndHasATransformBackForEachTemplate) {
  EXPECT_EQ(bytes_of(parse_task("match ccoeff-normed u8 1080x1920 p64x64 templates=32")),
            1080.0 * 1920);
  EXPECT_EQ(flops_of(parse_task("match ccoeff-normed u8 32x32 p4x4 templates=5")),
            (1 + 5) * 2.5 * 1024 * 10.0 + 5 * 3 * 1024);
}

TEST(Cases, DenoisingReadsAllFramesAndHasTransformsOfAllBlocks) {
  const Task task = parse_task("denoise u8 16x32 b8 step4 before=1 after=1 wiener");
  EXPECT_EQ(bytes_of(task), 16.0 * 32 * 4);
  EXPECT_EQ(flops_of(task), 5 * 9 * (4 * 2.5 * 64 * 6.0 + 3 * 5 * 64.0)) << "5 by 9 blocks";
}

TEST(Options, AreReadAndRefused) {
  const char* words[] = {"bench_cuda", "--filter", "1080p.*u8", "--peers",  "^cuFFT$", "--seconds",
                         "0.5",        "--json",   "x.json",    "--device", "1"};
  const Options options = parse_options(11, words);
  EXPECT_TRUE(options.wants({"1080p u8 31x31", ""}));
  EXPECT_TRUE(options.wants({"a", "b", "c", "1080p u8"}));
  EXPECT_FALSE(options.wants({"1080p f32", "conv2d f32", "1080p u8"}));
  EXPECT_TRUE(options.wants_peer("cuFFT") && options.wants_peer("fftcore"));
  EXPECT_FALSE(options.wants_peer("cuFFT+frame"));
  EXPECT_EQ(options.seconds, 0.5);
  EXPECT_EQ(options.json, "x.json");
  EXPECT_EQ(options.device, 1);
  for (const std::vector<const char*>& bad : {std::vector{"bench_cuda", "--what"},
                                              {"bench_cuda", "--json"},
                                              {"bench_cuda", "--seconds", "-1"},
                                              {"bench_cuda", "--device", "1x"},
                                              {"bench_cuda", "--filter", "("},
                                              {"bench_cuda", "--peers", "["}})
    EXPECT_THROW(parse_options(static_cast<int>(bad.size()), bad.data()), InvalidArgument);
}

CaseResult some_result() {
  CaseResult result{{"a \"case\"", "conv2d ...", "kin"}, 4000, 8000, {}, {}};
  for (const PeerKind& kind : peer_kinds())
    result.rows.push_back({kind.name, Status::not_done, "no\nway", {}, {}});
  result.rows[kOurs] = {"fftcore", Status::timed, "plan", {1e-7, 1e-6}, {summary_of({10}), 3, 1}};
  result.rows[kFloor] = {"copy", Status::timed, "", {0, 0}, {summary_of({5}), 3, 1}};
  result.rows[2] = {"cuFFT", Status::timed, "", {1e-7, 1e-6}, {summary_of({25, 25}), 3, 5}};
  result.rows[3] = {"cuFFT+frame", Status::wrong, "", {NAN, 1e-6}, {}};
  return result;
}

TEST(Report, RatiosAndReasons) {
  const CaseResult result = some_result();
  const std::string table = table_of(result);
  EXPECT_NE(table.find("2.50"), std::string::npos) << table;  // cuFFT over ours
  EXPECT_NE(table.find("50"), std::string::npos) << table;    // per cent of the copy
  EXPECT_NE(table.find("wrong"), std::string::npos) << table;
  EXPECT_NE(table.find("not done by cuFFT+frame, in place; VkFFT; fftcore, three-pass; "
                       "fftcore, tile; fftcore, direct; fftcore, separable"),
            std::string::npos)
      << table;
  const std::string json = json_of({}, {result});
  EXPECT_NE(json.find(R"("ratio": 2.5000, "of_floor": 0.2000)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("error": null)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"(a \"case\")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"(no\u000away)"), std::string::npos) << json;
}

TEST(Report, NothingIsARatioWhereOursWasNotTimed) {
  CaseResult result = some_result();
  result.rows[kOurs] = {"fftcore", Status::not_done, "no way", {}, {}};
  EXPECT_NE(table_of(result).find("not done  no way"), std::string::npos) << table_of(result);
  EXPECT_EQ(json_of({}, {result}).find("\"ratio\""), std::string::npos);
  EXPECT_EQ(medians_of({result, result}), "");
}

TEST(Report, MediansOverCases) {
  EXPECT_NE(medians_of({some_result(), some_result()}).find("median over 2 cases 2.50 times ours"),
            std::string::npos);
}

}  // namespace
}  // namespace bench
