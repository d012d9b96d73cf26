# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Shell functions that say how far a long command is, so that the screen is never still for long.
# On a terminal one line is written over. Elsewhere there is a line every five seconds. They take
# bash's pipefail.

say() { printf '\n== %s\n' "$*"; }

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# tick TEXT: the line. tick_end takes it away again, so that other lines can follow.
tick_at=-9
tick() {
    if [ -t 1 ]; then
        [ "$SECONDS" -ne "$tick_at" ] || return 0
        printf '\r  %-77.77s' "$*"
    else
        [ $((SECONDS - tick_at)) -ge 5 ] || return 0
        printf '  %s\n' "$*"
    fi
    tick_at=$SECONDS
}
tick_end() {
    if [ -t 1 ]; then printf '\r%79s\r' ''; fi
    tick_at=-9
}

# each_line FUNCTION: calls it with each line of the input, and with none in every second in which
# no line comes.
each_line() {
    local line part=''
    while :; do
        if IFS= read -r -t 1 line; then
            "$1" "$part$line"
            part=''
        elif [ $? -gt 128 ]; then # no line within a second: what there is of one is kept
            part+=$line
            "$1"
        else
            part+=$line
            break
        fi
    done
    [ -z "$part" ] || "$1" "$part"
    tick_end
}

# logged [LINE]: into the log; says how long it takes, and how far GStreamer's progressreport says
# that it is. With log, what, far and began of patiently.
logged() {
    if [ $# -gt 0 ]; then
        printf '%s\n' "$1" >>"$log"
        [[ $1 != progressreport* ]] || far=": ${1##*: }"
    fi
    tick "$what$far, $((SECONDS - began)) s"
}

# patiently LOG WHAT COMMAND...: runs it, adds what it says to LOG, and says WHAT and how long.
patiently() {
    local log=$1 what=$2 far="" began=$SECONDS
    shift 2
    "$@" </dev/null 2>&1 | each_line logged
}

# room FOLDER MEGABYTES WHAT: fails where the disk has less than that.
room() {
    local free
    free=$(df --block-size=1MB --output=avail "$1" | tail -n 1 | tr -d ' ')
    [ "$free" -ge "$2" ] || fail "$3 takes $2 MB of disk, and $(realpath "$1") has $free MB left"
}
