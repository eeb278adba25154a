# shellcheck shell=bash
# What ./play and ./test share (bash, read with "."): installing missing packages, and building.

# What the program is built with, and what else the page needs: packages with their signs (need_packages).
# shellcheck disable=SC2034
program_packages=(gcc:gcc libc6-dev:/usr/include/stdio.h meson:meson ninja-build:ninja python3:python3
    pkg-config:pkg-config libncurses-dev:/usr/include/curses.h libuv1-dev:/usr/include/uv.h
    libgnutls28-dev:/usr/include/gnutls/gnutls.h
    libwslay-dev:/usr/include/wslay/wslay.h libunistring-dev:/usr/include/unicase.h libsodium-dev:/usr/include/sodium.h
    nettle-dev:/usr/include/nettle/sha1.h libsqlite3-dev:/usr/include/sqlite3.h)
# shellcheck disable=SC2034
page_packages=(clang:clang lld:wasm-ld nodejs:node npm:npm)

# Packages that have another name on a newer Debian.
declare -A renamed=([webkit2gtk-driver]=webkitgtk-webdriver)

# names_here PACKAGE...: these packages as this Debian calls them.
names_here() {
    local package
    for package in "$@"; do
        if [ -n "${renamed[$package]-}" ] && ! apt-cache policy "$package" | grep -q 'Candidate: [0-9]'; then
            package=${renamed[$package]}
        fi
        echo "$package"
    done
}

# need_packages PACKAGE:SIGN...: installs with apt-get the packages whose sign is missing; says so;
# does nothing if all are there. A sign is a command; a file, if it begins with /; or a test to run,
# if it begins with !.
need_packages() {
    local missing=() pair sign sudo=()
    for pair in "$@"; do
        sign=${pair#*:}
        case $sign in
        /*) [ -e "$sign" ] || missing+=("${pair%%:*}") ;;
        !*) ${sign#!} >/dev/null 2>&1 || missing+=("${pair%%:*}") ;;
        *) command -v "$sign" >/dev/null 2>&1 || missing+=("${pair%%:*}") ;;
        esac
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Please install these first (there is no apt-get here): ${missing[*]}" >&2
        return 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        sudo=(sudo)
        if ! command -v sudo >/dev/null 2>&1; then
            echo "Please install these as root: apt-get install ${missing[*]}" >&2
            return 1
        fi
    fi
    echo "Installing what is missing: ${missing[*]}"
    local log
    log=$(mktemp)
    if ! { "${sudo[@]}" apt-get update && mapfile -t missing < <(names_here "${missing[@]}") &&
        "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y \
            --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        echo "The packages could not be installed." >&2
        return 1
    fi
    rm -f "$log"
}

# On a terminal shows ninja's counter on one line, which is wiped out at the end; else nothing.
show_progress() {
    if [ -t 1 ]; then
        awk '/^\[[0-9]/ { printf "\r  %s ", $1; fflush() } END { printf "\r\033[K" }'
    else
        cat >/dev/null
    fi
}

# set_up FOLDER [MESON OPTION]...: configures the folder if it is new, and again if packages were installed since.
set_up() {
    local folder=$1 root log again=()
    shift
    root=$(dirname "$folder")
    if [ -f "$folder/build.ninja" ]; then
        [ /var/lib/dpkg/status -nt "$folder/build.ninja" ] || return 0
        again=(--reconfigure)
    fi
    echo "Setting up $(basename "$folder") ..."
    log=$(mktemp)
    # A folder that a failed set-up left behind is set up from the start.
    if ! meson setup "${again[@]}" "$folder" "$root" "$@" >"$log" 2>&1 </dev/null &&
        ! meson setup --wipe "$folder" "$root" "$@" >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    touch "$folder/build.ninja"
    rm -f "$log"
}

# build_quietly FOLDER TARGET [MESON OPTION]...: sets the folder up, builds the target ("all": everything), and says anything
# only if there is something to do or to complain about.
build_quietly() {
    local folder=$1 target=$2 log
    shift 2
    set_up "$folder" "$@" || return 1
    log=$(mktemp)
    if ! ninja -C "$folder" -n "$target" 2>/dev/null </dev/null | grep -q 'no work to do'; then
        echo "Building $(basename "$folder") ..."
    fi
    ninja -C "$folder" "$target" </dev/null 2>&1 | tee "$log" | show_progress
    if [ "${PIPESTATUS[0]}" -ne 0 ]; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# fetch_packages WEB: fetches what the page in the folder WEB is built and tested with; does and says nothing if it is there.
fetch_packages() {
    local web=$1 log
    [ "$web/package-lock.json" -nt "$web/node_modules/.package-lock.json" ] || return 0
    echo "Fetching what the page is built with ..."
    log=$(mktemp)
    if ! (cd "$web" && npm ci --no-progress --no-audit --no-fund) >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        echo "npm could not fetch the packages of web/package-lock.json. Is there a network?" >&2
        return 1
    fi
    rm -f "$log"
    touch "$web/node_modules/.package-lock.json"
}

# build_page FOLDER: builds the page into web/dist with what FOLDER (a build folder of meson) has made for it; does and
# says nothing if it is up to date.
build_page() {
    local folder=$1 web log
    web=$(dirname "$folder")/web
    fetch_packages "$web" || return 1
    log=$(mktemp)
    if ! ninja -C "$folder" web-generated >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    if [ ! -f "$web/dist/sw.js" ] || [ -n "$(find "$web" \( -name node_modules -o -name dist -o -name tests \) -prune \
        -o -newer "$web/dist/sw.js" ! -path "$web" -print -quit)" ]; then
        echo "Building the page ..."
        if ! (cd "$web" && npm run --silent build) >"$log" 2>&1 </dev/null; then
            cat "$log" >&2
            rm -f "$log"
            return 1
        fi
    fi
    rm -f "$log"
}
