// SPDX-License-Identifier: LGPL-2.1-or-later
// A filter from C: blurs a grey PGM file, or a black picture with one white pixel where no file is
// given. fftcore/README.md explains it.
//   c_filter [BACKEND [IN.pgm OUT.pgm]]
#include "whole_output.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <fftcore/c.h>

typedef struct Picture {
  int rows;
  int columns;
  uint8_t* samples;
} Picture;

static Picture new_picture(int rows, int columns) {
  Picture picture = {rows, columns, calloc((size_t)rows * (size_t)columns, 1)};
  return picture;
}

/// A picture without samples where the file is no grey PGM of 8 bits.
static Picture read_pgm(const char* name) {
  Picture picture = {0, 0, NULL};
  int rows = 0, columns = 0, white = 0;
  FILE* const file = fopen(name, "rb");
  if (file == NULL) return picture;
  if (fscanf(file, "P5 %d %d %d", &columns, &rows, &white) == 3 && fgetc(file) != EOF && rows > 0 &&
      rows <= 65536 && columns > 0 && columns <= 65536 && white == 255) {
    picture = new_picture(rows, columns);
    if (picture.samples != NULL &&
        fread(picture.samples, (size_t)columns, (size_t)rows, file) != (size_t)rows) {
      free(picture.samples);
      picture.samples = NULL;
    }
  }
  fclose(file);
  return picture;
}

static int write_pgm(const char* name, Picture picture) {
  Output output;
  if (!open_output(name, &output)) return 0;
  fprintf(output.file, "P5\n%d %d\n255\n", picture.columns, picture.rows);
  const size_t written =
      fwrite(picture.samples, (size_t)picture.columns, (size_t)picture.rows, output.file);
  return close_output(&output, written == (size_t)picture.rows);
}

static fftcore_status blur(const char* backend, Picture image, Picture result) {
  static const double values[] = {1. / 16, 2. / 16, 1. / 16, 2. / 16, 4. / 16,
                                  2. / 16, 1. / 16, 2. / 16, 1. / 16};
  const fftcore_taps taps = {.columns = 3, .rows = 3, .values = values};
  const fftcore_const_buffer input = {.data = image.samples};
  const fftcore_buffer output = {.data = result.samples};
  char extent[32];
  snprintf(extent, sizeof extent, "%dx%d", image.rows, image.columns);

  fftcore_queue* queue = NULL;
  fftcore_work* work = NULL;
  fftcore_executable* executable = NULL;
  fftcore_status status = fftcore_queue_create(backend, NULL, &queue);
  if (status == FFTCORE_OK)
    status = fftcore_work_create("conv2d u8 1080x1920 k3x3 replicate same", &work);
  if (status == FFTCORE_OK) status = fftcore_work_set(work, "extent", extent);
  if (status == FFTCORE_OK) status = fftcore_compile(queue, work, &executable);
  if (status == FFTCORE_OK) status = fftcore_set_taps(executable, &taps, 1);
  if (status == FFTCORE_OK) status = fftcore_run(executable, queue, &input, 1, &output);
  fftcore_executable_free(executable);
  fftcore_work_free(work);
  fftcore_queue_free(queue);
  return status;
}

int main(int count, char** arguments) {
  const int has_files = count == 4;
  if (count > 4 || count == 3) {
    fprintf(stderr, "usage: c_filter [BACKEND [IN.pgm OUT.pgm]]\n");
    return 2;
  }
  Picture image = has_files ? read_pgm(arguments[2]) : new_picture(1080, 1920);
  Picture result = new_picture(image.rows, image.columns);
  int failed = 1;
  if (image.samples == NULL || result.samples == NULL) {
    fprintf(stderr, "c_filter: %s\n", has_files ? "no grey PGM of 8 bits" : "no memory");
  } else {
    const size_t middle = (size_t)540 * 1920 + 960;
    if (!has_files) image.samples[middle] = 255;
    if (blur(count > 1 ? arguments[1] : "auto", image, result) != FFTCORE_OK) {
      fprintf(stderr, "c_filter: %s\n", fftcore_last_message());
    } else if (has_files) {
      failed = !write_pgm(arguments[3], result);
      if (failed) fprintf(stderr, "c_filter: %s cannot be written\n", arguments[3]);
    } else {
      for (size_t row = middle - 1920; row <= middle + 1920; row += 1920)
        printf("%d %d %d\n", result.samples[row - 1], result.samples[row], result.samples[row + 1]);
      failed = 0;
    }
  }
  free(image.samples);
  free(result.samples);
  return failed;
}
