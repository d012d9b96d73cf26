# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# What compilers and tests of every lane find in their environment. tests/lane sources it.

# Where a build's folder lies is no reason to compile anew.
export CCACHE_NOHASHDIR=1
# The compiler names what it read, so nothing has to be preprocessed first.
export CCACHE_DEPEND=1
# PoCL compiles each kernel once, for work-groups of any size: it spends more time on a kernel than
# the kernel takes to run.
export POCL_WORK_GROUP_SPECIALIZATION=0
# What tests/setup installed of NVIDIA's, and GStreamer's CUDA elements.
if [ -d build-test/nvrtc ]; then
    export LD_LIBRARY_PATH=$PWD/build-test/nvrtc${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
fi
if [ -e build-test/nvdisasm ]; then
    export FFTCORE_TEST_NVDISASM=$PWD/build-test/nvdisasm
fi
if [ -d build-test/nvcodec ]; then
    export FFTCORE_TEST_NVCODEC=$PWD/build-test/nvcodec
fi
