// SPDX-License-Identifier: LGPL-2.1-or-later
// What comes in between: templates and references that change, wrong calls, strides and threads.
#include <atomic>
#include <thread>
#include <type_traits>

#include "search_run.h"

namespace search_calls_test {

using namespace fftcore;
using namespace searches;

namespace {

class SearchCalls : public OnThisBackend<testing::Test> {};

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

TEST_F(SearchCalls, TheLastImageBecomesTheReference) {
  const auto ready = compile_phase("phase u8 90x110 surface");
  if (!ready) return;
  const auto other = compile_phase("phase u8 90x110 surface");
  std::mt19937 random(6);
  const Samples a = texture(ready->search.image, random), b = moved(a, 3, -5), c = moved(a, 10, 20);
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

TEST_F(SearchCalls, RefuseWrongCalls) {
  const auto ready = compile_matching("match ccoeff-normed u8 30x40 p5x6 templates=2 surface");
  if (!ready) return;
  MatchingExecutable& executable = *ready->executable;
  const TemplateMatching& matching = executable.matching();
  std::mt19937 random(7);
  oracle::TestImage image = image_of(matching.image, texture(matching.image, random));
  const std::vector<Taps> templates = templates_from(matching, image.get(), random);
  std::vector<float> surface(2 * 26 * 35);
  const Buffer out{surface.data()};
  const auto run = [&](ConstBuffer input, Buffer output) {
    executable.run(*ready->queue, input, output);
  };
  expect_refused([&] { run(image.const_buffer(), out); }, {"set_templates"});
  expect_refused([&] { executable.set_templates({templates.data(), 1}); }, {"1 templates", "2"});
  expect_refused(
      [&] {
        executable.set_templates(std::vector<Taps>(2, Taps{{5, 5}, std::vector<double>(25, 1.0)}));
      },
      {"5x5", "5x6"});
  expect_refused(
      [&] {
        executable.set_templates(std::vector<Taps>(2, Taps{{5, 6}, std::vector<double>(30, 7.0)}));
      },
      {"7", "structure"});
  executable.set_templates(templates);
  expect_refused([&] { run({}, out); }, {"null"});
  expect_refused([&] { run(image.const_buffer(), {}); }, {"null"});
  expect_refused([&] { run({image.const_buffer().data, 39}, out); }, {"39", "40"});
  expect_refused([&] { run({image.const_buffer().data, 0, 1199}, out); }, {"1199", "1200"});
  expect_refused([&] { run(image.const_buffer(), {surface.data(), 34}); }, {"34", "35"});
  expect_refused([&] { run({surface.data()}, out); }, {"overlap"});
  EXPECT_NO_THROW(run(image.const_buffer(), out));

  const auto normed = compile_matching("match ccorr-normed u8 30x40 p5x6");
  expect_refused(
      [&] {
        normed->executable->set_templates(
            std::vector<Taps>(1, Taps{{5, 6}, std::vector<double>(30)}));
      },
      {"all samples", "0"});
  EXPECT_NO_THROW(normed->executable->set_templates(
      std::vector<Taps>(1, Taps{{5, 6}, std::vector<double>(30, 7.0)})));
}

/// While one thread runs, another sets templates: every result is that of one set as a whole.
TEST_F(SearchCalls, TemplatesChangeBetweenRunsOnly) {
  const auto ready = compile_matching("match ccoeff-normed u8 60x70 p9x9 templates=2");
  if (!ready) return;
  const TemplateMatching& matching = ready->search;
  std::mt19937 random(8);
  const oracle::TestImage image = image_of(matching.image, texture(matching.image, random));
  std::vector<std::vector<Taps>> sets;
  std::vector<std::vector<Peak>> results;
  for (int i = 0; i < 3; ++i) {
    sets.push_back(templates_from(matching, image.get(), random));
    ready->executable->set_templates(sets.back());
    results.push_back(ready->run(image));
  }
  std::atomic<bool> stop = false;
  std::thread setter([&] {
    for (std::size_t i = 0; !stop; ++i) ready->executable->set_templates(sets[i % 3]);
  });
  for (int i = 0; i < 200; ++i)
    EXPECT_TRUE(std::find(results.begin(), results.end(), ready->run(image)) != results.end());
  stop = true;
  setter.join();
}

TEST_F(SearchCalls, RowStrideOfTheFrameInsteadOfTheLayouts) {
  for (const char* text :
       {"match ccoeff-normed u8 30x41 p5x6 peaks=3", "match ccorr f32 30x41 p5x6 peaks=3",
        "match ccoeff-normed u8 30x41x3 p5x6 weights=0.25,0.5,0.25,0", "phase u16 30x41 peaks=3"}) {
    with_search(text, [&](auto& ready) {
      const auto& search = ready.search;
      std::mt19937 random(9);
      const Samples image = texture(search.image, random);
      const Layout pitched = Layout::interleaved(search.image.type, search.image.extent(),
                                                 search.image.channels.extent, 150);
      const oracle::TestImage wide = image_of(pitched, image);
      if constexpr (std::is_same_v<decltype(ready), Ready<PhaseCorrelation>&>)
        ready.executable->set_reference(*ready.queue, {wide.const_buffer().data, 150});
      else
        prepare(ready, image, random);
      const std::vector<Peak> peaks = ready.run(image);
      ready.executable->run(*ready.queue, {wide.const_buffer().data, 150});
      const auto again = ready.executable->peaks();
      EXPECT_TRUE(std::equal(peaks.begin(), peaks.end(), again.begin(), again.end())) << text;
    });
  }
}

/// (Plans of matching depend on the number of threads.)
TEST_F(SearchCalls, TheSameBitsWhateverTheThreads) {
  constexpr const char* kText = "phase u8 150x170 peaks=4 surface";
  const auto first = compile_phase(kText, 1);
  if (!first) return;
  std::mt19937 random(11);
  const Samples image = texture(first->search.image, random), reference = moved(image, 1, 2);
  first->set_reference(reference);
  const std::vector<Peak> peaks = first->run(image);
  for (const int threads : {2, 3}) {
    const auto other = compile_phase(kText, threads);
    other->set_reference(reference);
    EXPECT_EQ(other->run(image), peaks);
    EXPECT_EQ(other->surface().values, first->surface().values);
  }
}

TEST_F(SearchCalls, SayTheirPlan) {
  for (const char* text : {"match ccoeff-normed u8 30x41 p5x6", "phase u8 30x41"})
    with_search(text, [&](auto& ready) {
      EXPECT_NE(ready.executable->plan_text().find(text), std::string::npos)
          << ready.executable->plan_text();
    });
}

}  // namespace search_calls_test
