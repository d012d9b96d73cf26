# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Which lanes there are, what their tests filter, where each lane builds, and with which of Meson's
# options.

# lanes LIST...: the lanes of these lists in tests/lists.
lanes() { (cd tests/lists && sed -n 's/^\([a-z][^ ]*\) .*/\1/p' "$@"); }

# is_lane NAME: whether a list has it.
is_lane() {
    local one
    for one in $(lanes merge night); do
        [ "$one" != "$1" ] || return 0
    done
    return 1
}

# test_files: sets FFTCORE_TEST_VIDEO and FFTCORE_TEST_PICTURES, unless the caller has. They are
# OpenCV's samples. Tests take many of the pictures.
test_files() {
    local pictures=/usr/share/doc/opencv-doc/examples/data
    [ -z "${FFTCORE_TEST_VIDEO:-}" ] || return 0
    FFTCORE_TEST_PICTURES=$(packaged_file opencv-doc "$pictures/leuvenA.jpg")
    FFTCORE_TEST_PICTURES=${FFTCORE_TEST_PICTURES%/*}
    FFTCORE_TEST_VIDEO=$(sample_file vtest.avi)
    export FFTCORE_TEST_VIDEO FFTCORE_TEST_PICTURES
}

# folder_of LANE: its build folder. Some lanes run other tests of the same build.
folder_of() {
    case $1 in
    kernels | guard | all-kernels | nofftw | nvrtc | faults | environment | soak | random)
        echo build-test/release
        ;;
    random-python) echo build-test/python ;;
    long-fuzz) echo build-test/fuzz ;;
    *) echo "build-test/$1" ;;
    esac
}

# options FOLDER: what that folder is configured with, a word a line.
options() {
    local everything=(-Dtests=enabled -Dgstreamer=enabled -Dcuda-memory=enabled -Dpng=enabled
        -Dtiff=enabled -Dsound-files=enabled -Dfftw=enabled)
    local sanitized=(-Doptimization=1 -Ddebug=true -Dcpp_args=-g1 -Db_lundef=false)
    case ${1##*/} in
    release) set -- -Dbenchmarks=enabled -Dsamples=enabled -Dopencv-samples=enabled ;;
    # The run time as a library, as Python and GStreamer's tools load it that run our code.
    asan)
        local run_time="-shared-libsan -Wl,-rpath,/usr/lib/llvm-19/lib/clang/19/lib/linux"
        set -- -Dbenchmarks=disabled "${sanitized[@]}" -Db_sanitize=address,undefined \
            -Dcpp_link_args="$run_time" -Dc_link_args="$run_time"
        ;;
    # The other compiler, whose warnings are errors.
    threads) set -- -Dunity=off -Dbenchmarks=enabled -Dwerror=true "${sanitized[@]}" \
        -Db_sanitize=thread ;;
    fuzz) set -- -Dfuzz=enabled -Dtests=disabled -Dbenchmarks=disabled -Dsamples=disabled \
        -Dwerror=true "${sanitized[@]}" -Db_sanitize=address,undefined ;;
    aarch64) set -- -Dbenchmarks=disabled -Dsamples=disabled ;;
    # The standard library checks what it is given. With sanitizers that would take twice as long.
    debian13) set -- -Dbenchmarks=disabled -Dsamples=disabled -Dcpp_args=-D_GLIBCXX_ASSERTIONS ;;
    esac
    printf '%s\n' "${everything[@]}" "$@"
}
