# What the tests on a plain Debian share: a minimal root from Debian's packages, and how to enter it. Sourced by run and package.
# Mirrors, proxies, names and certificates are those of this machine.
# shellcheck shell=bash
debian=bookworm
home=/newcomer

if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap >/dev/null; then
    echo "This needs root and the package mmdebstrap." >&2
    exit 2
fi

# Lines of sources.list for Debian's own repositories of the release, as this machine reaches them: no other repository, since a
# newcomer has none.
debian_sources() {
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v release="$debian" '$1 == "Debian" && ($3 == release || index($3, release "-") == 1) { print "deb", $2, $3, $4 }' |
        sort -u
}

apt_proxies() {
    apt-config dump | grep -iE '^Acquire::(http|https)::proxy ' || true
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
    local root=$1 proxies
    proxies=$(mktemp)
    apt_proxies >"$proxies"
    debian_sources | mmdebstrap --quiet --variant=minbase --include=apt,ca-certificates,sudo --aptopt="$proxies" "$debian" "$root" -
    rm -f "$proxies"
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
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
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

# take_root: the folder of the root in $root, made if it is not there. ROOT names one that is kept; another ends with the script.
take_root() {
    root=${ROOT-}
    if [ -z "$root" ]; then
        root=$(mktemp -d)
        chmod 755 "$root"
        trap 'rm -rf --one-file-system "$root"' EXIT
    fi
    if [ ! -x "$root/usr/bin/env" ]; then
        echo "Making a minimal root of Debian $debian ..."
        make_root "$root"
    fi
}
