# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Shell functions that install Debian's packages. They take progress.sh.

# What follows the packages, a line each: need says it where it says what it fetches.
PLAN=()
tell_plan() {
    [ ${#PLAN[@]} -eq 0 ] || printf '  %s\n' "${PLAN[@]}"
    PLAN=()
}

# apt_progress: apt-get's output, a line for every 20 packages that were fetched or set up.
apt_progress() {
    awk '/^Get:/ { fetched++ } /^Setting up / { ready++ }
        /^(Get:|Setting up )/ && (fetched + ready) % 20 == 0 {
            printf "  %d packages fetched, %d set up\n", fetched, ready; fflush() }
        END { printf "  %d packages fetched, %d set up\n", fetched, ready }'
}

# is_installed PACKAGE
is_installed() {
    dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'
}

# become_root PACKAGE...: sets as_root, what comes before a command to run it as root.
as_root=()
become_root() {
    [ "$(id -u)" -ne 0 ] || return 0
    command -v sudo >/dev/null || fail "packages are missing, which only root can install, and" \
        "there is no sudo. As root: apt-get install --no-install-recommends $*"
    as_root=(sudo)
    sudo -n true 2>/dev/null || {
        echo "  sudo asks for your password, to install them"
        sudo true || fail "packages are missing, and sudo refuses. As root:" \
            "apt-get install --no-install-recommends $*"
    }
}

# apt_failed LOG WHAT: the errors of apt and dpkg, and WHAT.
apt_failed() {
    local what=$2
    if grep -q 'Failed to fetch' "$1"; then
        what+="; is there a network?"
        sed -i '/^E: Unable to locate/d' "$1" # what follows from that
    fi
    grep -E '^(E|W|dpkg):|cannot|No space' "$1" | sort -u | tail -n 12 >&2 || tail -n 12 "$1" >&2
    rm -f "$1"
    fail "$what"
}

# install_sizes PACKAGE...: how many packages that makes, the MB to fetch and the MB of disk
install_sizes() {
    LC_ALL=C apt-get install --print-uris -y --no-install-recommends "$@" | awk '
        /^\047/ { fetched += $3 }
        / newly installed/ { packages = $1 + $3 }
        /^After this operation/ { gsub(",", "", $4); disk = $4
            if ($5 == "kB") disk /= 1000
            if ($5 == "GB") disk *= 1000 }
        END { printf "%d %.0f %.0f\n", packages, fetched / 1e6, disk }'
}

# apt_shown [LINE]: apt-get's status lines, with log, fetched, state and began of apt_install.
apt_shown() {
    case ${1-} in
    dlstatus:*)
        local percent=${1#dlstatus:*:}
        percent=${percent%%[.:]*}
        state="fetched $((fetched * percent / 100)) of $fetched MB"
        ;;
    pmstatus:*)
        local percent=${1#pmstatus:*:}
        state="installed ${percent%%[.:]*} %: ${percent#*:}"
        ;;
    ?*) printf '%s\n' "$1" >>"$log" ;;
    esac
    tick "$state, $((SECONDS - began)) s"
}

# apt_install PACKAGE...: by apt-get, which says by status lines how far it is.
apt_install() {
    local log packages fetched disk began=$SECONDS state="apt begins"
    log=$(mktemp)
    patiently "$log" "asking for Debian's list of packages" "${as_root[@]}" apt-get update -q \
        -o Acquire::Languages=none -o APT::Get::List-Cleanup=false ||
        apt_failed "$log" "'apt-get update' failed"
    # After an interruption.
    [ -z "$(dpkg --audit)" ] || patiently "$log" "finishing what dpkg began" "${as_root[@]}" \
        env DEBIAN_FRONTEND=noninteractive dpkg --configure -a ||
        apt_failed "$log" "'dpkg --configure -a' failed"
    packages=$(install_sizes "$@" 2>>"$log") ||
        apt_failed "$log" "apt knows no way to install these packages"
    read -r packages fetched disk <<<"$packages"
    echo "  $packages packages, $fetched MB to fetch, $disk MB of disk"
    tell_plan
    room /usr $((disk + fetched)) "installing them"
    # Without a pseudo-terminal of apt's own, for which a container may have no place.
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get install -q -y \
        --no-install-recommends -o APT::Status-Fd=2 -o Dpkg::Use-Pty=0 \
        -o DPkg::Lock::Timeout=120 -o APT::Keep-Downloaded-Packages=false \
        -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" \
        </dev/null 2>&1 >>"$log" | each_line apt_shown ||
        apt_failed "$log" "apt-get could not install these packages"
    rm -f "$log"
    echo "  installed in $((SECONDS - began)) s"
}

# need PACKAGE...: installs those Debian packages that are not there yet, and says which.
need() {
    local missing=() package
    for package; do is_installed "$package" || missing+=("$package"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null ||
        fail "these packages are needed and there is no apt-get to install them: ${missing[*]}"
    say "Installing by apt: ${missing[*]}"
    become_root "${missing[@]}"
    apt_install "${missing[@]}"
}
