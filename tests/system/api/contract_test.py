#!/usr/bin/env python3
"""The running server against its contract: each listed operation answers as written."""
import unittest

import yaml
from jsonschema import Draft202012Validator

from contract_access import AccessContract
from contract_site import ANY, ContractSite
from dibs_node import FINGERPRINT, PASSWORD, at
from websocket_client import WebSocket


class ContractTest(AccessContract, ContractSite):
    @classmethod
    def tearDownClass(cls):
        missed = set(cls.contract.operations) - set(cls.contract.called)
        assert not missed, f"operations of the contract that no test called: {sorted(missed)}"

    def test_a_list_is_read_from_commas_from_repeats_and_from_a_body(self):
        def told(answer):  # only the ids of a list: a process changes every second
            return [one["id"] for one in answer.json["items"]] if "items" in answer.json else answer.json
        gpus = [self.gpus["gpu01:0"], self.gpus["gpu01:1"]]
        for i, gpu in enumerate(gpus):
            self.call("bookReservation", {"gpus": [gpu], "from": at(hours=600 + i), "until": at(hours=601 + i)},
                      status=201)
        when, before = ({"from": at(hours=a), "until": at(hours=a + 2)} for a in (600, -5))
        for get, post, more in (("listReservations", "queryReservations", when),
                                ("getCalendar", "queryCalendar", when),
                                ("listProcesses", "queryProcesses", {}),
                                ("listViolations", "queryViolations", {}),
                                ("getUsageOwners", "queryUsageOwners", before),
                                ("getUsageReport", "queryUsageReport", before), ("getUsageSplit", "queryUsageSplit", before),
                                ("getUsage", "queryUsage", {**before, "step": 60})):
            with self.subTest(get):
                by_commas = told(self.call(get, query={**more, "gpu": ",".join(gpus)}))
                self.assertEqual(told(self.call(get, query={**more, "gpu": gpus})), by_commas)
                self.assertEqual(told(self.call(post, {**more, "gpu": gpus})), by_commas)
        self.assertEqual(len(self.call("queryReservations", {**when, "gpu": gpus}).json["items"]), 2)
        self.call("queryCalendar", {"gpu": gpus}, status=400)
        self.call("queryProcesses", {"gpu": gpus[0]}, status=400)
        self.call("listProcesses", query={"gpu": gpus[:1] * 129}, status=422)

    def test_a_position_beyond_the_log_is_refused(self):
        here = int(self.call("listGpus").headers["Dibs-Position"])
        self.call("listGpus", query={"at_least": here})
        answer = self.call("listGpus", query={"at_least": here + 1_000_000}, status=422)
        self.assertEqual(answer.json["field"], "at_least")

    def test_reservations_match_the_contract(self):
        made = self.call("bookReservation", self.booking(30, ("gpu01:0", "gpu01:1"), title="x"), status=201)
        one = {"id": made.json["id"]}
        taken = self.call("bookReservation", self.booking(30), client=self.bartek, status=409)
        self.assertEqual(taken.json["conflicts"][0]["reservation_id"], one["id"])
        self.assertTrue(taken.json["alternatives"])
        self.call("bookReservation", self.booking(-5), status=422)
        self.call("bookReservation", {"gpus": 7}, status=400)
        self.call("listReservations", query={"limit": 1, "owner": "me", "state": "upcoming,running"})
        self.call("listReservations", query={"gpu": self.gpus["gpu01:0"], "from": at(), "host": "gpu01"})
        self.call("getReservation", **one)
        self.call("getReservation", id="res_0000000000000000000000000Z", status=404)
        self.call("changeReservation", {"title": "y"}, headers={"If-Match": made.headers["ETag"]}, **one)
        self.call("changeReservation", {"title": "z"}, headers={"If-Match": made.headers["ETag"]},
                  status=412, **one)
        self.call("changeReservation", {"title": "z"}, status=428, **one)
        self.call("changeReservation", {"title": "z"}, headers=ANY, client=self.bartek, status=403, **one)
        self.assertEqual(self.call("proposeSwap", **one).json["swaps"], [])
        self.assertEqual(self.call("proposeSwap", query={"gpu": self.gpus["gpu01:0"]}, **one).json["swaps"][0]["from_gpu_name"], "gpu01:0")
        self.call("proposeSwap", query={"gpu": self.gpus["gpu02:0"]}, status=422, **one)
        self.call("cancelReservation", headers=ANY, **one)
        self.call("proposeSwap", status=409, **one)
        self.call("cancelReservation", headers=ANY, status=409, **one)
        self.call("reinstateReservation", **one)
        self.call("releaseReservation", status=409, **one)
        now = self.call("bookReservation", self.booking(0, ("gpu02:0",)), status=201).json
        self.call("listGpus", query={"host": "gpu02", "model": "h100", "state": "available"})
        self.call("releaseReservation", id=now["id"])

    def test_offers_time_and_calendar_match_the_contract(self):
        self.call("findOffers", {"count": 2, "model": "A100", "duration_s": 3600, "limit": 3})
        self.call("findOffers", {"gpus": [self.gpus["gpu01:3"]], "duration_s": 3600, "same_host": False})
        self.call("findOffers", {"count": 2, "linked": True, "duration_s": 3600})
        self.call("findOffers", {"count": 0, "duration_s": 3600}, status=422)
        for text in ("4xA100:80G", "2 linked A100", "2x on gpu01", "2x on gpu01:0-2", "gpu[01-02]:0-1", "gpu03:all"):
            read = self.call("parseGpuRequest", {"text": text}).json
            self.assertEqual(self.call("parseGpuRequest", {"text": read["echo"]}).json, read)
        self.call("parseGpuRequest", {"text": "2x 8h", "on": "gpu01", "min_memory": "10G", "partial": True})
        self.assertEqual(self.call("parseGpuRequest", {"text": "fleet", "partial": True}).json["kind"], "none")
        for wrong in ({"text": ""}, {"text": "4xV100"}, {"text": "gpu09:0"}, {"text": "gpu[1-"},
                      {"text": "2x", "on": "nowhere"}, {"text": "2x", "min_memory": "much"}):
            self.call("parseGpuRequest", wrong, status=422)
        for text in ("tomorrow 9:00", "Fri 14-16", "now for 4h", "4h"):
            self.call("parseTime", {"text": text, "zone": "Europe/Warsaw"})
        self.call("parseTime", {"text": "3/4", "zone": "UTC"}, status=422)
        self.call("parseTime", {"text": "now", "zone": "Mars"}, status=422)
        self.call("readTime", query={"text": "tomorrow 9-17", "zone": "Europe/Warsaw", "kind": "interval"})
        self.call("readTime", query={"text": "9-5", "zone": "Europe/Warsaw"}, status=422)
        self.call("readTime", query={"text": "now"}, status=400)
        self.call("getCalendar", query={"from": at(hours=-1), "until": at(days=90)})
        self.call("getCalendar", query={"from": at(), "until": at(days=94)}, status=422)
        self.call("getCalendar", query={"from": at()}, status=400)

    def test_the_fleet_matches_the_contract(self):
        self.fleet.wants("gpu02", "2 zoe 4096 80 python3 mine.py")
        self.until(lambda: self.call("listProcesses").json["items"])
        self.until(lambda: self.call("getGpu", id=self.gpus["gpu01:0"]).json.get("live"))
        self.call("listGpus", query={"limit": 3})
        self.call("getGpu", id="gpu_0000000000000000000000000Z", status=404)
        other = self.call("listHosts").json["items"][1]["id"]
        for body, status in (({"host_id": other}, 409), ({"host": other}, 400)):
            self.call("moveGpu", body, id=self.gpus["gpu01:0"], status=status)
        self.call("moveGpu", {"host_id": other}, id=self.gpus["gpu01:0"], client=self.bartek, status=403)
        hosts = self.call("listHosts", query={"limit": 2}).json
        self.assertEqual([h["name"] for h in hosts["items"]], ["gpu01", "gpu02"])
        rest = self.call("listHosts", query={"limit": 2, "cursor": hosts["next_cursor"]}).json
        self.assertEqual([h["name"] for h in rest["items"]], ["gpu03"])
        self.assertNotIn("next_cursor", rest)
        host = self.call("getHost", id=hosts["items"][0]["id"]).json
        self.call("askFingerprint", {"address": "127.0.0.1", "port": host["port"]})
        self.call("askFingerprint", {"address": "127.0.0.1", "port": 1}, status=503)
        new = {"name": "new", "address": "127.0.0.1", "port": 1, "host_key_fingerprint": FINGERPRINT}
        made = self.call("addHost", new, status=201).json
        self.call("addHost", new, status=409)
        self.call("addHost", {**new, "name": "Not A Name"}, status=422)
        self.call("addHost", {**new, "name": "b"}, client=self.bartek, status=403)
        self.until(lambda: self.call("getHost", id=made["id"]).json["state"] == "unreachable")
        self.call("changeHost", {"port": 2}, id=made["id"], status=428)
        self.call("changeHost", {"port": 2}, headers=ANY, id=made["id"], client=self.bartek, status=403)
        self.call("changeHost", {"port": 0}, headers=ANY, id=made["id"], status=422)
        seen = {"If-Match": self.call("getHost", id=made["id"]).headers["ETag"]}
        self.assertEqual(self.call("changeHost", {"port": 2}, headers=seen, id=made["id"]).json["port"], 2)
        stale = self.call("changeHost", {"port": 3}, headers=seen, id=made["id"], status=412).json
        self.assertEqual(stale["current_host"]["port"], 2)
        self.call("removeHost", id=made["id"], status=204)
        self.call("removeHost", id=made["id"], status=404)
        of_gpus = [m["name"] for m in self.call("listMetrics").json["metrics"] if m["subject"] == "gpu"]
        panel = self.contract.document["components"]["schemas"]["Panel"]
        self.assertEqual(of_gpus, panel["properties"]["metric"]["enum"])
        gpus = ",".join(list(self.gpus.values())[:3])
        for query in ({}, {"step": 60}, {"step": 1, "until": at(minutes=1)}):
            self.call("getUsage", query={"gpu": gpus, "from": at(minutes=-5), **query})
        self.call("getUsage", query={"host": host["id"], "metric": "cpu_percent,load", "from": at(minutes=-5)})
        self.call("getUsage", query={"gpu": gpus, "from": at(minutes=-5), "step": 7}, status=422)
        self.call("getUsageOwners", query={"gpu": gpus, "from": at(hours=-5)})
        self.call("getUsageOwners", query={"gpu": gpus, "from": at(), "until": at(hours=-1)}, status=422)
        self.call("queryUsageReport", {"from": at(hours=-5), "person": ["me"], "by": "week", "format": "csv"})
        self.call("getUsageWeek")
        self.call("getUsageWeek", query={"week": "2026-W20", "zone": "Europe/Warsaw"})
        self.call("getUsageWeek", query={"week": "2999-W01"}, status=422)
        self.call("getUsageWeek", query={"week": "2026-47"}, status=400)

    def test_violations_match_the_contract(self):
        self.call("bookReservation", self.booking(0, ("gpu03:0",)), client=self.bartek, status=201)
        self.fleet.wants("gpu03", "0 zoe 4096 80 python3 mine.py", "0 ann 4096 80 python3 other.py")
        found = self.until(lambda: (lambda items: len(items) == 2 and items)(
            self.call("listViolations", query={"state": "open"}).json["items"]))
        self.call("excuseViolation", {"reason": "a guest"}, client=self.bartek, id=found[0]["id"])
        self.call("listViolations", query={"host": "gpu03", "gpu": self.gpus["gpu03:0"]})
        self.call("withdrawExcuse", client=self.bartek, id=found[0]["id"])
        self.call("excuseViolation", {"reason": "x"}, id="vio_0000000000000000000000000Z", status=404)
        self.call("withdrawExcuse", id="vio_0000000000000000000000000Z", status=404)
        self.fleet.wants("gpu03")
        self.until(lambda: not self.call("listViolations", query={"state": "open"}).json["items"])

    def test_violation_levels_match_the_contract(self):
        host = next(one["id"] for one in self.call("listHosts").json["items"] if one["name"] == "gpu03")
        set_to = self.call("setViolationLevel", {"host_id": host, "level": "always"})
        self.assertEqual([(one["host_name"], one["level"]) for one in set_to.json["items"]], [("gpu03", "always")])
        self.assertEqual(self.call("listViolationLevels", client=self.bartek).json, set_to.json)
        self.call("setViolationLevel", {"host_id": host, "level": None})
        self.assertEqual(self.call("listViolationLevels").json["items"], [])
        self.call("setViolationLevel", {"host_id": host}, client=self.bartek, status=403)
        self.call("setViolationLevel", {"level": "off"}, status=400)
        self.call("setViolationLevel", {"host_id": "host_0000000000000000000000000Z", "level": "off"}, status=422)
        self.call("setViolationLevel", {"group_id": "grp_0000000000000000000000000Z", "level": "off"}, status=404)

    def test_rules_match_the_contract(self):
        now = self.call("getRules", client=self.bartek)
        self.assertEqual(now.json["version"], 1, "set at the first start")
        self.assertNotIn("set_by_id", now.json)
        seen = {"If-Match": now.headers["ETag"]}
        self.call("changeRules", {"most_gpus": 8}, status=428)
        self.call("changeRules", {"most_gpus": 8}, headers=ANY, client=self.bartek, status=403)
        self.call("changeRules", {"most_gpus": 0}, headers=seen, status=422)
        self.call("changeRules", {"colour": 1}, headers=seen, status=400)
        self.call("changeRules", {"violation_steps": [{"after_s": 600, "action": "stop"}]}, headers=seen, status=422)
        self.call("changeRules", {"ignored_processes": ["*/Xorg"]}, headers=seen, status=422)
        changed = self.call("changeRules", {"most_gpus": 64, "violation_level": "off"}, headers=seen)
        stale = self.call("changeRules", {"most_gpus": 8}, headers=seen, status=412)
        self.assertEqual(stale.json["current_rules"], changed.json)
        self.call("changeRules", {"most_gpus": 1024, "violation_level": "against_bookings"}, headers=ANY)

    def test_calendar_links_match_the_contract(self):
        made = self.call("makeFeed", {"gpu_id": self.gpus["gpu01:0"]}, status=201).json
        one, file = {"id": made["feed"]["id"]}, made["url"].rpartition("/")[2]
        self.call("makeFeed", {"id": one["id"]}, status=409)
        self.call("makeFeed", {"host": "gpu01"}, status=400)
        self.call("makeFeed", {"gpu_id": "gpu_0000000000000000000000000Z"}, status=422)
        self.call("makeFeed", {"group_id": "grp_0000000000000000000000000Z"}, status=404)
        self.assertNotIn(file[:-4], str(self.call("listFeeds", query={"person": "me", "limit": 1}).json))
        self.call("listFeeds", query={"person": "ann"}, client=self.bartek, status=403)
        self.assertEqual(self.call("getFeed", **one).json["name"], "gpu01:0")
        self.call("getFeed", client=self.bartek, status=404, **one)
        read = self.call("readFeed", file=file)
        self.call("readFeed", file=file, headers={"If-None-Match": read.headers["ETag"]}, status=304)
        self.call("readFeed", file=file, query={"colour": 1}, status=400)
        self.call("listEvents", query={"feed": one["id"]})
        self.call("closeFeed", status=204, **one)
        self.call("closeFeed", status=404, **one)
        self.call("readFeed", file=file, status=404)
        self.call("exportCalendar", query={"host": "gpu01"})
        self.call("exportCalendar", query={"group": "grp_0000000000000000000000000Z"}, status=404)
        self.call("exportCalendar", query={"host": "gpu01", "gpu": self.gpus["gpu01:0"]}, status=400)

    def test_boards_match_the_contract(self):
        panels = [{"id": "a", "kind": "chart", "metric": "power_w", "gpus": [self.gpus["gpu01:0"]],
                   "window_s": 600, "title": "t", "x": 0, "y": 0, "w": 12, "h": 3},
                  {"id": "b", "kind": "text", "text": "x", "x": 0, "y": 3, "w": 1, "h": 1}]
        made = self.call("makeBoard", {"title": "b", "panels": panels}, status=201)
        one = {"id": made.json["id"]}
        self.call("makeBoard", {"title": "b", "id": one["id"]}, status=409)
        self.call("makeBoard", {"title": "b", "panels": [{**panels[0], "w": 13}]}, status=422)
        self.call("makeBoard", {"title": 7}, status=400)
        self.call("listBoards", query={"owner": "me", "shared": "false", "limit": 1})
        self.call("getBoard", **one)
        self.call("getBoard", client=self.bartek, status=404, **one)
        whole = {"title": "c", "shared": True, "panels": []}
        self.call("changeBoard", whole, status=428, **one)
        self.call("changeBoard", whole, headers={"If-Match": made.headers["ETag"]}, **one)
        stale = self.call("changeBoard", whole, headers={"If-Match": made.headers["ETag"]}, status=412, **one)
        self.assertEqual(stale.json["current_board"]["title"], "c")
        self.call("changeBoard", whole, headers=ANY, client=self.bartek, status=403, **one)
        self.call("editBoard", {"title": "d"}, status=428, **one)
        self.call("editBoard", {}, headers=ANY, status=400, **one)
        self.assertEqual(self.call("editBoard", {"title": "d"}, headers=ANY, **one).json["title"], "d")
        self.call("listEvents", query={"board": one["id"]})
        self.call("removeBoard", headers=ANY, status=204, **one)
        self.call("removeBoard", headers=ANY, status=404, **one)

    def test_people_tokens_and_sessions_match_the_contract(self):
        new = {"name": "chen", "unix_name": "chen", "password": PASSWORD, "role": "user"}
        chen = self.call("addPerson", new, status=201).json
        self.call("addPerson", new, status=409)
        self.call("addPerson", {**new, "name": "dana", "unix_name": "No Unix Name"}, status=422)
        self.call("listPeople", query={"limit": 1})
        self.call("getPerson", id=chen["id"])
        self.call("setPassword", {"password": PASSWORD + "2"}, id=chen["id"], status=204)
        self.call("setPassword", {"password": "short"}, id=chen["id"], status=422)
        made = self.call("makeToken", {"label": "x", "scopes": ["read"]}, status=201)
        self.call("listTokens")
        self.assertNotIn("secret", self.call("getToken", id=made.json["id"]).json)
        self.call("getToken", id=made.json["id"], client=self.bartek, status=404)
        self.call("makeToken", {"label": "x", "scopes": ["fly"]}, status=400)
        self.call("revokeToken", id=made.json["id"], status=204)
        self.call("revokeToken", id=made.json["id"], status=404)
        browser = self.node.client()
        self.addCleanup(browser.close)
        self.call("signIn", {"name": "chen", "password": PASSWORD}, client=browser, status=401)
        entered = self.call("signIn", {"name": "chen", "password": PASSWORD + "2"}, client=browser,
                            status=201)
        cookie = {"Cookie": entered.headers["Set-Cookie"].split(";")[0], **self.own_origin}
        self.call("whoAmI", client=browser, headers=cookie)
        self.call("whoAmI")
        self.call("changePreferences", {"zone": "Europe/Warsaw", "theme": "dark", "language": None},
                  client=browser, headers=cookie)
        self.call("changePreferences", {"zone": "Mars"}, client=browser, headers=cookie, status=422)
        self.assertIs(self.call("changePreferences", {"mails": False}, client=self.bartek).json["mails"], False)
        self.call("listSessions", client=browser, headers=cookie)
        self.call("listSessions", query={"person": "chen", "limit": 1})
        wall = self.call("makeToken", {"label": "wall", "scopes": ["read"]}, status=201).json
        lent = self.call("signIn", {"token": wall["secret"]}, client=browser, status=201)
        self.assertEqual((lent.json["token_id"], lent.json["scopes"]), (wall["id"], ["read"]))
        shown = {"Cookie": lent.headers["Set-Cookie"].split(";")[0], **self.own_origin}
        self.call("listBoards", client=browser, headers=shown)
        self.call("makeBoard", {"title": "x"}, client=browser, headers=shown, status=403)
        self.call("listSessions", client=browser, headers=shown, status=403)
        self.call("signIn", {"token": "dibs_wrong"}, client=browser, status=401)
        self.call("revokeToken", id=wall["id"], status=204)
        self.call("whoAmI", client=browser, headers=shown, status=401)
        other = self.call("signIn", {"name": "chen", "password": PASSWORD + "2"}, client=browser, status=201)
        twin = {"Cookie": other.headers["Set-Cookie"].split(";")[0], **self.own_origin}
        sessions = self.call("listSessions", client=browser, headers=twin).json["items"]
        [first] = [s["id"] for s in sessions if not s["current"]]
        self.call("getSession", client=browser, headers=twin, id=first)
        self.call("getSession", client=self.bartek, id=first, status=403)
        self.call("endSession", client=browser, headers=twin, id=first, status=204)
        self.call("endSession", client=browser, headers=twin, id=first, status=404)
        self.call("signOutEverywhere", client=browser, headers=twin, status=204)
        self.call("whoAmI", client=browser, headers=twin, status=401)
        again = self.call("signIn", {"name": "chen", "password": PASSWORD + "2"}, client=browser, status=201)
        cookie = {"Cookie": again.headers["Set-Cookie"].split(";")[0], **self.own_origin}
        self.call("makeStreamTicket", client=browser, headers=cookie, status=201)
        self.call("signOut", client=browser, headers=cookie, status=204)
        self.call("whoAmI", client=browser, headers=cookie, status=401)
        self.call("isSetupOpen", client=browser)
        self.assertEqual(self.call("listProviders", client=browser).json["items"], [])
        self.call("startOidcSignIn", client=browser, status=409)  # oidc_test configures a provider
        self.call("finishOidcSignIn", client=browser, query={"code": "c", "state": "s"}, status=409)
        self.call("beginSignUp", {"unix_name": "eve"}, client=browser, status=409)  # not offered here
        self.call("completeSignUp", {"unix_name": "eve", "code": "c", "name": "eve", "password": PASSWORD},
                  client=browser, status=409)
        self.call("setUp", {"token": "x", "name": "eve", "unix_name": "eve", "password": PASSWORD},
                  client=browser, status=409)

    def test_accounts_match_the_contract(self):
        new = {"name": "elif", "unix_name": "elif", "password": PASSWORD}
        one = {"id": self.call("addPerson", new, status=201).json["id"]}
        self.assertEqual(len(self.call("listPeople", query={"q": "ELI", "role": "user", "state": "active"}).json["items"]), 1)
        self.call("changePerson", {"name": "Elif D.", "mail": "elif@example.org", "role": "observer"}, **one)
        self.call("changePerson", {"mail": "nowhere"}, status=422, **one)
        self.call("changePerson", {"name": "x"}, client=self.bartek, status=403, **one)
        self.call("changePerson", {}, status=400, **one)
        self.assertEqual(self.call("disablePerson", query={"dry_run": "true"}, **one).json["suspended"], [])
        self.call("disablePerson", status=204, **one)
        self.assertEqual(self.call("getPerson", **one).json["state"], "disabled")
        self.call("enablePerson", query={"dry_run": "true"}, **one)
        self.call("enablePerson", client=self.bartek, status=403, **one)
        self.call("enablePerson", status=204, **one)
        self.call("unlinkPerson", client=self.bartek, status=403, **one)
        self.call("unlinkPerson", status=204, **one)
        self.call("removePerson", query={"dry_run": "true"}, **one)
        self.call("removePerson", status=204, **one)
        self.call("makePasswordLink", status=404, **one)
        self.call("removePerson", status=404, **one)
        me = self.call("whoAmI").json["person"]["id"]
        self.call("removePerson", id=me, status=409)

    def test_erasing_matches_the_contract(self):
        new = {"name": "Fela", "unix_name": "fela", "password": PASSWORD}
        one = {"id": self.call("addPerson", new, status=201).json["id"]}
        self.call("getErasure", status=404, **one)
        self.call("erasePerson", {"unix_name": "bartek"}, status=422, **one)
        self.call("erasePerson", {}, status=400, **one)
        self.call("erasePerson", {"unix_name": "fela"}, client=self.bartek, status=403, **one)
        self.call("erasePerson", {"unix_name": "fela"}, query={"dry_run": "true"}, **one)
        erasure = self.call("erasePerson", {"unix_name": "fela"}, status=202, **one).json
        self.assertEqual(self.call("getErasure", **one).json["pseudonym"], erasure["pseudonym"])
        self.assertEqual(self.call("getPerson", **one).json["state"], "erased")
        self.call("erasePerson", {"unix_name": "fela"}, status=202, **one)

    def test_wrong_requests_list_all_errors_and_problems_have_pages(self):
        wrong = self.call("bookReservation", {"gpus": 7, "from": "now", "colour": 1}, status=400).json
        self.assertEqual([error["field"] for error in wrong["errors"]], ["gpus", "from", "colour", "until"])
        self.assertEqual(wrong["errors"][0], {name: wrong[name] for name in ("field", "code", "detail")})
        page = self.call("getProblem", code=wrong["code"])
        self.assertEqual(page.body, self.admin.get(wrong["type"]).body)
        self.call("getProblem", code="no-such", status=404)
        self.call("listProblems")

    def test_the_history_matches_the_contract(self):
        for query in ({"limit": 3}, {"type": "host,person"}, {"person": "me"}, {"host": "gpu01"},
                      {"from": at(hours=-1), "until": at(hours=1), "order": "oldest"}, {"after": 5},
                      {"gpu": self.gpus["gpu01:0"]}):
            self.call("listEvents", query=query)
        self.call("listEvents", client=self.bartek)
        self.call("listEvents", query={"order": "random"}, status=400)
        self.call("getAudit")
        self.assertIn(self.call("getAudit", query={"head": f"1:{'0' * 64}"}).json["head"], ("not_held", "not_read"))
        self.call("getAudit", query={"head": "1"}, status=400)
        self.call("getAudit", client=self.bartek, status=403)
        self.call("openStream", status=426)
        self.admin.close()

    def test_written_events_match_their_schemas(self):
        listed = self.call("listEventSchemas").json["schemas"]
        schemas = {one["type"]: self.call("getEventSchema", type=one["type"]).json for one in listed}
        self.assertEqual({one["id"] for one in listed}, {schema["$id"] for schema in schemas.values()})
        self.call("getEventSchema", type="reservation.dreamt.v1", status=404)
        for event in self.call("listEvents", query={"limit": 1000}).json["items"]:
            Draft202012Validator(schemas[event["type"]]).validate(event["data"])

    def test_the_stream_matches_the_contract(self):
        stream = WebSocket(self.node.port, self.admin.token)
        self.addCleanup(stream.close)
        got = stream.subscribe("events", "reservations", "violations", "fleet", "processes", "rules", "boards", "metrics:*")
        self.call("bookReservation", self.booking(300, ("gpu01:4",)), status=201)
        got += [stream.receive() for _ in range(4)]
        schema = {"$ref": "#/components/schemas/StreamServerMessage"}
        frames = yaml.safe_load(self.call("getAsyncContract").body)["components"]["messages"]
        for message in got:
            self.assertEqual(self.contract.faults(schema, message), [], message)
            base, own = frames[message["type"]]["payload"]["allOf"]
            self.assertTrue(base["$ref"].endswith(schema["$ref"]))
            Draft202012Validator(own).validate(message)
        self.assertEqual({m["type"] for m in got}, {"snapshot", "caught_up", "event", "metrics"})

    def test_the_service_matches_the_contract(self):
        for name in ("isAlive", "isReady", "getMetrics", "getDcgmMetrics", "getContract"):
            self.call(name)
        self.call("isReady", query={"verbose": ""})
        told = self.call("getSystem").json
        self.assertEqual((told["log"]["adapter"], told["log"]["role"], told["ready"]), ("lmdb", "writing", True))
        self.assertIn("calendar", [one["name"] for one in told["projections"] if one["position"] > 0], told)
        browser = self.node.client()
        self.addCleanup(browser.close)
        self.call("getSystem", client=browser, status=401)


if __name__ == "__main__":
    unittest.main()
