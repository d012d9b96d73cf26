// SPDX-License-Identifier: LGPL-2.1-or-later
// A libnvcuvid.so.1 without any decoder: GStreamer's plugin nvcodec has no elements at all, not
// even cudaupload, unless this library or NVENC's is there.
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#define FAKE(name)                                               \
  extern "C" __attribute__((visibility("default"))) int name() { \
    return 1;                                                    \
  }

FAKE(cuvidCtxLockCreate)
FAKE(cuvidCtxLockDestroy)
FAKE(cuvidCtxLock)
FAKE(cuvidCtxUnlock)
FAKE(cuvidCreateDecoder)
FAKE(cuvidDestroyDecoder)
FAKE(cuvidDecodePicture)
FAKE(cuvidCreateVideoParser)
FAKE(cuvidParseVideoData)
FAKE(cuvidDestroyVideoParser)
FAKE(cuvidMapVideoFrame64)
FAKE(cuvidUnmapVideoFrame64)
FAKE(cuvidGetDecoderCaps)
