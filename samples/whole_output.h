// SPDX-License-Identifier: LGPL-2.1-or-later
// A result of the samples in C: a file that gets its name once it is whole, so that a file which it
// replaces is never lost. Include it before other headers, once.
#pragma once

#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Name that the result has until it is whole. Empty: there is none. One at a time.
static char output_part[PATH_MAX];

typedef struct Output {
  FILE* file;
  char path[PATH_MAX];  ///< what the name stands for, behind links
} Output;

static void end_without_output(int number) {
  if (output_part[0] != '\0') unlink(output_part);
  signal(number, SIG_DFL);
  raise(number);
}

/// What a name stands for, behind links, also where nothing is there yet. 0: it is too long.
static int follow_links(const char* name, char* path) {
  char target[PATH_MAX];
  if (snprintf(path, PATH_MAX, "%s", name) >= PATH_MAX) return 0;
  for (int links = 0; links < 40; ++links) {  // as many as Linux follows
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) break;
    target[length] = '\0';
    char* const slash = strrchr(path, '/');
    char* const begin = target[0] == '/' || slash == NULL ? path : slash + 1;
    if ((begin - path) + length >= PATH_MAX) return 0;
    memcpy(begin, target, (size_t)length + 1);
  }
  return 1;
}

/// Begins a result; 0 where that does not work. A device or a pipe that is there gets the bytes as
/// they come.
static int open_output(const char* name, Output* output) {
  static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
  struct stat there;
  const int is_there = stat(name, &there) == 0;
  if (!is_there && errno != ENOENT) return 0;
  if (is_there && !S_ISREG(there.st_mode)) return (output->file = fopen(name, "wb")) != NULL;

  if (!follow_links(name, output->path)) return 0;
  const char* const slash = strrchr(output->path, '/');
  const int folder = slash == NULL ? 0 : (int)(slash + 1 - output->path);
  char part[PATH_MAX];
  if (snprintf(part, sizeof part, "%.*s.fftcore-%ld.part", folder, output->path, (long)getpid()) >=
      PATH_MAX)
    return 0;
  output->file = fopen(part, "wbx");
  if (output->file == NULL) return 0;
  memcpy(output_part, part, sizeof part);
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; ++i)
    if (signal(signals[i], end_without_output) == SIG_IGN) signal(signals[i], SIG_IGN);
  if (is_there) {  // its mode, but no rights of a group that cannot be kept
    const int keeps_group = fchown(fileno(output->file), there.st_uid, there.st_gid) == 0;
    fchmod(fileno(output->file), there.st_mode & (keeps_group ? 0777 : 0707));
  }
  return 1;
}

/// Gives a result its name if it `is_whole`, in place of a file that has it, or removes it. 0 where
/// it is not there then.
static int close_output(Output* output, int is_whole) {
  if (ferror(output->file)) is_whole = 0;
  if (fclose(output->file) != 0) is_whole = 0;
  if (output_part[0] == '\0') return is_whole;
  if (is_whole) is_whole = rename(output_part, output->path) == 0;
  if (!is_whole) unlink(output_part);
  output_part[0] = '\0';
  return is_whole;
}
