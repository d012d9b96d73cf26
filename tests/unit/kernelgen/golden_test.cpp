// SPDX-License-Identifier: LGPL-2.1-or-later
// Sources of some small kernels, to the letter, so that a change of the generator shows what it
// changes.
#include <gtest/gtest.h>

#include <initializer_list>

#include "convolve_stages.h"
#include "emitter.h"
#include "golden_files.h"
#include "launch_kernel.h"

namespace fftcore::test::golden_test {
namespace {

/// Two lines of three a block; an exchange, a twiddle table, a line that does not exist.
LineSpec transform_4x2() {
  LineSpec spec;
  spec.name = "transform_4x2";
  spec.shape = shape_of({4, 2});
  spec.shape.lines = 2;
  spec.lines = {1, {{Dim::row, 3}}};
  spec.load = ComplexLoad{ast::Storage::f32, {1, {0, {{Dim::row, 8}}}, 0}, 8, 1};
  spec.store = ComplexStore{ast::Storage::f32, {1, {0, {{Dim::row, 8}}}, 0}, 8, 0.125, false, 1};
  return spec;
}

/// In f64, between floats and doubles in memory, by way of shared memory.
LineSpec transform_f64() {
  LineSpec spec = transform_4x2();
  spec.name = "transform_f64";
  spec.is_staged = true;
  spec.shape.real = Real::f64;
  std::get<ComplexStore>(spec.store).storage = ast::Storage::f64;
  return spec;
}

/// Two rows of an image as one complex line, edges and padding, packed spectra.
LineSpec rows_u8() {
  LineSpec spec;
  spec.name = "rows_u8";
  spec.shape = shape_of({8});
  spec.lines = {1, {{Dim::row, 4}, {Dim::channel, 3}}};
  ImageLoad load;
  load.image = {ast::Storage::u8, 6, 4, 3, 1, 0, {}, 1, 0};
  load.edge = EdgeMode::reflect_101;
  load.first_row = -1;
  load.first_column = -1;
  load.count = 6;
  load.bias = 128;
  load.partner.rows = 3;
  spec.load = load;
  spec.store = ComplexStore{
      ast::Storage::f16, {1, {0, {{Dim::row, 8}, {Dim::channel, 32}}}, 0}, 8, 1.0 / 256, false, 1};
  return spec;
}

/// Columns side by side: forward, times a spectrum, back, and only what is kept.
LineSpec columns_f16() {
  LineSpec spec;
  spec.name = "columns_f16";
  spec.shape = shape_of({2, 3});
  spec.shape.lines_adjacent = true;
  spec.shape.lines = 4;
  spec.shape.exchange_buffers = 1;
  spec.lines = {1, {{Dim::column, 8}}};
  spec.neighbours = Dim::column;
  spec.load = ComplexLoad{ast::Storage::f16, {8, {0, {{Dim::column, 1}}}, 0}, 5, 1};
  spec.work = Convolve{{ast::Storage::f32, {8, {0, {{Dim::column, 1}}}, 0}, {}, 0}};
  spec.store = ComplexStore{ast::Storage::f16, {8, {0, {{Dim::column, 1}}}, 0}, 4, 1, false, 1};
  return spec;
}

/// Real lines of eight samples to half spectra, in place.
LineSpec real_8() {
  LineSpec spec;
  spec.name = "real_8";
  spec.shape = shape_of({4});
  spec.shape.lines = 2;
  spec.lines = {1, {{Dim::row, 3}}};
  spec.load = RealLoad{{1, {0, {{Dim::row, 10}}}, 0}, 8, 1, true};
  ComplexStore store;
  store.strides = {1, {0, {{Dim::row, 5}}}, 0};
  store.span = 5;
  spec.store = store;
  spec.in_place = true;
  return spec;
}

/// Lines of eight points, some of which memory has not, to their DCT-II.
LineSpec cosines_8() {
  LineSpec spec;
  spec.name = "cosines_8";
  spec.shape = shape_of({2, 2});
  spec.lines = {1, {{Dim::row, 3}}};
  const CosineLine line{
      .kind = TransformKind::dct2, .points = 8, .is_folded = true, .is_ortho = true};
  const Strides strides{1, {0, {{Dim::row, 8}}}, 0};
  spec.load = CosineLoad{line, strides, 5};
  spec.store = CosineStore{line, strides, 8, static_cast<int>(line.results()), 0.25};
  return spec;
}

/// Two channels of an odd number of pixels, added up and windowed, as pairs to half spectra.
LineSpec rows_phase() {
  LineSpec spec;
  spec.name = "rows_phase";
  spec.shape = shape_of({4});
  spec.lines = {1, {{Dim::row, 3}}};
  ImageLoad load;
  load.image = {ast::Storage::u8, 3, 7, 2, 1, 0, {}, 1, 0};
  load.count = 7;
  load.is_folded = true;
  load.weights = {0.25F, 0.75F};
  load.row_window = {0.25F, 1, 0.25F};
  load.column_window = {0.125F, 0.5F, 0.75F, 1, 0.75F, 0.5F, 0.125F};
  spec.load = load;
  spec.store = ComplexStore{ast::Storage::f32, {1, {0, {{Dim::row, 16}}}, 0}, 5, 1, false, 1};
  return spec;
}

/// Columns side by side: forward, kept, compared with the reference's, back; in place.
LineSpec columns_phase() {
  LineSpec spec;
  spec.name = "columns_phase";
  spec.shape = shape_of({2, 2});
  spec.shape.lines_adjacent = true;
  spec.shape.lines = 2;
  spec.shape.exchange_buffers = 1;
  spec.lines = {1, {{Dim::column, 5}}};
  spec.neighbours = Dim::column;
  const Strides strides{16, {0, {{Dim::column, 1}}}, 0};
  spec.load = ComplexLoad{ast::Storage::f32, strides, 3, 1};
  spec.work = Correlate{{strides, {1, 0.75F, 0.5F, 0.25F, 0.125F}, {1, 0.5F, 0.25F, 0.5F}}};
  spec.store = ComplexStore{ast::Storage::f32, strides, 4, 1, false, 1};
  spec.in_place = true;
  return spec;
}

/// Rows of a surface by their spectra: two of them as one complex line, weighted by local norms,
/// three cells each.
LineSpec scores() {
  LineSpec spec;
  spec.name = "scores";
  spec.shape = shape_of({4, 2});
  spec.lines = {1, {{Dim::row, 2}, {Dim::frame, 2}}};
  spec.work = Inverse{};
  spec.load = ComplexLoad{ast::Storage::f32, {1, {0, {{Dim::row, 8}, {Dim::frame, 16}}}, 0}, 8, 1};
  SurfaceStore store;
  store.surface = {3, 7, 3, 2};
  store.partner_rows = 2;
  store.has_local_norms = true;
  store.largest = 1.01;
  spec.store = store;
  return spec;
}

/// Even and odd samples of rows that go round, opposite elements in one thread, images past the
/// first-level cache, rows asked for ahead.
LineSpec even_odd() {
  LineSpec spec;
  spec.name = "even_odd";
  spec.shape = shape_of({4, 2});
  spec.shape.threads = 2;
  spec.shape.exchange_buffers = 1;
  spec.shape.has_mirrors = true;
  spec.lines = {1, {{Dim::row, 5}}};
  ImageLoad load;
  load.image = {ast::Storage::f32, 5, 16, 1, 0, 0, {}, 1, 0};
  load.edge = EdgeMode::wrap;
  load.count = 16;
  load.step = 2;
  load.partner = Partner{0, 0, 1};
  load.is_vectorized = true;
  spec.load = load;
  spec.work = Convolve{{ast::Storage::f32, {1, {}, 0}, {}, 8, true}};
  ImageStore store;
  store.image = load.image;
  store.count = 16;
  store.step = 2;
  store.partner = load.partner;
  store.is_vectorized = true;
  spec.store = store;
  spec.is_streamed = true;
  spec.prefetch_distance = 3;
  return spec;
}

/// Few taps, samples by four: edges, a group that is half inside.
DirectSpec direct() {
  DirectSpec spec;
  spec.name = "direct";
  spec.shape = {.tile_rows = 2, .rows = 2, .threads = 32, .tap_rows = 1};
  spec.tap_rows = 2;
  spec.tap_columns = 3;
  spec.tiles = {1, {{Dim::column, 2}, {Dim::row, 3}, {Dim::frame, 2}}};
  spec.lead = 3;
  spec.load.image = {ast::Storage::u8, 5, 130, 1, 0, 800, {}, 1, 0};
  spec.load.edge = EdgeMode::reflect;
  spec.load.first_row = -1;
  spec.load.first_column = -4;
  spec.load.count = 3 + 130 + 2;
  spec.store.image = spec.load.image;
  spec.store.count = 130;
  spec.loads_quads = spec.stores_quads = true;
  return spec;
}

/// Products of a column and a row, samples one by one.
DirectSpec products() {
  DirectSpec spec = direct();
  spec.name = "products";
  spec.body = DirectBody::products;
  spec.shape.threads = 64;
  spec.shape.tap_rows = 2;
  spec.load.image = {ast::Storage::f32, 5, 13, 1, 0, 70, {}, 1, 0};
  spec.load.edge = EdgeMode::constant;
  spec.load.bias = 0.5F;
  spec.tiles = {1, {{Dim::row, 3}}};
  spec.lead = 0;
  spec.load.first_column = -1;
  spec.load.count = 13 + 2;
  spec.store.image = spec.load.image;
  spec.store.count = 13;
  spec.loads_quads = spec.stores_quads = false;
  return spec;
}

/// Band matrices, which are for CUDA alone.
DirectSpec matrices() {
  DirectSpec spec = direct();
  spec.name = "matrices";
  spec.body = DirectBody::matrices;
  spec.shape = {.tile_rows = kMatrixRows, .rows = 1, .threads = 128, .tap_rows = 1};
  return spec;
}

MovingSumSpec windows() {
  MovingSumSpec spec;
  spec.name = "moving_sums_of_rows";
  spec.image = {ast::Storage::u8, 5, 10, 1, 1, 0, {}, 1, 0};
  spec.bias = 128;
  spec.template_rows = 3;
  spec.template_columns = 4;
  spec.is_centred = true;
  spec.threads = 4;
  return spec;
}

PeakSpec peaks() {
  PeakSpec spec;
  spec.name = "peaks";
  spec.surface = {9, 20, 3, 2};
  spec.radius = 2;
  spec.peaks = 3;
  spec.threads = 32;
  return spec;
}

/// Half spectra of six samples each, to one over what is not less than a half.
NormSpec norms() {
  NormSpec spec;
  spec.name = "norms";
  spec.rows = 3;
  spec.columns = 4;
  spec.row_stride = 16;
  spec.are_half_spectra = true;
  spec.factor = 0.25;
  spec.least = 0.5;
  spec.threads = 4;
  return spec;
}

/// Two strips of 14 columns and 3 segments of 4 rows: a frame weakened by its noise, and two whose
/// blocks keep their mean.
DenoiseSpec denoise(bool zero_mean) {
  DenoiseSpec spec;
  spec.name = zero_mean ? "denoise_mean" : "denoise";
  spec.input = spec.output = {ast::Storage::u8, 10, 21, 1, 1, 0, {}, 1, 0};
  spec.block = 4;
  spec.step = 2;
  spec.after = zero_mean ? 1 : 0;
  spec.kind = zero_mean ? DenoiseKind::gain : DenoiseKind::wiener;
  spec.zero_mean = zero_mean;
  spec.window = {0.25, 0.5, 0.5, 0.25};
  spec.time_window.assign(static_cast<std::size_t>(spec.frames()), 1);
  spec.window_bins = {1.5, {-0.25, -0.25}, 0, {-0.25, 0.25}};
  spec.time_bins.assign(static_cast<std::size_t>(spec.frames()), 0);
  spec.time_bins.front() = spec.frames();
  spec.lanes = 8;
  spec.groups = 2;
  return spec;
}

constexpr const char* kLicence = "// SPDX-License-Identifier: LGPL-2.1-or-later\n";

// CUDA's dialect shows every kernel, since it alone has band matrices and assembly. What kernels
// compute is the same in both dialects. OpenCL's shows three, for its spellings.
TEST(Golden, SourcesAreAsTheyWere) {
  GoldenFiles files(FFTCORE_GOLDEN_FOLDER);
  for (const LaunchSpec& spec : std::initializer_list<LaunchSpec>{
           transform_4x2(), transform_f64(), rows_u8(), columns_f16(), real_8(), cosines_8(),
           rows_phase(), columns_phase(), scores(), even_odd(), windows(), peaks(), norms(),
           direct(), products(), matrices(), denoise(false), denoise(true)}) {
    const ast::Kernel kernel = launch_kernel(spec).kernel;
    files.expect(kernel.name + ".cu", kLicence + emit_kernel(kernel, cuda_dialect()));
  }
  // Doubles as an extension; halves and a barrier; bytes by four, converted and rounded.
  for (const LaunchSpec& spec :
       std::initializer_list<LaunchSpec>{transform_f64(), columns_f16(), direct()}) {
    const ast::Kernel kernel = launch_kernel(spec).kernel;
    files.expect(kernel.name + ".cl", kLicence + emit_kernel(kernel, opencl_dialect()));
  }
  files.expect_no_others();
}

}  // namespace
}  // namespace fftcore::test::golden_test
