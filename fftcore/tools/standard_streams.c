/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Standard streams of a program that is linked with this: what it printed has arrived when it ends
   with status 0, and nothing that it opens takes the place of a stream that is closed. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As errno.h has it where _GNU_SOURCE is defined before any header. This file may be compiled
   behind others. */
extern char* program_invocation_short_name;

/* The last function of atexit(), as it is given first. */
static void check_output(void) {
  const int had_failed = ferror(stdout);
  errno = 0;
  if (fflush(stdout) == 0 && !had_failed) return;
  fprintf(stderr, "%s: standard output cannot be written: %s\n", program_invocation_short_name,
          errno != 0 ? strerror(errno) : "what was printed is not all there");
  _exit(1);
}

/* Before main(). A file that is opened has the lowest free number: without this a result could be
   number 1, and what is printed would be written into it. Opened the other way round, each read or
   write of such a stream fails. */
__attribute__((constructor)) static void hold_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (fcntl(stream, F_GETFD) == -1 && errno == EBADF &&
        open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
      _exit(1);
  /* A file that grows beyond the user's limit is an error as on a full disk, and no signal. */
  signal(SIGXFSZ, SIG_IGN);
  if (atexit(check_output) != 0) _exit(1);
}
