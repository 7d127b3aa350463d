#!/usr/bin/env python3
"""Many clients at once where only one may win, and one command sent many times: one setup, one
holder, one version, one effect for each key, even over a kill."""
import concurrent.futures
import threading
import unittest

from dibs_node import PASSWORD, at
from installation import Installation
from patience import PATIENCE_S

MANY = 24


class Race(Installation):
    @classmethod
    def first_admin(cls):
        cls.setups = cls.at_once(lambda i, client: client.post("/api/v1/setup", {
            "token": cls.token, "name": f"admin{i}", "unix_name": f"admin{i}", "password": PASSWORD}))
        made = next(answer for answer in cls.setups if answer.status == 201)
        return cls.node.sign_in(made.json["person"]["name"])

    @classmethod
    def at_once(cls, send, token=None):
        """The answers to MANY requests that start together, each on its own connection."""
        if not hasattr(cls, "token"):
            cls.token = cls.node.setup_token()
        barrier = threading.Barrier(MANY)

        def one(i):
            client = cls.node.client(token)
            client.get("/livez")
            barrier.wait(PATIENCE_S)
            try:
                return send(i, client)
            finally:
                client.close()
        with concurrent.futures.ThreadPoolExecutor(MANY) as pool:
            return list(pool.map(one, range(MANY)))

    def statuses(self, answers):
        return sorted(answer.status for answer in answers)

    def slot(self, hours, *names, **more):
        return {"gpus": [self.gpus[name] for name in names], "from": at(hours=hours),
                "until": at(hours=hours + 2), **more}

    def test_one_of_many_becomes_the_first_admin(self):
        statuses = self.statuses(self.setups)
        self.assertEqual(statuses.count(201), 1, statuses)
        self.assertLessEqual(set(statuses), {201, 403, 409, 429})
        self.assertEqual(len(self.admin.get("/api/v1/people").json["items"]), 1)

    def test_one_of_many_gets_the_slot(self):
        names = [f"gpu01:{i}" for i in range(8)]
        answers = self.at_once(lambda i, client: client.post(
            "/api/v1/reservations", self.slot(50, names[i % 7], names[7], title=str(i))), self.admin.token)
        self.assertEqual(self.statuses(answers), [201] + [409] * (MANY - 1))
        winner = next(a.json["id"] for a in answers if a.status == 201)
        for answer in answers:
            if answer.status == 409:
                self.assertEqual({c["reservation_id"] for c in answer.json["conflicts"]}, {winner})

    def test_one_of_many_changes_a_version(self):
        made = self.book(self.admin, ["gpu02:0"], {"hours": 60}, {"hours": 62})
        answers = self.at_once(lambda i, client: client.ask(
            "PATCH", "/api/v1/reservations/" + made["id"], {"title": f"title {i}"},
            headers={"If-Match": '"v1"'}), self.admin.token)
        self.assertEqual(self.statuses(answers), [200] + [412] * (MANY - 1))
        now = self.admin.get("/api/v1/reservations/" + made["id"]).json
        self.assertEqual((now["version"], now["title"]),
                         next((2, a.json["title"]) for a in answers if a.status == 200))

    def test_each_answer_speaks_of_its_own_command(self):
        """Each answer is about its own command, at its own position, while other clients change
        the same things."""
        made = self.book(self.admin, ["gpu02:3"], {"hours": 60}, {"hours": 62})
        path, slot, rounds = "/api/v1/reservations/" + made["id"], self.slot(150, "gpu02:3"), 12
        changes, bookings = [], []

        def change(i, client):
            """Uses the version of its last answer: usually another client was faster."""
            version = made["version"]
            for number in range(rounds):
                title = f"{i}.{number}"
                answer = client.ask("PATCH", path, {"title": title}, headers={"If-Match": f'"v{version}"'})
                changes.append((version, title, answer))
                told = answer.json if answer.status == 200 else answer.json["current"]
                version = told["version"]

        def book_and_cancel(client):
            """The conflicting booking is gone a moment later."""
            for _ in range(rounds):
                answer = client.post("/api/v1/reservations", slot)
                bookings.append(answer)
                if answer.status == 201:
                    client.ask("DELETE", "/api/v1/reservations/" + answer.json["id"],
                               headers={"If-Match": answer.headers["ETag"]})

        self.at_once(lambda i, client: change(i, client) if i % 2 else book_and_cancel(client),
                     self.admin.token)
        for version, title, answer in changes:
            if answer.status == 200:
                self.assertEqual((answer.json["title"], answer.json["version"]), (title, version + 1))
                self.assertEqual(answer.headers["ETag"], f'"v{version + 1}"')
            else:
                self.assert_problem(answer, 412, "changed-meanwhile", "If-Match")
                self.assertGreater(answer.json["current"]["version"], version)
        for answer in bookings:
            if answer.status != 201:
                self.assert_problem(answer, 409, "slot-taken")
                held = [(c["gpu_id"], c["from"], c["until"]) for c in answer.json["conflicts"]]
                self.assertEqual(held, [(slot["gpus"][0], slot["from"], slot["until"])], answer)
        answers = [answer for _, _, answer in changes] + bookings
        for status in (200, 201, 409, 412):
            self.assertIn(status, [answer.status for answer in answers])
        told = {event["position"]: event.get("request_id") for event in self.admin_events()}
        for answer in answers:
            self.assertEqual(told[int(answer.headers["Dibs-Position"])], answer.headers["X-Request-Id"])

    def admin_events(self):
        cursor = ""
        while True:
            page = self.admin.get("/api/v1/events?limit=500" + cursor).json
            yield from page["items"]
            if not page.get("next_cursor"):
                return
            cursor = "&cursor=" + page["next_cursor"]

    def test_a_key_has_one_effect_over_retries_and_a_kill(self):
        body, key = self.slot(70, "gpu02:1"), {"Idempotency-Key": "many-1"}

        def send(_, client):
            return client.post("/api/v1/reservations", body, headers=key)
        answers = self.at_once(send, self.admin.token)
        self.assertEqual(self.statuses(answers), [201] * MANY)
        self.assertEqual(len({answer.json["id"] for answer in answers}), 1)
        self.node.kill()
        self.node.start()
        self.admin.close()
        again = send(0, self.admin)
        self.assertEqual((again.status, again.json["id"]), (201, answers[0].json["id"]))
        refused = self.admin.post("/api/v1/reservations", {**body, "title": "x"}, headers=key)
        self.assert_problem(refused, 422, "key-reused")
        booked = self.admin.get(f"/api/v1/reservations?gpu={self.gpus['gpu02:1']}").json["items"]
        self.assertEqual(len(booked), 1)

    def test_a_client_may_choose_an_id_once(self):
        identity = "res_01JDZZZZZZZZZZZZZZZZZZZZZZ"
        body = self.slot(80, "gpu02:2", id=identity.lower())
        made = self.admin.post("/api/v1/reservations", body)
        self.assertEqual((made.status, made.json["id"]), (201, identity), made)
        twice = self.admin.post("/api/v1/reservations", {**self.slot(90, "gpu02:2"), "id": identity})
        self.assert_problem(twice, 409, "already-exists")

    def test_all_gpus_are_booked_or_none(self):
        self.book(self.admin, ["gpu03:1"], {"hours": 100}, {"hours": 101})
        answer = self.admin.post("/api/v1/reservations", self.slot(99, "gpu03:0", "gpu03:1"))
        self.assert_problem(answer, 409, "slot-taken")
        self.book(self.admin, ["gpu03:0"], {"hours": 99}, {"hours": 101})

    def test_back_to_back_is_no_overlap(self):
        when = {hours: at(hours=hours) for hours in (108, 110, 112, 114)}
        for hours in (110, 112, 108):
            made = self.admin.post("/api/v1/reservations", {
                "gpus": [self.gpus["gpu03:0"]], "from": when[hours], "until": when[hours + 2]})
            self.assertEqual(made.status, 201, made)
        offers = self.admin.post("/api/v1/offers", {
            "gpus": [self.gpus["gpu03:0"]], "duration_s": 3600, "earliest": when[108]}).json["offers"]
        self.assertEqual(offers[0]["from"], when[114])

    def test_times_are_accepted_with_any_offset(self):
        hour = at(hours=130)[:13]
        made = self.admin.post("/api/v1/reservations", {
            "gpus": [self.gpus["gpu03:1"]], "from": f"{hour}:00:00.123456789+00:00",
            "until": f"{hour}:59:59.999Z"})
        self.assertEqual(made.status, 201, made)
        self.assertEqual((made.json["from"], made.json["until"]),
                         (f"{hour}:00:00.123Z", f"{hour}:59:59.999Z"))
        for wrong in (f"{hour}:00:60Z", f"{hour}:00:00+25:00", f"{hour}:00", "9999-12-31T23:59:59Z",
                      "0000-00-00T00:00:00Z", f"{hour}:00:00.1234567890Z", "-" + f"{hour}:00:00Z"):
            answer = self.admin.post("/api/v1/reservations", {
                "gpus": [self.gpus["gpu03:1"]], "from": wrong, "until": at(hours=140)})
            self.assertIn(answer.status, (400, 422), wrong)
            self.assertIn(answer.json["field"], ("from", "until"), wrong)


if __name__ == "__main__":
    unittest.main()
