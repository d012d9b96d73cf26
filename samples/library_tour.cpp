// SPDX-License-Identifier: LGPL-2.1-or-later
// Tour of the library, a topic a function. fftcore/README.md quotes it, and names its functions.
//   library_tour pipelines/kernels/motion-blur.txt
#include <array>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <fftcore/backend.h>
#include <fftcore/error.h>
#include <fftcore/filters.h>
#include <fftcore/frequency_response.h>
#include <fftcore/restoration.h>

using namespace fftcore;

namespace {

/// Place of the only bright sample of the image that topics share, 480x640.
constexpr std::size_t kMiddle = 240 * 640 + 320;

void taps_and_filters(const char* file) {
  const Taps sharpen{{3, 3}, {0, -1, 0, -1, 5, -1, 0, -1, 0}};
  const Taps measured = normalized(load_taps(file));  // .npy, or text with a row a line
  const Taps coarse = taps_of(ParametricFilter{.band = Band::lowpass, .cutoff = 0.05});
  const Taps no_stripes = taps_of(std::array{Notch{.fx = 0.25, .fy = 0, .radius = 0.02}});
  const Taps deblurring = restoring_taps(motion_blur(22, 45), {.lambda = 0.01});
  const Taps halved = taps_of(FrequencyResponse("exp(-(f / 0.1)^2) * (1 + cos(2 * pi * fx)) / 2"));

  std::printf("taps:");
  for (const Taps& taps : {sharpen, measured, coarse, no_stripes, deblurring, halved})
    std::printf(" %dx%d", int(taps.extent.rows), int(taps.extent.columns));
  std::printf("\n");
}

void layouts() {
  const Layout gray = Layout::interleaved(SampleType::u8, {1080, 1920});
  const Layout rgba = Layout::interleaved(SampleType::u8, {1080, 1920}, 4);
  const Layout padded = Layout::interleaved(SampleType::u16, {1080, 1920}, 1, 2048);
  const Layout planes = Layout::planar(SampleType::f32, {1080, 1920}, 3);
  const Layout volume = Layout::interleaved(SampleType::f32, {128, 128, 64});  // 64 slices
  const Layout sound = Layout::planar(SampleType::f32, {1, 48000}, 2);
  const Layout batch = gray.with_frames(32);

  for (const Layout& layout : {gray, rgba, padded, planes, volume, sound, batch})
    std::printf("layout: %s\n", to_string(convolution(layout, {1, 3})).c_str());
}

void fields_and_text() {
  const Layout rgba = Layout::interleaved(SampleType::u8, {1080, 1920}, 4);
  Convolution work =
      convolution(rgba, {15, 15}, Operation::correlate, EdgeMode::replicate, Region::same);
  work.skipped_channels = 1U << 3;   // alpha stays as it is
  work.precision = Precision::fast;  // GPUs may keep spectra in half precision

  const Convolution parsed =
      parse_convolution("corr2d u8 1080x1920x4 k15x15 replicate same skip=8 precision=fast");
  std::printf("parsed: %s\n", parsed == work ? "the same" : to_string(work).c_str());
}

void several_filters(Backend& backend, Queue& queue, const std::vector<float>& image) {
  std::vector<Taps> bank;
  for (const double cutoff : {0.1, 0.2, 0.3, 0.4})
    bank.push_back(taps_of(ParametricFilter{.cutoff = cutoff}));  // 63x63 each

  const Layout layout = Layout::interleaved(SampleType::f32, {480, 640});
  const auto executable = backend.compile(with_filters(convolution(layout, {63, 63}), 4), queue);
  executable->set_taps(bank);
  std::vector<float> results(4 * image.size());  // a frame for each filter
  executable->run(queue, {image.data()}, {results.data()});
  std::printf("filters: %.1f %.1f\n", results[kMiddle], results[3 * image.size() + kMiddle]);

  const Layout views = layout.with_frames(2);
  const Convolution each_by_each =
      with_filters(convolution(views, {63, 63}), 4, Mixing::none, Bank::crossed);
  std::printf("crossed: %s\n", to_string(each_by_each).c_str());
}

void mixed_channels(Backend& backend, Queue& queue) {
  const Layout rgb = Layout::interleaved(SampleType::u8, {480, 640}, 3);
  const Convolution work = with_filters(convolution(rgb, {1, 1}), 1, Mixing::full);
  const auto executable = backend.compile(work, queue);
  std::vector<Taps> matrix;  // K[0][0], K[0][1], ...: here each colour takes the one before it
  for (const double tap : {0, 0, 1, 1, 0, 0, 0, 1, 0}) matrix.push_back({{1, 1}, {tap}});
  executable->set_taps(matrix);

  std::vector<std::uint8_t> image(480 * 640 * 3), result(image.size());
  image[0] = 200;  // red
  executable->run(queue, {image.data()}, {result.data()});
  std::printf("mixed: %d %d %d\n", result[0], result[1], result[2]);
}

void gain(Backend& backend, Queue& queue, const std::vector<float>& image) {
  const Taps edges{{3, 3}, {0, -1, 0, -1, 4, -1, 0, -1, 0}};
  Convolution work = convolution(Layout::interleaved(SampleType::f32, {480, 640}), edges.extent);
  work.output.type = SampleType::u8;  // rounded and clamped
  const auto executable = backend.compile(work, queue);
  executable->set_taps(edges);
  executable->set_gain(2, 128);  // 2 * edges + 128

  std::vector<std::uint8_t> result(image.size());
  executable->run(queue, {image.data()}, {result.data()});
  std::printf("gain: %d\n", result[kMiddle]);
}

void formulas(Backend& backend, Queue& queue, const std::vector<float>& image) {
  Convolution work = parse_convolution("conv2d f32 480x640 k1x3 replicate same");
  work.load = "sqrt(max(v - p0, 0))";                     // a dark level off, then the root
  work.store = "if(hypot(x - 320, y - 240) < p1, v, 0)";  // what lies in a disc
  const auto executable = backend.compile(work, queue);
  executable->set_taps(Taps{{1, 3}, {1, 2, 1}});
  executable->set_parameters(std::array{100.0, 50.0});  // p0 and p1

  std::vector<float> result(image.size());
  executable->run(queue, {image.data()}, {result.data()});
  std::printf("formulas: %.2f\n", result[kMiddle]);
}

void own_functions(Backend& backend, Queue& queue, const std::vector<float>& image) {
  Convolution work = parse_convolution("conv2d f32 480x640 k1x3 replicate same");
  work.store = "tone(v, p0)";
  work.code = R"(FUNCTION real tone(real v, real knee) {
    return v < knee ? v : knee + 64 * (1 - exp((knee - v) / 64));
  })";
  if (backend.name() == "cpu") {  // it has formulas alone
    work.store = "if(v < p0, v, p0 + 64 * (1 - exp((p0 - v) / 64)))";
    work.code.clear();
  }
  const auto executable = backend.compile(work, queue);
  executable->set_taps(Taps{{1, 3}, {0.25, 0.5, 0.25}});
  executable->set_parameters(std::array{100.0});

  std::vector<float> result(image.size());
  executable->run(queue, {image.data()}, {result.data()});
  std::printf("own functions: %.2f\n", result[kMiddle]);
}

