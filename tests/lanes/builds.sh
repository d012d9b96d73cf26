# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Which lanes there are, where each builds, and with which of Meson's options.

# lanes LIST...: the lanes of these lists in tests/lists.
lanes() { (cd tests/lists && sed -n 's/^\([a-z][^ ]*\) .*/\1/p' "$@"); }

# folder_of LANE: its build folder. Some lanes run other tests of the same build.
folder_of() {
    case $1 in
    kernels | all-kernels | nofftw | nvrtc | faults | environment | soak) echo build-test/release ;;
    long-fuzz) echo build-test/fuzz ;;
    *) echo "build-test/$1" ;;
    esac
}

# options FOLDER: what that folder is configured with, a word a line.
options() {
    local everything=(-Dtests=enabled -Dgstreamer=enabled -Dcuda-memory=enabled -Dpng=enabled
        -Dsound-files=enabled -Dfftw=enabled)
    local sanitized=(-Doptimization=1 -Ddebug=true -Dcpp_args=-g1 -Db_lundef=false)
    case ${1##*/} in
    release) set -- -Dbenchmarks=enabled -Dsamples=enabled -Dopencv-samples=enabled ;;
    asan) set -- -Dbenchmarks=disabled "${sanitized[@]}" -Db_sanitize=address,undefined ;;
    # The other compiler, whose warnings are errors.
    threads) set -- -Db_pch=false -Dunity=off -Dbenchmarks=enabled -Dwerror=true "${sanitized[@]}" \
        -Db_sanitize=thread ;;
    fuzz) set -- -Dfuzz=enabled -Dtests=disabled -Dbenchmarks=disabled -Dsamples=disabled \
        -Dwerror=true "${sanitized[@]}" -Db_sanitize=address,undefined ;;
    aarch64) set -- -Dbenchmarks=disabled -Dsamples=disabled ;;
    esac
    printf '%s\n' "${everything[@]}" "$@"
}
