// SPDX-License-Identifier: LGPL-2.1-or-later
// An image in pieces from C: blurs a grey PGM file of any size by a Gaussian, in little memory.
//   c_pieces SIGMA IN.pgm OUT.pgm [SIDE]     pieces of SIDE x SIDE pixels; 2048 unless given
#include "whole_output.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fftcore/c.h>

typedef struct Pgm {
  FILE* file;
  int64_t rows;
  int64_t columns;
  off_t start;  ///< of the first pixel, in bytes
} Pgm;

/// Whether it is a grey PGM of 8 bits.
static int open_pgm(const char* name, Pgm* pgm) {
  int white = 0;
  pgm->file = fopen(name, "rb");
  if (pgm->file == NULL) return 0;
  const int fields =
      fscanf(pgm->file, "P5 %" SCNd64 " %" SCNd64 " %d", &pgm->columns, &pgm->rows, &white);
  if (fields != 3 || white != 255 || fgetc(pgm->file) == EOF) return 0;
  pgm->start = ftello(pgm->file);
  return 1;
}

/// Begins one of the size of another.
static Pgm begin_pgm(FILE* file, const Pgm* like) {
  Pgm pgm = *like;
  pgm.file = file;
  fprintf(file, "P5\n%" PRId64 " %" PRId64 "\n255\n", pgm.columns, pgm.rows);
  pgm.start = ftello(file);
  return pgm;
}

static int seek(const Pgm* pgm, int64_t row, int64_t column) {
  return fseeko(pgm->file, pgm->start + row * pgm->columns + column, SEEK_SET) == 0;
}

/// Reads what a piece needs. What lies outside of the image is its nearest pixel.
static int gather(const Pgm* from, const fftcore_part* part, uint8_t* to) {
  for (int64_t y = 0; y < part->rows.count; ++y) {
    fftcore_edge_samples row, run;
    if (fftcore_edge_run(part->rows.first + y, 1, from->rows, "replicate", &row) != FFTCORE_OK)
      return 0;
    for (int64_t x = 0; x < part->columns.count; x += run.count, to += run.count) {
      if (fftcore_edge_run(part->columns.first + x, part->columns.count - x, from->columns,
                           "replicate", &run) != FFTCORE_OK)
        return 0;
      const size_t count = run.step == 0 ? 1 : (size_t)run.count;  // a border repeats one pixel
      if (!seek(from, row.source, run.source) || fread(to, 1, count, from->file) != count) return 0;
      if (run.step == 0) memset(to, to[0], (size_t)run.count);
    }
  }
  return 1;
}

static int keep(const Pgm* to, const fftcore_part* part, const uint8_t* from) {
  const size_t count = (size_t)part->columns.count;
  for (int64_t y = 0; y < part->rows.count; ++y, from += count)
    if (!seek(to, part->rows.first + y, part->columns.first) ||
        fwrite(from, 1, count, to->file) != count)
      return 0;
  return 1;
}

typedef struct Blur {
  fftcore_queue* queue;
  fftcore_filter* filter;
  fftcore_pieces* pieces;
  fftcore_executable* executable;
  size_t input_bytes;
  size_t output_bytes;
} Blur;

static fftcore_status prepare(const Pgm* image, double sigma, int64_t side, Blur* blur) {
  fftcore_work *whole = NULL, *each = NULL;
  fftcore_taps taps;
  char text[128];
  const fftcore_extent most = {.columns = side, .rows = side};
  fftcore_status status = fftcore_queue_create("auto", NULL, &blur->queue);
  if (status == FFTCORE_OK) status = fftcore_filter_gaussian_blur(sigma, &blur->filter);
  if (status == FFTCORE_OK) status = fftcore_filter_taps(blur->filter, &taps);
  if (status == FFTCORE_OK) {
    snprintf(text, sizeof text,
             "conv2d u8 %" PRId64 "x%" PRId64 " k%" PRId64 "x%" PRId64 " replicate same",
             image->rows, image->columns, taps.rows, taps.columns);
    status = fftcore_work_create(text, &whole);
  }
  if (status == FFTCORE_OK) status = fftcore_pieces_create(whole, &most, &blur->pieces);
  if (status == FFTCORE_OK) status = fftcore_pieces_work(blur->pieces, &each);
  if (status == FFTCORE_OK) status = fftcore_input_bytes(each, 0, &blur->input_bytes);
  if (status == FFTCORE_OK) status = fftcore_output_bytes(each, &blur->output_bytes);
  if (status == FFTCORE_OK) status = fftcore_compile(blur->queue, each, &blur->executable);
  if (status == FFTCORE_OK) status = fftcore_set_taps(blur->executable, &taps, 1);
  fftcore_work_free(whole);
  fftcore_work_free(each);
  return status;
}