/// Richardson and Lucy's restoration.
void second_image(Backend& backend, Queue& queue, const std::vector<float>& seen) {
  const Taps blur = gaussian_blur(2);
  Convolution compare = convolution(Layout::interleaved(SampleType::f32, {480, 640}), blur.extent);
  compare.store = "w / max(v, 1e-6)";  // what was seen, over the blurred estimate
  compare.second = compare.output;     // the Layout of w
  Convolution correct = compare;
  correct.operation = Operation::correlate;
  correct.store = "w * v";  // the estimate, times the correlated ratio
  const auto comparing = backend.compile(compare, queue),
             correcting = backend.compile(correct, queue);
  comparing->set_taps(blur);
  correcting->set_taps(blur);

  std::vector<float> estimate(seen.size(), 1), ratio(seen.size()), next(seen.size());
  for (int i = 0; i < 10; ++i) {
    comparing->run(queue, {estimate.data()}, {seen.data()}, {ratio.data()});
    correcting->run(queue, {ratio.data()}, {estimate.data()}, {next.data()});
    std::swap(estimate, next);
  }
  std::printf("second image: %.1f\n", estimate[kMiddle]);
}

void filtered_spectrum(Backend& backend, Queue& queue, const std::vector<float>& image) {
  Transform forward = parse_transform("r2c 480x640 normalized");
  forward.store = "v * exp(-(f / 0.1)^2)";  // a low pass
  const Transform back = parse_transform("c2r 480x640");

  std::vector<std::complex<float>> bins(480 * 321);
  std::vector<float> result(image.size());
  backend.compile(forward, queue)->run(queue, {image.data()}, {bins.data()});
  backend.compile(back, queue)->run(queue, {bins.data()}, {result.data()});
  std::printf("spectrum: %.2f\n", result[kMiddle]);
}

