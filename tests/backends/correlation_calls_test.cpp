// SPDX-License-Identifier: LGPL-2.1-or-later
// What comes in between: patterns and references that change, wrong calls, strides and threads.
#include <atomic>
#include <thread>

#include "correlation_run.h"

using namespace fftcore;
using namespace correlations;

namespace {

class CorrelationCalls : public OnThisBackend<testing::Test> {};

template <class Call>
void expect_refused(Call call, std::initializer_list<std::string_view> words) {
  try {
    call();
    ADD_FAILURE() << "no error";
  } catch (const InvalidArgument& error) {
    for (const auto word : words)
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos)
          << error.what() << "\nlacks " << word;
  }
}

}  // namespace

TEST_F(CorrelationCalls, TheLastImageBecomesTheReference) {
  const auto ready = compile("phase u8 90x110 surface");
  if (!ready) return;
  const auto other = compile("phase u8 90x110 surface");
  std::mt19937 random(6);
  const Samples a = texture(ready->executable->correlation().image, random), b = moved(a, 3, -5),
                c = moved(a, 10, 20);
  const auto expect_as_with = [&](const Samples& reference, const Samples& image) {
    other->set_reference(reference);
    EXPECT_EQ(ready->run(image), other->run(image));
    EXPECT_EQ(ready->surface().values, other->surface().values);
  };
  expect_refused([&] { ready->executable->keep_as_reference(); }, {"run()"});
  expect_refused([&] { ready->run(a); }, {"reference"});
  ready->set_reference(a);
  expect_as_with(a, b);
  ready->executable->keep_as_reference();
  expect_as_with(b, c);
  expect_as_with(b, a);
  ready->executable->keep_as_reference();
  ready->executable->keep_as_reference();
  expect_as_with(a, c);
  // The last image is still there after another reference was set, also where it was the reference
  // until then.
  ready->executable->keep_as_reference();
  ready->set_reference(b);
  expect_as_with(b, a);
  ready->set_reference(c);
  ready->executable->keep_as_reference();
  ready->set_reference(b);
  ready->executable->keep_as_reference();
  expect_as_with(a, b);
}

TEST_F(CorrelationCalls, RefuseWrongCalls) {
  const auto ready = compile("match ccoeff-normed u8 30x40 p5x6 patterns=2 surface");
  if (!ready) return;
  CorrelationExecutable& executable = *ready->executable;
  const Correlation& correlation = executable.correlation();
  std::mt19937 random(7);
  oracle::TestImage image = image_of(correlation.image, texture(correlation.image, random));
  const std::vector<Taps> patterns = patterns_from(correlation, image.get(), random);
  std::vector<float> surface(2 * 26 * 35);
  const Buffer out{surface.data()};
  const auto run = [&](ConstBuffer input, Buffer output) {
    executable.run(*ready->queue, input, output);
  };
  expect_refused([&] { run(image.const_buffer(), out); }, {"set_patterns"});
  expect_refused([&] { executable.set_patterns({patterns.data(), 1}); }, {"1 patterns", "2"});
  expect_refused(
      [&] {
        executable.set_patterns(std::vector<Taps>(2, Taps{{5, 5}, std::vector<double>(25, 1.0)}));
      },
      {"5x5", "5x6"});
  expect_refused(
      [&] {
        executable.set_patterns(std::vector<Taps>(2, Taps{{5, 6}, std::vector<double>(30, 7.0)}));
      },
      {"7", "structure"});
  expect_refused([&] { executable.set_reference(*ready->queue, image.const_buffer()); },
                 {"set_patterns"});
  expect_refused([&] { executable.keep_as_reference(); }, {"set_patterns"});
  executable.set_patterns(patterns);
  expect_refused([&] { run({}, out); }, {"null"});
  expect_refused([&] { run(image.const_buffer(), {}); }, {"null"});
  expect_refused([&] { run({image.const_buffer().data, 39}, out); }, {"39", "40"});
  expect_refused([&] { run({image.const_buffer().data, 0, 1199}, out); }, {"1199", "1200"});
  expect_refused([&] { run(image.const_buffer(), {surface.data(), 34}); }, {"34", "35"});
  expect_refused([&] { run({surface.data()}, out); }, {"overlap"});
  EXPECT_NO_THROW(run(image.const_buffer(), out));

  const auto normed = compile("match ccorr-normed u8 30x40 p5x6");
  expect_refused(
      [&] {
        normed->executable->set_patterns(
            std::vector<Taps>(1, Taps{{5, 6}, std::vector<double>(30)}));
      },
      {"all samples", "0"});
  EXPECT_NO_THROW(normed->executable->set_patterns(
      std::vector<Taps>(1, Taps{{5, 6}, std::vector<double>(30, 7.0)})));
  const auto phase = compile("phase u8 30x40");
  expect_refused([&] { phase->executable->set_patterns(patterns); }, {"set_reference"});
}

