#!/bin/sh
# The silent panels of a company as a CSV file, a file a night. In a crontab:
#   0 5 * * * ISC="npx --prefix /srv/console isc" /srv/console/docs/silent-panels.sh 1 /srv/reports
# The token comes from `isc login` of the same user, or from ISC_URL and ISC_TOKEN. It needs fleet.read and panels.read.
set -eu
umask 077

company=${1:?"usage: silent-panels.sh COMPANY-ID FOLDER"}
folder=${2:?"usage: silent-panels.sh COMPANY-ID FOLDER"}
file="$folder/silent-$company-$(date -u +%F).csv"

code=0
${ISC:-npx isc} fleet --csv --company "$company" --finding silent,not-connected >"$file.part" || code=$?
case $code in
  0) mv "$file.part" "$file" ;;
  # Half a list, or none, must not be read as a quiet night.
  *) rm -f "$file.part"
     echo "No list of company $company tonight: isc ended with $code." >&2
     exit "$code" ;;
esac

silent=$(($(wc -l <"$file") - 1))
echo "$silent silent panels: $file"