void complex_numbers(Backend& backend, Queue& queue, const std::vector<float>& image) {
  const Taps wave{{1, 4}, {1, 0, -1, 0}, {0, 1, 0, -1}};  // exp(i pi k / 2), imaginary parts last
  const Convolution work = parse_convolution("corr2d f32>complex64 480x640 k1x4 reflect-101 same");
  const auto executable = backend.compile(work, queue);
  executable->set_taps(wave);
  std::vector<std::complex<float>> response(image.size());
  executable->run(queue, {image.data()}, {response.data()});
  std::printf("complex: %.0f %.0fi\n", response[kMiddle].real(), response[kMiddle + 1].imag());
}

void streams(Backend& backend, Queue& queue) {
  const StreamConvolution work = parse_stream("stream 2x2 k48000 mix=full block=480");
  std::vector<ImpulseResponse> room(4, ImpulseResponse(48000));  // left to left, right to left, ...
  room[0][0] = room[3][0] = 1;
  room[1][4800] = room[2][4800] = 0.5;

  const auto stream = backend.compile(work, queue);
  stream->set_impulse_responses(room);  // also while sound plays: it fades over

  std::vector<float> sound(2 * 480, 0.25F);  // interleaved
  const std::array<ConstChannel, 2> inputs{{{&sound[0], 2}, {&sound[1], 2}}};
  const std::array<Channel, 2> outputs{{{&sound[0], 2}, {&sound[1], 2}}};
  stream->push(inputs, outputs, 480);  // in place
  std::printf("stream: %g\n", sound[0]);
}

void transforms(Backend& backend, Queue& queue, const std::vector<float>& image) {
  Transform r2c;
  r2c.kind = TransformKind::r2c;
  r2c.axes = {{640}, {480}};  // the first axis is the contiguous one
  r2c.normalized = true;
  r2c = with_dense_strides(r2c);  // the same as parse_transform("r2c 480x640 normalized")

  std::vector<std::complex<float>> bins(output_size_bytes(r2c) / sizeof(std::complex<float>));
  backend.compile(r2c, queue)->run(queue, {image.data()}, {bins.data()});
  std::printf("transform: mean %.4f\n", bins[0].real());
}

void matching(Backend& backend, Queue& queue, const std::vector<float>& image, const Taps& part) {
  const TemplateMatching work = parse_matching("match ccoeff-normed f32 480x640 p16x16");
  const auto finder = backend.compile(work, queue);
  finder->set_templates({&part, 1});
  finder->run(queue, {image.data()});
  for (const Peak& peak : finder->peaks())  // best first
    std::printf("found: %.0f %.0f score %.2f\n", peak.x, peak.y, peak.score);
}

void motion(Backend& backend, Queue& queue, const std::vector<float>& first,
            const std::vector<float>& next) {
  const auto meter = backend.compile(parse_phase_correlation("phase f32 480x640"), queue);
  meter->set_reference(queue, {first.data()});
  meter->run(queue, {next.data()});
  const Peak moved = meter->peaks()[0];  // how many pixels to the right and down
  meter->keep_as_reference();            // its spectrum is there already
  std::printf("moved: %.1f %.1f\n", moved.x, moved.y);
}

