/* SPDX-License-Identifier: LGPL-2.1-or-later
 * As cuda.h beside it: the one name of CUDA's OpenGL part that GStreamer's headers mention. */
#pragma once

typedef int CUGLDeviceList;
