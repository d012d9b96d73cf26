# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Shell functions that pipelines/ and tests/ share: install what is missing, build. Source it from
# the project's root.

say() { printf '\n== %s\n' "$*"; }

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# show WORD...: a command so that it can be copied into a shell.
show() {
    local word
    for word; do
        case $word in
        *[[:space:]\<\>\(\)\{\}\;\&]*) printf "'%s' " "$word" ;;
        *) printf '%s ' "$word" ;;
        esac
    done
    echo
}

# apt_progress: apt-get's output, a line for every 20 packages that were fetched or set up.
apt_progress() {
    awk '/^Get:/ { fetched++ } /^Setting up / { ready++ }
        /^(Get:|Setting up )/ && (fetched + ready) % 20 == 0 {
            printf "  %d packages fetched, %d set up\n", fetched, ready; fflush() }
        END { printf "  %d packages fetched, %d set up\n", fetched, ready }'
}

# need PACKAGE...: installs those Debian packages that are not there yet, and says which.
need() {
    local missing=() package
    for package; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
        missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    command -v apt-get >/dev/null ||
        fail "these packages are needed and there is no apt-get to install them: ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            fail "run this as root or install sudo: these packages are missing: ${missing[*]}"
        as_root=(sudo)
    fi
    say "Installing by apt: ${missing[*]}"
    "${as_root[@]}" apt-get update -q >/dev/null ||
        fail "'apt-get update' failed; is there a network?"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
        --no-install-recommends "${missing[@]}" | apt_progress ||
        fail "apt-get could not install: ${missing[*]}"
}

# What the library and the plugin are built from.
BUILD_PACKAGES=(g++ meson ninja-build pkg-config libfmt-dev libkissfft-dev libfftw3-dev
    tao-pegtl-dev libpng-dev libsndfile1-dev libgstreamer1.0-dev
    libgstreamer-plugins-base1.0-dev libgstreamer-plugins-bad1.0-dev)
# What the pipelines here run with.
RUN_PACKAGES=(gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good)

# configure FOLDER [MESON OPTION...]: once.
configure() {
    local folder=$1
    shift
    if [ ! -f "$folder/build.ninja" ]; then
        say "Configuring $folder"
        meson setup "$folder" "$@" >"$folder.log" 2>&1 || {
            cat "$folder.log" >&2
            fail "meson setup failed"
        }
        rm -f "$folder.log"
    fi
}

# compile FOLDER [TARGET...]: Ninja shows how far it is.
compile() {
    say "Building $1"
    ninja -C "$@" || fail "the build failed"
}

# build FOLDER [MESON OPTION...]: everything in it, configured with these options.
build() {
    configure "$@"
    compile "$1"
}

# packaged_file PACKAGE PATH: a file of a Debian package without installing that, and also where
# documentation is not installed with packages.
packaged_file() {
    local package=$1 installed=$2 unpacked=build/$1
    if [ -f "$installed" ]; then
        printf '%s\n' "$installed"
        return
    fi
    if [ ! -f "$unpacked/$installed" ]; then
        mkdir -p "$unpacked"
        (cd "$unpacked" && apt-get download -q "$package" >/dev/null 2>&1 &&
            dpkg-deb -x "$package"_*.deb . && rm -f "$package"_*.deb) ||
            fail "cannot get the package $package, which has $installed"
    fi
    printf '%s\n' "$PWD/$unpacked$installed"
}

# sample_file NAME: path of one of OpenCV's sample files.
sample_file() { packaged_file opencv-doc "/usr/share/doc/opencv-doc/examples/data/$1"; }

# ready FOLDER PACKAGE...: what pipelines begin with: packages, the build, FOLDER for results
# ($out), and the plugin where gst-launch-1.0 finds it.
ready() {
    out=$1
    need "${BUILD_PACKAGES[@]}" "${RUN_PACKAGES[@]}" "${@:2}"
    build build -Dtests=disabled -Dbenchmarks=disabled -Dgstreamer=enabled
    mkdir -p "$out"
    export GST_PLUGIN_PATH=$PWD/build/plugins${GST_PLUGIN_PATH:+:$GST_PLUGIN_PATH}
    say "The plugin is not installed; for gst-launch-1.0 in this shell:"
    echo "export GST_PLUGIN_PATH=\$PWD/build/plugins"
}

# run LINE...: prints and runs it; its messages and errors go to $out/log.
run() {
    show "$@"
    "$@" >"$out/log" 2>&1 || {
        cat "$out/log" >&2
        fail "the pipeline failed"
    }
}

# size_of VIDEO: its width and height.
size_of() {
    local size
    size=$(gst-launch-1.0 -v filesrc "location=$1" ! decodebin ! videoconvert ! \
        fakesink num-buffers=1 2>/dev/null |
        sed -n '/fakesink0.*sink: caps = video/p' |
        sed -n 's/.*width=(int)\([0-9]*\), height=(int)\([0-9]*\).*/\1 \2/p' |
        head -n 1) || true
    [ -n "$size" ] || fail "GStreamer finds no video in $1"
    printf '%s\n' "$size"
}