void windows(Backend& backend, Queue& queue, const std::vector<float>& first,
             const std::vector<float>& next) {
  const auto finder =
      backend.compile(parse_window_correlation("windows zncc f32 480x640 w32x32 count=2"), queue);
  const WindowPlace places[] = {{99.5, 99.5, 99.5, 99.5}, {299.5, 199.5, 299.5, 199.5}};
  WindowResult results[2];
  finder->run(queue, {first.data()}, {next.data()}, {places}, {results});
  for (const auto& result : results)
    std::printf("moved: %.2f %.2f score %.2f\n", result.x, result.y, result.score);
}

void filters_of_windows(Backend& backend, Queue& queue, const std::vector<float>& first,
                        const std::vector<float>& next) {
  const auto follower =
      backend.compile(parse_window_filters("filters f32 480x640 w64x64 count=2 filters=2"), queue);
  std::vector<std::uint16_t> learned(2 * 3 * 64 * 33);  // f16: see stored_filters()
  FilterPlace places[] = {{.x = 99.5, .y = 99.5, .filter = 0, .rate = 1},
                          {.x = 299.5, .y = 199.5, .filter = 1, .rate = 1}};
  WindowResult results[2];
  follower->run(queue, {first.data()}, {places}, {learned.data()}, {results});
  for (FilterPlace& place : places) place.rate = 0;
  follower->run(queue, {next.data()}, {places}, {learned.data()}, {results});
  for (const auto& one : results)
    std::printf("followed: %.1f %.1f score %.1f\n", one.x, one.y, one.score);
}

void denoising_frames(Backend& backend, Queue& queue, const std::vector<float>& before,
                      const std::vector<float>& image, const std::vector<float>& after) {
  Denoise work = denoising(Layout::interleaved(SampleType::f32, {480, 640}));
  work.before = work.after = 1;   // frames on both sides
  work.strength.power = 10 * 10;  // noise of 10 levels of 255
  const auto denoiser = backend.compile(work, queue);
  std::vector<float> result(image.size());
  const std::vector<ConstBuffer> frames = {{before.data()}, {image.data()}, {after.data()}};
  denoiser->run(queue, frames, {result.data()});
  std::printf("denoised: %.3f\n", result[kMiddle]);
}

void warps(Backend& backend, Queue& queue, const std::vector<std::uint8_t>& y,
           const std::vector<std::uint8_t>& uv) {
  const Warp luma = warping(Layout::interleaved(SampleType::u8, {1080, 1920}));
  Warp chroma = warping(Layout::interleaved(SampleType::u8, {540, 960}, 2));
  chroma.scale_x = chroma.scale_y = 2;  // pixels of luma
  chroma.origin_y = 0.5;                // between two rows of luma, above one of its columns
  const auto warp_luma = backend.compile(luma, queue), warp_chroma = backend.compile(chroma, queue);

  const WarpMap there = {0.98F, -0.17F, 110, 0.17F, 0.98F, -150, 0, 0, 1};  // where pixels go
  const WarpMap map = invert(there);                                        // where they come from
  std::vector<std::uint8_t> new_y(y.size()), new_uv(uv.size());
  warp_luma->run(queue, {y.data()}, {map.data()}, {new_y.data()});
  warp_chroma->run(queue, {uv.data()}, {map.data()}, {new_uv.data()});
  std::printf("warped: %d %d\n", new_y[540 * 1920 + 960], new_uv[270 * 960 + 480]);
}

