# What the tests on a plain Debian share: a minimal root from Debian's packages, and how to enter it. Sourced by run, package and
# possible. Mirrors, proxies, names and certificates are those of this machine.
# shellcheck shell=bash
home=/newcomer

# The release is the caller's first argument, if it names one; the caller's other arguments move up.
debian=bookworm
case ${1-} in bookworm | trixie | sid)
    debian=$1
    shift
    ;;
esac

if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap >/dev/null; then
    echo "This needs root and the package mmdebstrap." >&2
    exit 2
fi

# Lines of sources.list for Debian's own repositories of the release: those by which this machine reaches its own release, with the
# name of the other one. No other repository, since a newcomer has none. Only sid has neither updates nor security.
debian_sources() {
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v release="$debian" '$1 == "Debian" && $3 ~ /^[a-z]+(-updates|-security)?$/ {
            sub(/^[a-z]+/, release, $3)
            if (release != "sid" || $3 == release) print "deb", $2, $3, $4 }' |
        sort -u
}

# How apt reaches the mirror here: through which proxies, and whether the mirror may be the signed copy of an earlier day.
apt_settings() {
    apt-config dump | grep -iE '^Acquire::((http|https)::proxy|Check-Valid-Until) ' || true
}

# The settings by which npm reaches its registry here; never a password.
npm_settings() {
    local key value
    command -v npm >/dev/null || return 0
    for key in registry proxy https-proxy noproxy strict-ssl; do
        value=$(npm config get "$key" 2>/dev/null)
        case $value in "" | null | undefined) ;; *) echo "$key=$value" ;; esac
    done
}

# The certificates that this machine trusts beyond those of Debian.
certificates() {
    local file
    for file in "${NODE_EXTRA_CA_CERTS-}" "$(npm config get cafile 2>/dev/null || true)" /etc/ssl/certs/ca-certificates.crt; do
        if [ -f "$file" ]; then
            cat "$file"
            return
        fi
    done
}

make_root() {
    local root=$1 settings log
    settings=$(mktemp) log=$(mktemp)
    apt_settings >"$settings"
    if ! debian_sources | mmdebstrap --variant=minbase --include=apt,ca-certificates,sudo --aptopt="$settings" "$debian" "$root" - >"$log" 2>&1; then
        cat "$log" >&2
        echo "The root could not be made. For a signature that cannot be checked, upgrade debian-archive-keyring here." >&2
        exit 1
    fi
    rm -f "$settings" "$log"
    chroot "$root" useradd --create-home --home-dir $home --shell /bin/bash newcomer
    echo 'newcomer ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/newcomer"
    npm_settings >"$root$home/.npmrc"
    certificates >"$root/etc/machine-certificates.pem"
    cp /etc/hosts /etc/resolv.conf "$root/etc/"
}

# enter ROOT USER COMMAND...: runs a command there. What it mounts and starts ends with it.
enter() {
    local root=$1 user=$2 name path=/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games environment=()
    shift 2
    [ "$user" != root ] || path=/usr/local/sbin:/usr/sbin:/sbin:$path
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY CI; do
        [ -z "${!name-}" ] || environment+=("$name=${!name}")
    done
    unshare --mount --pid --fork --kill-child bash -c '
        set -eu
        root=$1
        user=$2
        shift 2
        mount -t proc proc "$root/proc"
        mount --rbind /sys "$root/sys"
        mount --rbind /dev "$root/dev"
        mount -t tmpfs tmpfs "$root/dev/shm"
        exec chroot "$root" runuser -u "$user" -- "$@"' bash "$root" "$user" \
        env -i HOME=$home USER="$user" PATH=$path LANG=C.UTF-8 \
        NODE_EXTRA_CA_CERTS=/etc/machine-certificates.pem "${environment[@]}" "$@"
}

# take_root [SUFFIX]: the folder of the root in $root, made if it is not there. ROOT, with the suffix of a second one, names one that is
# kept; others end with the script.
passing=()
take_root() {
    root=${ROOT:+$ROOT${1-}}
    if [ -z "$root" ]; then
        root=$(mktemp -d)
        chmod 755 "$root"
        passing+=("$root")
        trap forget_roots EXIT
    fi
    if [ ! -x "$root/usr/bin/env" ]; then
        echo "Making a minimal root of Debian $debian ..."
        make_root "$root"
    elif ! grep -q " $debian " "$root/etc/apt/sources.list"; then
        echo "$root has another release than $debian." >&2
        exit 2
    fi
}

forget_roots() {
    rm -rf --one-file-system "${passing[@]}"
}

# put_clone: a fresh clone of the last commit in the home of the root's user.
put_clone() {
    rm -rf "${root:?}$home/anden"
    git -c advice.detachedHead=false clone -q --no-hardlinks "$here" "$root$home/anden"
    chroot "$root" chown -R newcomer: $home
}
