#!/bin/sh
# A booking with nothing but curl and jq, against a Dibs that was just started:
#   walkthrough.sh http://127.0.0.1:8080 SETUP-TOKEN
set -eu
server=${1:?the URL that ops/start printed} token=${2:?the token of the one-time link}
json='Content-Type: application/json'
jar=$(mktemp) && trap 'rm -f "$jar"' EXIT

echo "# The first admin; the answer's cookie is the session"
curl -fsS -c "$jar" -H "$json" "$server/api/v1/setup" -d '{"token": "'"$token"'",
    "name": "Ann", "unix_name": "ann", "password": "correct horse battery"}' | jq .

echo "# A token for programs"
secret=$(curl -fsS -b "$jar" -H "$json" -H "Origin: $server" "$server/api/v1/tokens" \
    -d '{"label": "walkthrough", "scopes": ["read", "book"]}' | jq -r .secret)
dibs() { path=$1; shift; curl -sS -H "Authorization: Bearer $secret" "$server/api/v1/$path" "$@"; }

echo "# What could be had for four hours: the best offer"
offer=$(dibs offers -H "$json" -d '{"count": 2, "duration_s": 14400}' | jq '.offers[0]')
echo "$offer"
[ "$offer" != null ] || { echo "No GPU is free, or none is known yet." >&2; exit 1; }

echo "# Book it; the key makes it safe to send again"
booked=$(echo "$offer" | jq '{gpus, from, until, title: "curl"}' |
    dibs reservations -H "$json" -H "Idempotency-Key: walkthrough-$$" -d @-)
echo "$booked" | jq .

echo "# The same again is a conflict: who holds it, and what is free instead"
echo "$booked" | jq '{gpus, from, until}' | dibs reservations -H "$json" -d @- |
    jq '{type, conflicts, alternatives: (.alternatives | length)}'

echo "# Cancel it, naming the version meant"
dibs "reservations/$(echo "$booked" | jq -r .id)" -X DELETE \
    -H "If-Match: \"v$(echo "$booked" | jq -r .version)\"" | jq '{id, state}'

echo "# All of it is on record"
dibs 'events?limit=5' | jq -r '.items[] | [.position, .time, .sentence.key, (.sentence.arguments | map(.text) | join(", "))] | @tsv'
