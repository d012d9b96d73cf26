// SPDX-License-Identifier: LGPL-2.1-or-later
// A preloaded library that makes one call fail: of all calls of a kind that the project's own code
// makes, told by the caller's address, the nth. The C++ run time and {fmt} count as the project's,
// since they call for it. What others call by themselves (FFTW, GLib, GStreamer) stays as it is:
// FFTW and GLib end the process by design when they get no memory.
#pragma once

namespace fftcore::test {

/// Kinds of calls.
///   memory   malloc and its relatives, operator new among them
///   threads  pthread_create
///   files    open, read, write, rename and the like, mmap
///   halves   read and write, which do half of what was asked
///   driver   functions of CUDA's driver and of NVRTC, found by dlsym. One that gives something
///            back does its work before it fails.
enum class FaultKind { none, memory, threads, files, halves, driver };

/// What the shim has counted.
struct FaultCount {
  long calls = 0;    ///< of the kind, since begin()
  long blocks = 0;   ///< of memory that the project's code asked for and that nobody gave back
  bool hit = false;  ///< the nth call came, and failed
};

/// The shim's functions; found in the process, since the shim is preloaded.
struct FaultShim {
  void (*begin)(FaultKind kind, long nth);  ///< from now on; nth from 1, 0 for none
  FaultCount (*end)();                      ///< no call fails any more
  void (*trace)(int file);                  ///< who made the call that failed, as lines of text
};

}  // namespace fftcore::test
