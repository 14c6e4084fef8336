#!/usr/bin/env bash
# The plain way to do the monitor's work: one request after the other, as the specification describes it.
set -euo pipefail

builds="$BASE$ORGANIZATION/$PROJECT/_apis/build/builds"
get() { curl --silent --fail --header "Authorization: Basic $BUILD_AUTH" --header "Accept: $1" "${@:2}"; }
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT

problems='.value[]
  | (.queueTime, .startTime, .finishTime) |= (sub("\\.[0-9]+"; "") | fromdateiso8601)
  | select(.status != "completed" or .result != "succeeded" or .finishTime - .startTime > 900
      or .finishTime - .startTime < 30 or .startTime - .queueTime > 300)
  | "\(.id)\t\(.definition.name) \(.buildNumber): \(.status), \(.result)"'

since=$(date --utc --date='3630 seconds ago' +%Y-%m-%dT%H:%M:%SZ)
query="minTime=$since&api-version=7.1-preview.7"
token=""
message="**Recent pipeline issues**"
while :; do
  page=$(get application/json --dump-header "$headers" "$builds?$query${token:+&continuationToken=$token}")
  while IFS=$'\t' read -r run line; do
    [ -n "$run" ] || continue
    logs=$(get application/json "$builds/$run/logs" | jq -r '[.value[] | "\(.id) \(.lineCount)"][4:][]')
    link="" longest="" most=-1
    while read -r log lines; do
      if get text/plain "$builds/$run/logs/$log" | grep error > /dev/null; then link=$log; fi
      if [ "$lines" -gt "$most" ]; then longest=$log most=$lines; fi
    done <<< "$logs"
    message+=$'\n'"$line [log]($builds/$run/logs/${link:-$longest})"
  done <<< "$(jq -r "$problems" <<< "$page")"
  token=$(grep -i '^x-ms-continuationtoken:' "$headers" | tr -d '\r' | cut -d' ' -f2 || true)
  [ -n "$token" ] || break
done
echo "$message"
jq --null-input --arg text "$message" '{text: $text}' |
  curl --silent --fail --output /dev/null --header "Content-Type: application/json" --data @- "$WEBHOOK_URL"
