#!/bin/sh
# A booking with nothing but curl and jq, against a Dibs that was just started:
#   walkthrough.sh http://127.0.0.1:8080 SETUP-TOKEN
# It ends at the first answer it did not expect and says what the server's reason was.
set -eu
server=${1:?the URL that ops/start printed} token=${2:?the token of the one-time link}
json='Content-Type: application/json'
jar=$(mktemp) && trap 'rm -f "$jar"' EXIT

# call EXPECTED-STATUS PATH [curl's arguments]: the body of the answer, or its reason and the end.
# What is read from the answer stands in a variable first: in a pipe its failure would be lost.
call() {
    expected=$1 url=$server/api/v1/$2
    shift 2
    answer=$(curl -sS -w '\n%{http_code}' "$url" "$@") || exit 1
    status=${answer##*
}
    body=${answer%
*}
    [ "$status" = "$expected" ] || {
        reason=$(printf '%s' "$body" | jq -r '"\(.title). \(.detail // "")"' 2>/dev/null) || reason=$body
        echo "$url: $status instead of $expected: $reason" >&2
        exit 1
    }
    printf '%s\n' "$body"
}
dibs() { expect=$1 path=$2; shift 2; call "$expect" "$path" -H "Authorization: Bearer $secret" "$@"; }

echo "# The first admin; the answer's cookie is the session"
admin=$(call 201 setup -c "$jar" -H "$json" -d '{"token": "'"$token"'",
    "name": "Ann", "unix_name": "ann", "password": "correct horse battery"}')
echo "$admin" | jq .

echo "# A token for programs"
made=$(call 201 tokens -b "$jar" -H "$json" -H "Origin: $server" -H "Dibs-Client: curl" \
    -d '{"label": "walkthrough", "scopes": ["read", "book"]}')
secret=$(echo "$made" | jq -r .secret)

echo "# What could be had for four hours: the best offer"
offers=$(dibs 200 offers -H "$json" -d '{"count": 2, "duration_s": 14400}')
offer=$(echo "$offers" | jq '.offers[0]')
echo "$offer"
[ "$offer" != null ] || { echo "No GPU is free, or none is known yet." >&2; exit 1; }

echo "# Book it; the key makes it safe to send again"
wish=$(echo "$offer" | jq '{gpus, from, until, title: "curl"}')
booked=$(dibs 201 reservations -H "$json" -H "Idempotency-Key: walkthrough-$$" -d "$wish")
echo "$booked" | jq .

echo "# The same again is a conflict: who holds it, and what is free instead"
again=$(dibs 409 reservations -H "$json" -d "$(echo "$booked" | jq '{gpus, from, until}')")
echo "$again" | jq '{type, conflicts, alternatives: (.alternatives | length)}'

echo "# Cancel it, naming the version meant"
gone=$(dibs 200 "reservations/$(echo "$booked" | jq -r .id)" -X DELETE \
    -H "If-Match: \"v$(echo "$booked" | jq -r .version)\"")
echo "$gone" | jq '{id, state}'

echo "# All of it is on record"
events=$(dibs 200 'events?limit=5')
echo "$events" | jq -r '.items[] | [.position, .time, .sentence.key, (.sentence.arguments | map(.text) | join(", "))] | @tsv'