/// What went wrong, or NULL.
static const char* run(const Blur* blur, const Pgm* from, const Pgm* to) {
  uint8_t* const needed = malloc(blur->input_bytes);
  uint8_t* const given = malloc(blur->output_bytes);
  const fftcore_const_buffer input = {.data = needed, .size_bytes = blur->input_bytes};
  const fftcore_buffer output = {.data = given, .size_bytes = blur->output_bytes};
  const int64_t count = fftcore_pieces_count(blur->pieces, NULL);
  const char* wrong = needed == NULL || given == NULL ? "no memory" : NULL;
  for (int64_t number = 0; number < count && wrong == NULL; ++number) {
    fftcore_piece piece;
    if (fftcore_pieces_at(blur->pieces, number, &piece) != FFTCORE_OK)
      wrong = fftcore_last_message();
    else if (!gather(from, &piece.input, needed))
      wrong = "the image cannot be read";
    else if (fftcore_run(blur->executable, blur->queue, &input, 1, &output) != FFTCORE_OK)
      wrong = fftcore_last_message();
    else if (!keep(to, &piece.output, given))
      wrong = "the result cannot be written";
  }
  free(needed);
  free(given);
  return wrong;
}

/// What went wrong, or NULL. A file that has the name already is replaced when all went well.
static const char* blur_into(const char* name, const Blur* blur, const Pgm* from) {
  Output output;
  if (!open_output(name, &output)) return "the result cannot be written";
  const Pgm to = begin_pgm(output.file, from);
  const char* const wrong = run(blur, from, &to);
  if (close_output(&output, wrong == NULL) || wrong != NULL) return wrong;
  return "the result cannot be written";
}

/// Whether a word is a number and nothing else.
static int is_number(const char* word, const char* end) {
  return end != word && *end == '\0' && errno == 0;
}

int main(int count, char** arguments) {
  if (count < 4 || count > 5) {
    fprintf(stderr, "usage: c_pieces SIGMA IN.pgm OUT.pgm [SIDE]\n");
    return 2;
  }
  Pgm from = {0};
  Blur blur = {0};
  const char* wrong = NULL;
  char* end = NULL;
  errno = 0;
  const double sigma = strtod(arguments[1], &end);
  const int has_sigma = is_number(arguments[1], end);
  const int64_t side = count == 5 ? strtoll(arguments[4], &end, 10) : 2048;
  if (!has_sigma || (count == 5 && !is_number(arguments[4], end))) {
    fprintf(stderr, "c_pieces: SIGMA and SIDE are '%s' and '%s'; numbers are expected\n",
            arguments[1], count == 5 ? arguments[4] : "2048");
    return 2;
  }
  if (!open_pgm(arguments[2], &from))
    wrong = "no grey PGM of 8 bits";
  else if (prepare(&from, sigma, side, &blur) != FFTCORE_OK)
    wrong = fftcore_last_message();
  else
    wrong = blur_into(arguments[3], &blur, &from);
  if (from.file != NULL) fclose(from.file);
  if (wrong != NULL) fprintf(stderr, "c_pieces: %s\n", wrong);
  fftcore_executable_free(blur.executable);
  fftcore_pieces_free(blur.pieces);
  fftcore_filter_free(blur.filter);
  fftcore_queue_free(blur.queue);
  return wrong == NULL ? 0 : 1;
}
