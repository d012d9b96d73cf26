// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_properties.h"

namespace fftcore::gst {

PropertyTable<Device> device_properties(Flowing flowing) {
  const bool has_frames = flowing == Flowing::frames;
  PropertyTable<Device> table;
  table.choice(&Device::backend,
               {"backend", "Backend",
                has_frames ? "What computes. A backend that does not work on this machine is an "
                             "error that says why. Frames in CUDA memory need cuda, which auto "
                             "chooses for them"
                           : "What computes. A backend that does not work on this machine is an "
                             "error that says why. Buffers in CUDA memory need cuda, which auto "
                             "chooses for them"},
               backend_choice_type(), kReadyProperty);
  table.integer(
      &Device::cuda_id,
      {"cuda-device-id", "CUDA device ID",
       has_frames ? "Number of the GPU that backend cuda uses, as fftcore-compile --devices "
                    "lists them. -1 uses the GPU that frames in CUDA memory are on, else "
                    "the first that works"
                  : "Number of the GPU that backend cuda uses, as fftcore-compile --devices "
                    "lists them. -1 uses the GPU that buffers in CUDA memory are on, "
                    "else the first that works"},
      -1, G_MAXINT, kReadyProperty);
  table.text(&Device::devices,
             {"devices", "Devices",
              has_frames ? "Numbers of GPUs with commas between, such as 0,1,3: those elements of "
                           "the program that have this spread over them, each to the one with the "
                           "fewest when it starts. Counts for backend cuda and frames in system "
                           "memory; frames in CUDA memory are worked on where they are"
                         : "Numbers of GPUs with commas between, such as 0,1,3: those elements of "
                           "the program that have this spread over them, each to the one with the "
                           "fewest when it starts. Counts for backend cuda and buffers in system "
                           "memory; buffers in CUDA memory are worked on where they are"},
             kReadyProperty);
  table.choice(&Device::wait,
               {"cuda-wait", "CUDA wait",
                has_frames ? "How this element waits for backend cuda to end a frame, where it has "
                             "to: with frames in system memory, and in CUDA memory with GStreamer "
                             "1.22"
                           : "How this element waits for backend cuda to end a buffer, where it "
                             "has to: with buffers in system memory, and in CUDA memory with "
                             "GStreamer 1.22"},
               host_wait_type(), kReadyProperty);
  table.integer(&Device::threads,
                {"n-threads", "Threads",
                 "Threads of the processor that work on one frame, the streaming thread included. "
                 "0: as many as the environment variable FFTCORE_THREADS says, else one for each "
                 "processor that the process may use. Counts for backend cpu"},
                0, 256, kReadyProperty);
  return table;
}

}  // namespace fftcore::gst
