# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Shell functions that get what the library and the plugin are built from. They take packages.sh and
# run in the project's root.

# What the library and the plugin are built from, without two packages of GStreamer's headers, ...
LIBRARY_PACKAGES=(g++ meson ninja-build pkg-config libfmt-dev libfftw3-dev
    tao-pegtl-dev libpng-dev libtiff-dev libsndfile1-dev libgstreamer1.0-dev)
# ... and with them. That for video and audio brings OpenGL, Mesa and LLVM; that for CUDA memory
# brings OpenCV, Qt and GDAL.
# shellcheck disable=SC2034  # for the tests
BUILD_PACKAGES=("${LIBRARY_PACKAGES[@]}" libgstreamer-plugins-base1.0-dev
    libgstreamer-plugins-bad1.0-dev)
# What the pipelines here run with.
RUN_PACKAGES=(gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good)

# has_cuda_driver: whether NVIDIA's driver is here, as programs will find it: installed, handed into
# a container, of Windows (WSL), or on a Jetson.
has_cuda_driver() {
    local folder folders
    PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1' && return 0
    IFS=: read -ra folders <<<"${LD_LIBRARY_PATH:-}"
    for folder in "${folders[@]}" /usr/lib/wsl/lib; do
        [ ! -e "$folder/libcuda.so.1" ] || return 0
    done
    return 1
}

# unpack_headers PACKAGE: unpacks a -dev package into build-headers, without what it depends on. The
# libraries to link with are the installed ones.
unpack_headers() {
    local part=build-headers.part/$1 root=$PWD/build-headers/$1 link
    rm -rf "$part"
    mkdir -p "$part" build-headers
    (cd "$part" && apt-get download -q "$1" >/dev/null 2>&1 && dpkg-deb -x "$1"_*.deb . &&
        rm -f "$1"_*.deb) || return 1
    sed -i "s|^prefix=/usr$|prefix=$root/usr|" "$part"/usr/lib/*/pkgconfig/*.pc || return 1
    for link in "$part"/usr/lib/*/*.so; do
        [ -L "$link" ] && ln -sf "${link#"$part"}.0" "$link"
    done
    rm -rf "$root"
    mv "$part" "$root" && rmdir build-headers.part
}

# need_to_build PACKAGE...: installs these packages, what the library and the plugin are built from,
# and what runs them. Headers with large dependencies are only unpacked: 43 MB less to fetch,
# or 130 MB less with an NVIDIA driver. Meson then has to be told the build_options.
build_options=()
need_to_build() {
    local package headers=(libgstreamer-plugins-base1.0-dev) further=(liborc-0.4-dev)
    if has_cuda_driver; then
        # The headers of CUDA memory take those of OpenGL.
        headers=(libgstreamer-plugins-bad1.0-dev)
        further=(libgstreamer-plugins-base1.0-dev libgstreamer-plugins-bad1.0-0)
    fi
    need "${LIBRARY_PACKAGES[@]}" "${further[@]}" "${RUN_PACKAGES[@]}" "$@"
    for package in "${headers[@]}"; do
        is_installed "$package" && continue
        [ -d "build-headers/$package" ] || unpack_headers "$package" || {
            need "$package"
            continue
        }
        package=$(echo "$PWD/build-headers/$package"/usr/lib/*/pkgconfig)
        build_options+=("-Dpkg_config_path=$package${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}")
    done
}