/// While one thread runs, another sets patterns: every result is that of one set as a whole.
TEST_F(CorrelationCalls, PatternsChangeBetweenRunsOnly) {
  const auto ready = compile("match ccoeff-normed u8 60x70 p9x9 patterns=2");
  if (!ready) return;
  const Correlation& correlation = ready->executable->correlation();
  std::mt19937 random(8);
  const oracle::TestImage image = image_of(correlation.image, texture(correlation.image, random));
  std::vector<std::vector<Taps>> sets;
  std::vector<std::vector<Peak>> results;
  for (int i = 0; i < 3; ++i) {
    sets.push_back(patterns_from(correlation, image.get(), random));
    ready->executable->set_patterns(sets.back());
    results.push_back(ready->run(image));
  }
  std::atomic<bool> stop = false;
  std::thread setter([&] {
    for (std::size_t i = 0; !stop; ++i) ready->executable->set_patterns(sets[i % 3]);
  });
  for (int i = 0; i < 200; ++i)
    EXPECT_TRUE(std::find(results.begin(), results.end(), ready->run(image)) != results.end());
  stop = true;
  setter.join();
}

TEST_F(CorrelationCalls, RowStrideOfTheFrameInsteadOfTheLayouts) {
  for (const char* text :
       {"match ccoeff-normed u8 30x41 p5x6 peaks=3", "match ccorr f32 30x41 p5x6 peaks=3",
        "match ccoeff-normed u8 30x41x3 p5x6 weights=0.25,0.5,0.25,0", "phase u16 30x41 peaks=3"}) {
    const auto ready = compile(text);
    if (!ready) return;
    const Correlation& correlation = ready->executable->correlation();
    std::mt19937 random(9);
    const Samples image = texture(correlation.image, random);
    const Layout pitched =
        Layout::interleaved(correlation.image.element, correlation.image.extent(),
                            correlation.image.channels.extent, 150);
    const oracle::TestImage wide = image_of(pitched, image);
    if (correlation.score == Score::phase)
      ready->executable->set_reference(*ready->queue, {wide.const_buffer().data, 150});
    else
      ready->executable->set_patterns(patterns_from(correlation, image, random));
    const std::vector<Peak> peaks = ready->run(image);
    ready->executable->run(*ready->queue, {wide.const_buffer().data, 150});
    const auto again = ready->executable->peaks();
    EXPECT_TRUE(std::equal(peaks.begin(), peaks.end(), again.begin(), again.end())) << text;
  }
}

/// (Plans of matching depend on the number of threads.)
TEST_F(CorrelationCalls, TheSameBitsWhateverTheThreads) {
  constexpr const char* kText = "phase u8 150x170 peaks=4 surface";
  const auto first = compile(kText, 1);
  if (!first) return;
  std::mt19937 random(11);
  const Samples image = texture(first->executable->correlation().image, random),
                reference = moved(image, 1, 2);
  first->set_reference(reference);
  const std::vector<Peak> peaks = first->run(image);
  for (const int threads : {2, 3}) {
    const auto other = compile(kText, threads);
    other->set_reference(reference);
    EXPECT_EQ(other->run(image), peaks);
    EXPECT_EQ(other->surface().values, first->surface().values);
  }
}

TEST_F(CorrelationCalls, SayTheirPlan) {
  for (const char* text : {"match ccoeff-normed u8 30x41 p5x6", "phase u8 30x41"}) {
    const auto ready = compile(text);
    if (!ready) return;
    EXPECT_NE(ready->executable->plan_text().find(text), std::string::npos)
        << ready->executable->plan_text();
  }
}