void stages(Backend& backend, Queue& queue, const std::vector<float>& image, const Taps& taps) {
  const Layout layout = Layout::interleaved(SampleType::f32, {480, 640});
  ForwardStage forward;
  forward.image = layout;
  forward.edge = EdgeMode::reflect_101;
  forward.border = border_for(taps.extent, Operation::convolve);
  const Extent needed{480 + forward.border.top + forward.border.bottom,
                      640 + forward.border.left + forward.border.right};
  forward.spectrum.points = backend.spectrum_points(needed, queue);
  forward.spectrum.stored_rows = forward.spectrum.points.rows;

  MultiplyStage multiply{.input = forward.spectrum, .output = forward.spectrum};
  multiply.taps = taps.extent;
  multiply.output.normalized = is_product_normalized(multiply);

  const InverseStage inverse{.spectrum = multiply.output, .image = layout};

  std::vector<std::byte> spectrum(size_bytes(forward.spectrum)), product(spectrum.size());
  std::vector<float> result(image.size());
  const auto product_of = backend.compile(multiply, queue);
  product_of->set_taps({&taps, 1});
  backend.compile(forward, queue)->run(queue, {image.data()}, {spectrum.data()});
  product_of->run(queue, {spectrum.data()}, {}, {product.data()});
  backend.compile(inverse, queue)->run(queue, {product.data()}, {result.data()});
  std::printf("stages: %.2f\n", result[kMiddle]);
}

void errors(Backend& backend, Queue& queue) {
  try {
    backend.compile(parse_convolution("conv2d u8 480x640 k0x3 replicate same"), queue);
  } catch (const InvalidArgument& error) {
    std::printf("error: %s\n", error.what());  // the text is meant for people
  }
}

void threads(Backend& backend, Queue& queue, const std::vector<float>& image) {
  const Taps soft = taps_of(ParametricFilter{.cutoff = 0.1});
  const auto executable = backend.compile(
      convolution(Layout::interleaved(SampleType::f32, {480, 640}), soft.extent), queue);
  executable->set_taps(soft);
  std::jthread other([&] {  // prepares its taps while frames run
    executable->set_taps(taps_of(ParametricFilter{.band = Band::highpass, .cutoff = 0.1}));
  });
  std::vector<float> result(image.size());
  for (int frame = 0; frame < 10; ++frame)
    executable->run(queue, {image.data()}, {result.data()});  // old taps or new, never both
}

/// 480x640 samples of a field of noise, which moved by up to 10 pixels.
std::vector<float> noise(int right, int down) {
  std::mt19937 random;
  std::vector<float> field(500 * 660);
  for (float& sample : field) sample = float(random() % 256);
  std::vector<float> samples;
  for (int row = 0; row < 480; ++row) {
    const auto first = field.begin() + (row + 10 - down) * 660 + 10 - right;
    samples.insert(samples.end(), first, first + 640);
  }
  return samples;
}

/// The 16x16 samples at that row and column.
Taps part_of(const std::vector<float>& image, int row, int column) {
  Taps part{{16, 16}, {}};
  for (int y = row; y < row + 16; ++y)
    for (int x = column; x < column + 16; ++x) part.values.push_back(image[y * 640 + x]);
  return part;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: library_tour TAPS_FILE\n");
    return 2;
  }
  try {
    Backend& backend = select_backend("auto");
    const auto queue = backend.create_queue({});
    std::vector<float> image(480 * 640);
    image[kMiddle] = 1000;

    taps_and_filters(argv[1]);
    layouts();
    fields_and_text();
    several_filters(backend, *queue, image);
    mixed_channels(backend, *queue);
    gain(backend, *queue, image);
    formulas(backend, *queue, image);
    own_functions(backend, *queue, image);
    second_image(backend, *queue, image);
    filtered_spectrum(backend, *queue, image);
    complex_numbers(backend, *queue, image);
    transforms(backend, *queue, image);
    streams(backend, *queue);
    const std::vector<float> scene = noise(0, 0);
    matching(backend, *queue, scene, part_of(scene, 100, 200));
    motion(backend, *queue, scene, noise(7, -3));
    windows(backend, *queue, scene, noise(7, -3));
    filters_of_windows(backend, *queue, scene, noise(7, -3));
    denoising_frames(backend, *queue, scene, noise(1, 0), noise(2, 0));
    warps(backend, *queue, std::vector<std::uint8_t>(1080 * 1920, 200),
          std::vector<std::uint8_t>(540 * 960 * 2, 100));
    stages(backend, *queue, image, gaussian_blur(2));
    errors(backend, *queue);
    threads(backend, *queue, image);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "library_tour: %s\n", error.what());
    return 1;
  }
}
