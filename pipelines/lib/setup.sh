# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Shell functions that pipelines/ and tests/ share: install what is missing, build. Source it from
# the project's root.

. pipelines/lib/progress.sh
. pipelines/lib/packages.sh
. pipelines/lib/headers.sh
. pipelines/lib/files.sh

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

# lacks FOLDER OPTION...: those -DNAME=enabled among the options that the folder was not configured
# with. Of options of one name the last one counts, as for Meson.
lacks() {
    meson introspect --buildoptions "$1" | python3 -c '
import json, sys
values = {option["name"]: option["value"] for option in json.load(sys.stdin)}
wanted = dict(word[2:].split("=", 1) for word in sys.argv[1:] if word.startswith("-D"))
for name, value in wanted.items():
    if value == "enabled" and values[name] != value:
        print(f"-D{name}={value}")
' "${@:2}"
}

# configure FOLDER [MESON OPTION...]: once, or again where an earlier time did not come to its end.
# A folder that there is already gets what it lacks and is to be enabled.
configure() {
    local folder=$1 options
    shift
    if [ -f "$folder/build.ninja" ]; then
        options=$(lacks "$folder" "$@")
        [ -n "$options" ] || return 0
        mapfile -t options <<<"$options"
        set -- meson setup --reconfigure "$folder" "${options[@]}"
    else
        rm -rf "$folder"/meson-{private,info,logs}
        set -- meson setup "$folder" "$@"
    fi
    say "Configuring $folder"
    rm -f "$folder.log"
    patiently "$folder.log" "Meson looks at the system" "$@" || {
        cat "$folder.log" >&2
        fail "meson setup failed"
    }
    rm -f "$folder.log"
}

# ninja_shown [LINE]: what Ninja and compilers say, with state and began of compile.
ninja_shown() {
    if [[ ${1-} =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
        state="${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps"
    elif [ $# -gt 0 ]; then
        [[ $1 != "ninja: "[En]* ]] || return 0 # Entering directory, no work to do
        tick_end
        printf '%s\n' "$1"
    fi
    tick "$state, $((SECONDS - began)) s"
}

# compile FOLDER [TARGET...]: says how far it is; what compilers say is passed on.
compile() {
    local state="0 steps" began=$SECONDS
    say "Building $1"
    NINJA_STATUS="[%f/%t] " ninja -C "$@" </dev/null 2>&1 | each_line ninja_shown ||
        fail "the build failed"
    echo "  built in $((SECONDS - began)) s"
}

# Minutes of one core of an AMD EPYC at 2.4 GHz that the plugin's build takes.
BUILD_MINUTES=8

# build_time: about how long that is here, in words
build_time() {
    local cores
    cores=$(nproc)
    echo "about $(((BUILD_MINUTES + cores - 1) / cores)) minutes on the $cores cores here"
}

# build FOLDER [MESON OPTION...]: everything in it, configured with these options.
build() {
    configure "$@"
    compile "$1"
}

# build_plugin: the plugin into build, and nothing besides but the library; what to type to use it.
build_plugin() {
    room . 200 "the build"
    build build -Dtests=disabled -Dbenchmarks=disabled -Dsamples=disabled -Dgstreamer=enabled \
        "${build_options[@]}"
    export GST_PLUGIN_PATH=$PWD/build/plugins${GST_PLUGIN_PATH:+:$GST_PLUGIN_PATH}
    say "The plugin is not installed; for gst-launch-1.0 in this shell:"
    echo "export GST_PLUGIN_PATH=\$PWD/build/plugins"
}

# ready FOLDER PACKAGE...: what pipelines begin with: packages, the build, FOLDER for results
# ($out), and the plugin where gst-launch-1.0 finds it.
ready() {
    out=$1
    need_to_build "${@:2}"
    build_plugin
    mkdir -p "$out"
}

# unwritten LINE...: removes what the filesinks of a line that failed have begun.
unwritten() {
    local word before=
    for word; do
        if [ "$before" = filesink ] && [[ $word == location=* ]]; then
            rm -f "${word#location=}"
        fi
        before=$word
    done
}

# run LINE...: prints and runs it; its messages and errors go to $out/log.
run() {
    show "$@"
    rm -f "$out/log"
    patiently "$out/log" running "$@" || {
        cat "$out/log" >&2
        unwritten "$@"
        fail "the pipeline failed"
    }
}

# run_shown LOG LINE...: runs it, and shows what progressreport says; errors go to LOG.
run_shown() {
    local log=$1
    shift
    "$@" 2>"$log" | { grep --line-buffered progressreport || true; } || {
        cat "$log" >&2
        unwritten "$@"
        fail "the pipeline failed"
    }
}

# playable VIDEO: fails where GStreamer finds no video in it. Installs FFmpeg's decoders if it takes
# those, which most videos do and which are large. gst-launch-1.0 may hang on what is no video.
playable() {
    local log error
    log=$(mktemp)
    if LC_ALL=C patiently "$log" "GStreamer looks at $1" timeout 20 gst-launch-1.0 --no-position \
        filesrc "location=$1" ! decodebin ! videoconvert ! fakesink num-buffers=1; then
        rm -f "$log"
        return
    fi
    if grep -q 'missing a plug-in' "$log" && ! is_installed gstreamer1.0-libav; then
        rm -f "$log"
        echo "$1 takes FFmpeg's decoders"
        need gstreamer1.0-libav
        playable "$1"
        return
    fi
    error=$(sed -n 's/^ERROR: from element [^ ]*: //p' "$log" | head -n 1)
    rm -f "$log"
    fail "GStreamer finds no video in $1${error:+: $error}"
}

# size_of VIDEO: its width and height.
size_of() {
    local size
    size=$(timeout 20 gst-launch-1.0 -v filesrc "location=$1" ! decodebin ! videoconvert ! \
        fakesink num-buffers=1 2>/dev/null |
        sed -n '/fakesink0.*sink: caps = video/p' |
        sed -n 's/.*width=(int)\([0-9]*\), height=(int)\([0-9]*\).*/\1 \2/p' |
        head -n 1) || true
    [ -n "$size" ] || fail "GStreamer finds no video in $1"
    printf '%s\n' "$size"
}
