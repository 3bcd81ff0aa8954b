#!/bin/sh
# Names, and on Debian as root installs, the system packages that an off-screen window needs;
# with the argument `test` also what only the tests drive: a browser and synthetic keys.
set -u
packages="xvfb xauth libgl1 libegl1 libgl1-mesa-dri libglx-mesa0 libegl-mesa0 libfontconfig1 libfreetype6 libx11-6 libexpat1"
[ "${1:-}" = test ] && packages="$packages chromium xdotool"

if ! command -v dpkg-query >/dev/null 2>&1; then
    if [ "$(uname -s)" = Linux ]; then
        echo "shegong: for pictures and the window this machine needs OpenGL 3.3 (Mesa with EGL), X11, fontconfig," \
             "freetype and Xvfb; install them with your package manager if 'make test' misses them." >&2
    fi
    exit 0
fi
missing=""
for p in $packages; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ]; then
    echo "shegong: installing system packages:$missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing >/dev/null && exit 0
    echo "shegong: they could not be installed; without them there is no window and no picture:" >&2
else
    echo "shegong: without these packages there is no window and no picture; please install them:" >&2
fi
echo "    sudo apt-get install$missing" >&2
# Text, plan and model are made without them; the tests are not.
[ "${1:-}" = test ] && exit 2
exit 0
