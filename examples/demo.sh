#!/bin/sh
# Show each example document before and after its release. Usage: demo.sh [path of unname]
set -eu
unname=${1:-unname}
here=$(dirname "$0")
for document in "$here"/*.txt; do
    printf '\n=== %s: before (colored by what was found) ===\n\n' "$(basename "$document")"
    "$unname" detect "$document" --show
    printf '\n=== %s: after ===\n\n' "$(basename "$document")"
    "$unname" release "$document" --replacer "label(numbered=True)"
done
printf '\nThe same for a folder of your own: %s release letters/ --out released/\n' "$unname"
