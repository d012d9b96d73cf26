# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Shell functions for systems of Debian in chroots. Source it from the project's root, after
# pipelines/lib/setup.sh.

# chroots_of RELEASE: makes two systems of that release in $folder, build/packages/RELEASE, unless
# they are there: $system, a minimal one, and $builder, a copy to install packages in. Takes root.
chroots_of() {
    case ${1-} in
    12) codename=bookworm ;;
    13) codename=trixie ;;
    *) fail "Debian's releases 12 and 13 are known" ;;
    esac
    folder=$PWD/build/packages/$1
    system=$folder/system
    builder=$folder/builder
    [ "$(id -u)" -eq 0 ] || fail "chroots take root: run this by sudo, or as a container's root"
    unshare --mount --pid --fork true 2>/dev/null ||
        fail "the system gives root no namespaces of its own (unshare: CAP_SYS_ADMIN), which keep" \
            "what is mounted for a chroot out of the system; a container has to be started with" \
            "more rights, as by 'docker run --privileged'"
    need debootstrap debian-archive-keyring git
    mkdir -p "$folder"
    [ -d "$system" ] || make_chroot "$system"
    [ -d "$builder" ] || { rm -rf "$builder.part" && cp -a "$system" "$builder.part" &&
        mv "$builder.part" "$builder"; }
}

# mirror: where this system's apt gets Debian from.
mirror() {
    # shellcheck disable=SC2016  # apt's variables
    apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 'Identifier: Packages' |
        sed -n 's/^Debian|//p' | head -n 1
}

# make_chroot PATH: a minimal system.
make_chroot() {
    local uri
    uri=$(mirror)
    [ -n "$uri" ] || { apt-get update -q >/dev/null && uri=$(mirror); }
    [ -n "$uri" ] || fail "apt's sources name no mirror of Debian"
    say "A system of Debian $codename in $1"
    rm -rf "$1.part"
    debootstrap --variant=minbase "$codename" "$1.part" "$uri" >"$1.log" 2>&1 || {
        tail -n 20 "$1.log" "$1.part/debootstrap/debootstrap.log" >&2
        fail "debootstrap failed; it takes a network, and rights to make devices (CAP_MKNOD)"
    }
    # Nothing here has to outlive a power cut.
    echo force-unsafe-io >"$1.part/etc/dpkg/dpkg.cfg.d/unsafe-io"
    mv "$1.part" "$1"
}

# inside CHROOT COMMAND...: runs it there, in /build. What is mounted for it goes with it.
inside() {
    local root=$1
    shift
    mkdir -p "$root/build" "$folder/archives/partial"
    cp --remove-destination --dereference /etc/resolv.conf "$root/etc/resolv.conf"
    # shellcheck disable=SC2016  # the inner shell's own variables
    unshare --mount --pid --fork --kill-child sh -euc '
        root=$1 archives=$2
        shift 2
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount --bind "$archives" "$root/var/cache/apt/archives"
        exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
            TERM=dumb ${http_proxy:+"http_proxy=$http_proxy"} \
            DEBIAN_FRONTEND=noninteractive CCACHE_DIR=/ccache \
            DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-}" \
            sh -euc "cd /build; exec \"\$@\"" sh "$@"' sh "$root" "$folder/archives" "$@"
}

# apt_inside CHROOT WORD...: apt-get there, without what is only recommended.
apt_inside() {
    local root=$1
    shift
    inside "$root" apt-get -q -y -o APT::Keep-Downloaded-Packages=true \
        -o APT::Sandbox::User=root --no-install-recommends "$@" | apt_progress
}


# copy_tree FOLDER: replaces what is there by the tree as it is, without what git ignores. A folder
# build-test stays: files keep their dates, so what was built of them is not built again.
copy_tree() {
    mkdir -p "$1"
    find "$1" -mindepth 1 -maxdepth 1 ! -name build-test -exec rm -r {} +
    git -c safe.directory='*' ls-files -z --cached --others --exclude-standard |
        tar --create --null --files-from=- --ignore-failed-read | tar --extract -C "$1"
}
