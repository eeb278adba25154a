# shellcheck shell=bash
# What ./play and ./test share (bash, read with "."): installing missing packages, and building.

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
    if ! { "${sudo[@]}" apt-get update &&
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

# build_quietly FOLDER TARGET [MESON OPTION]...: configures the folder if it is new, builds the target
# ("all": everything), and says anything only if there is something to do or to complain about.
build_quietly() {
    local folder=$1 target=$2 root log
    shift 2
    root=$(dirname "$folder")
    log=$(mktemp)
    if [ ! -f "$folder/build.ninja" ]; then
        echo "Setting up $(basename "$folder") ..."
        # A folder that a failed set-up left behind is set up again.
        if ! meson setup --wipe "$folder" "$root" "$@" >"$log" 2>&1 </dev/null &&
            ! meson setup "$folder" "$root" "$@" >"$log" 2>&1 </dev/null; then
            cat "$log" >&2
            rm -f "$log"
            return 1
        fi
    fi
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
    # A folder that was set up before clang was installed does not know yet how to make it.
    ninja -C "$folder" -t query web-generated >/dev/null 2>&1 ||
        meson setup --reconfigure "$folder" "$(dirname "$folder")" >/dev/null 2>&1 </dev/null || true
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
