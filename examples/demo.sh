#!/bin/sh
# Release one letter, then forty invented ones among two hundred people. Usage: demo.sh [path of unname] [of python]
set -eu
unname=${1:-unname}
python=${2:-python3}
here=$(dirname "$0")
letters=demo-letters
released=demo-released

printf '=== One letter: before (colored by what was found) ===\n\n'
"$unname" detect "$here/letter.txt" --show
printf '\n=== One letter: after ===\n\n'
"$unname" release "$here/letter.txt" --replace "label(numbered=True)"

printf '\n=== Forty letters, and the two hundred people whom an attacker knows ===\n\n'
# What an earlier demonstration left must not pass for what this one releases.
rm -rf "$letters" "$released"
"$python" "$here/make_letters.py" "$letters"
printf '%s release %s/letters.jsonl --population %s/people.jsonl --k 5 --out %s/\n\n' \
    "$unname" "$letters" "$letters" "$released"
# The command itself tells the risk before and after, and where its report is. Letters that it withholds show in its
# exit code; here they are part of what is shown, as long as there is a report.
"$unname" release "$letters/letters.jsonl" --population "$letters/people.jsonl" --k 5 --out "$released/" ||
    test -s "$released/report.html"

printf '\nThe same for a folder of your own: %s release letters/ --out released/\n' "$unname"
