#!/usr/bin/env python3
"""Wrong JSON, values, queries and keys: each gets problem+json that names the field and the
rule, and changes nothing."""
import json
import unittest

from bad_request import RESERVATIONS, BadRequest
from dibs_node import at


class BadInput(BadRequest):
    # JSON

    def test_unparsable_json_is_malformed(self):
        good = json.dumps(self.booking())
        for text in ("", "{", "nonsense", good + "x", good + good, good[:-1], "[1,2]", "null", '"x"',
                     good.replace('"from"', "from"), good.replace(",", ",,", 1),
                     "[" * 40 + "]" * 40, '{"gpus": ' + "[" * 33 + "]" * 33 + "}"):
            self.assert_problem(self.send(text), 400, "malformed")
        for broken in (b'{"title": "\xff\xfe"}', b'{"title": "\xed\xa0\x80"}', b'{"title": "a\x00b"}',
                       b'{"title": "\\ud800"}'):
            self.assert_problem(self.send(broken), 400, "malformed")

    def test_an_unknown_member_is_named(self):
        answer = self.send(json.dumps(self.booking(colour="red")))
        self.assert_problem(answer, 400, "malformed", "colour")

    def test_a_repeated_member_is_named(self):
        text = json.dumps(self.booking())[:-1] + ', "until": "' + at(hours=40) + '"}'
        self.assert_problem(self.send(text), 400, "malformed", "until")

    def test_a_missing_member_is_named(self):
        for name in ("gpus", "from", "until"):
            body = self.booking()
            del body[name]
            self.assert_problem(self.send(json.dumps(body)), 400, "malformed", name)

    def test_a_wrong_type_is_named(self):
        for name, value in (("from", 5), ("until", None), ("gpus", "gpu01:0"), ("title", 7),
                            ("gpus", [7]), ("from", "tomorrow"), ("from", "2026-13-01T00:00:00Z"),
                            ("from", "2026-11-24T09:00:00"), ("id", "res_x"), ("gpus", ["gpu01:0"])):
            answer = self.send(json.dumps(self.booking(**{name: value})))
            self.assertIn(answer.status, (400, 422), answer)
            self.assertTrue(answer.json["field"].startswith(name), answer)

    def test_the_rules_of_a_booking_are_named(self):
        gpu = self.gpus["gpu01:0"]
        rules = [({"from": at(hours=32), "until": at(hours=30)}, "interval-reversed", "until"),
                 ({"until": at(hours=30)}, "interval-reversed", "until"),
                 ({"from": at(hours=-3), "until": at(hours=3)}, "in-the-past", "from"),
                 ({"from": at(minutes=-2), "until": at(hours=3)}, "in-the-past", "from"),
                 ({"until": at(hours=30, minutes=29)}, "too-short", "until"),
                 ({"until": at(days=12)}, "too-long", "until"),
                 ({"from": at(days=3000), "until": at(days=3001)}, "too-far-ahead", None),
                 ({"gpus": [gpu[:-4] + "0000"]}, "unknown-gpu", "gpus"),
                 ({"gpus": []}, "out-of-range", "gpus"),
                 ({"title": "x" * 201}, "out-of-range", "title"),
                 ({"owner_id": "per_0000000000000000000000000Z"}, "unknown-person", "owner_id")]
        for wrong, code, field in rules:
            with self.subTest(code=code, wrong=wrong):
                self.assert_problem(self.send(json.dumps(self.booking(**wrong))), 422, code, field)

    def test_a_gpu_named_twice_is_named(self):
        twice = self.booking(gpus=[self.gpus["gpu01:0"]] * 2)
        self.assert_problem(self.send(json.dumps(twice)), 400, "malformed", "gpus", "twice")

    def test_a_patch_keeps_the_rules(self):
        made = self.book(self.admin, ["gpu01:1"], {"hours": 50}, {"hours": 52})
        path, match = f"{RESERVATIONS}/{made['id']}", {"If-Match": '"v1"'}

        def patch(body, **headers):
            return self.admin.ask("PATCH", path, body, headers={**match, **headers})
        self.bookings = self.admin.get(RESERVATIONS).body
        self.assert_problem(patch({}), 400, "malformed")
        self.assert_problem(patch({"state": "running"}), 400, "malformed", "state")
        self.assert_problem(patch({"until": None}), 400, "malformed", "until")
        self.assert_problem(patch({"until": at(hours=49)}), 422, "interval-reversed", "until")
        self.assert_problem(self.admin.ask("PATCH", path, {"title": "x"}), 428, "precondition-required",
                            "If-Match")
        stale = patch({"title": "x"}, **{"If-Match": '"v7"'})
        self.assert_problem(stale, 412, "changed-meanwhile", "If-Match")
        self.assertEqual(stale.json["current"]["id"], made["id"])
        for wrong in ("v1", '"1"', "W/\"v1\"", '"v1", "v2"', '"v99999999999999999999"'):
            answer = patch({"title": "x"}, **{"If-Match": wrong})
            self.assertIn(answer.status, (400, 412, 422), answer)
            self.assertEqual(answer.json["field"], "If-Match")
        self.assert_problem(self.user.ask("PATCH", path, {"title": "x"}, headers=match), 403,
                            "not-allowed")
        self.admin.ask("DELETE", path, headers=match)
        self.bookings = self.admin.get(RESERVATIONS).body

    # Queries, paths, keys

    def test_a_query_is_as_strict_as_a_body(self):
        for query, field in (("limit=0", "limit"), ("limit=1001", "limit"), ("limit=x", "limit"),
                             ("limit=5&limit=6", "limit"), ("colour=red", "colour"),
                             ("cursor=xyz", "cursor"), ("state=gone", "state"), ("from=noon", "from"),
                             ("gpu=gpu_1", "gpu"), ("at_least=-1", "at_least"), ("owner=nobody", "owner"),
                             ("host=nowhere", "host")):
            answer = self.admin.get(f"{RESERVATIONS}?{query}")
            self.assertIn(answer.status, (400, 422), query)
            self.assertEqual(answer.json["field"], field, answer)
        self.assert_problem(self.admin.get(f"{RESERVATIONS}?at_least=99999999"), 422, "out-of-range", "at_least")

    def test_wrong_paths_and_ids_are_404(self):
        for path in ("/nowhere", "/api/v1/nowhere", "/api/v2/gpus", "/api/v1/gpus/", "/api/v1/gpus/x",
                     f"{RESERVATIONS}/res_0000000000000000000000000Z", f"{RESERVATIONS}/..%2f..%2fetc"):
            self.assert_problem(self.admin.get(path), 404, "not-found")
        for path in ("/../../etc/passwd", "/%2e%2e/etc/passwd"):
            self.assert_problem(self.admin.get(path), 400, "bad-request")
            self.admin.close()

    def test_another_method_is_405_with_allow(self):
        answer = self.admin.ask("PUT", RESERVATIONS, {})
        self.assert_problem(answer, 405, "method-not-allowed")
        self.assertEqual(set(answer.headers["Allow"].replace(" ", "").split(",")),
                         {"GET", "HEAD", "POST"})

    def test_an_idempotency_key_belongs_to_one_command(self):
        key = {"Idempotency-Key": "bad-input-1"}
        body = self.booking(gpus=[self.gpus["gpu01:2"]])
        first = self.admin.post(RESERVATIONS, body, headers=key)
        self.assertEqual(first.status, 201, first)
        again = self.admin.post(RESERVATIONS, body, headers=key)
        self.assertEqual((again.status, again.json["id"]), (201, first.json["id"]))
        self.bookings = self.admin.get(RESERVATIONS).body
        other = self.admin.post(RESERVATIONS, {**body, "title": "other"}, headers=key)
        self.assert_problem(other, 422, "key-reused", "Idempotency-Key")
        for wrong in ("", "x" * 129, "a b", "ą"):
            answer = self.admin.post(RESERVATIONS, self.booking(),
                                     headers={"Idempotency-Key": wrong.encode()})
            self.assertIn(answer.status, (400, 422), (wrong, answer))
            self.assertEqual(answer.json.get("field"), "Idempotency-Key", (wrong, answer))


if __name__ == "__main__":
    unittest.main()
