# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Shell functions that get single files of Debian's packages, without installing those. They take
# progress.sh, and run in the project's root.

# megabytes: the sum of the sizes in apt-get's --print-uris, which it reads, in MB
megabytes() { awk '/^\047/ { bytes += $3 } END { printf "%.0f", bytes / 1e6 }'; }

# packaged_file PACKAGE PATH: a file of a Debian package without installing that, and also where
# documentation is not installed with packages.
packaged_file() {
    local package=$1 installed=$2 unpacked=build/$1 log size
    if [ -f "$installed" ]; then
        printf '%s\n' "$installed"
        return
    fi
    if [ ! -f "$unpacked/$installed" ]; then
        rm -rf "$unpacked" "$unpacked.part"
        mkdir -p "$unpacked.part"
        log=$PWD/$unpacked.log
        (cd "$unpacked.part" &&
            size=$(apt-get download --print-uris "$package" 2>>"$log" | megabytes) &&
            patiently "$log" "fetching $package, $size MB" apt-get download -q "$package" &&
            patiently "$log" "unpacking $package" dpkg-deb -x "$package"_*.deb . &&
            rm -f "$package"_*.deb "$log" && mv "$PWD" "${PWD%.part}") >&2 || {
            cat "$log" >&2
            fail "cannot get the package $package, which has $installed; is there a network?"
        }
    fi
    printf '%s\n' "$PWD/$unpacked$installed"
}

# here_already NAME: path of one of OpenCV's sample files, if it need not be fetched.
samples=/usr/share/doc/opencv-doc/examples/data
here_already() {
    local file
    for file in "$samples/$1" "$PWD/build/opencv-doc$samples/$1" "$PWD/build/opencv-samples/$1"; do
        [ ! -f "$file" ] || { printf '%s\n' "$file" && return; }
    done
    return 1
}

# sample_file NAME: path of one of OpenCV's sample files. If samples.sha256 has its checksum, it is
# read from the package's stream, which ends as soon as the file is out: 22 MB for vtest.avi, not
# 96.
sample_file() {
    local file=build/opencv-samples/$1 sha256
    here_already "$1" && return
    sha256=$(sed -n "s/  $1\$//p" pipelines/lib/samples.sha256)
    if [ -n "$sha256" ]; then
        mkdir -p "${file%/*}"
        if python3 pipelines/lib/stream_deb.py opencv-doc ".$samples/$1" "$file" "$sha256" >&2; then
            here_already "$1"
            return
        fi
        echo "  it is taken from the whole package then" >&2
    fi
    packaged_file opencv-doc "$samples/$1"
}
