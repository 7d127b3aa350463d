"""The part of contract_test.py about groups, grants, limits and approvals."""
from contract_site import ANY
from dibs_node import PASSWORD, at
from totp import code_of


class AccessContract:
    def test_a_program_is_signed_in_by_a_person_in_a_browser(self):
        program = self.node.client()
        self.addCleanup(program.close)
        own = {"client": program, "headers": self.own_origin}
        begun = self.call("beginDeviceLogin", {"label": "dibs on laptop"}, status=201, **own).json
        self.call("beginDeviceLogin", {"label": ""}, status=422, **own)
        device, code = {"device_code": begun["device_code"]}, begun["user_code"]
        self.call("takeDeviceToken", device, status=409, **own)
        self.assertEqual(self.call("getDeviceLogin", code=code.lower()).json["label"], "dibs on laptop")
        self.call("approveDeviceLogin", code=code, status=401, **own)
        self.call("approveDeviceLogin", code=code, status=204)
        made = self.call("takeDeviceToken", device, **own).json
        self.call("takeDeviceToken", device, status=404, **own)  # given out once
        signed_in = self.node.client(made["secret"])
        self.addCleanup(signed_in.close)
        self.assertEqual(self.call("whoAmI", client=signed_in).json["token_id"], made["id"])
        other = self.call("beginDeviceLogin", {}, status=201, **own).json
        self.call("declineDeviceLogin", code=other["user_code"], status=204)
        self.call("takeDeviceToken", {"device_code": other["device_code"]}, status=403, **own)
        self.call("getDeviceLogin", code=code, status=404)

    def test_a_person_sets_their_own_password_with_a_link(self):
        browser = self.node.client()
        self.addCleanup(browser.close)
        own = {"client": browser, "headers": self.own_origin}
        gill = self.call("addPerson", {"name": "gill", "unix_name": "gill"}, status=201).json
        self.assertFalse(gill["has_password"])
        one = {"id": gill["id"]}
        self.call("makePasswordLink", client=self.bartek, status=403, **one)
        made = self.call("makePasswordLink", status=201, **one).json
        self.assertEqual(self.call("getPerson", **one).json["password_link_until"], made["expires_at"])
        self.assertNotIn("has_password", self.call("getPerson", client=self.bartek, **one).json)
        chosen = {"secret": made["url"].split("secret=")[1], "password": "seven grey herons wade"}
        self.call("usePasswordLink", {**chosen, "password": "short"}, status=422, **own)
        self.call("usePasswordLink", {"secret": "x"}, status=400, **own)
        self.call("usePasswordLink", chosen, status=204, **own)
        self.call("usePasswordLink", chosen, status=404, **own)
        self.call("signIn", {"name": "gill", "password": chosen["password"]}, status=201, **own)
        self.call("disablePerson", status=204, **one)
        self.call("makePasswordLink", status=409, **one)

    def test_a_password_gets_a_second_factor_and_loses_it(self):
        new = {"name": "hana", "unix_name": "hana", "password": PASSWORD}
        one = {"id": self.call("addPerson", new, status=201).json["id"]}
        browser = self.node.client()
        self.addCleanup(browser.close)
        body, stranger = {"name": "hana", "password": PASSWORD}, {"client": browser, "headers": self.own_origin}
        entered = self.call("signIn", body, status=201, **stranger)
        hana = {"client": browser, "headers": {"Cookie": entered.headers["Set-Cookie"].split(";")[0], **self.own_origin}}
        self.assertIs(self.call("getPerson", **one, **hana).json["second_factor"], False)
        own = {"current_password": PASSWORD}
        self.call("beginSecondFactor", {}, status=400, **one, **hana)
        self.call("beginSecondFactor", {"current_password": "x"}, status=403, **one, **hana)
        self.call("beginSecondFactor", own, status=403, **one)  # the admin's own account is another
        begun = self.call("beginSecondFactor", own, status=201, **one, **hana).json
        confirmed = {"enrolment": begun["enrolment"], "code": code_of(begun["secret"])}
        self.call("turnOnSecondFactor", {**confirmed, "code": "x"}, status=403, **one, **hana)
        self.call("turnOnSecondFactor", {**confirmed, "enrolment": "x"}, status=422, **one, **hana)
        codes = self.call("turnOnSecondFactor", confirmed, **one, **hana).json["recovery_codes"]
        self.call("turnOnSecondFactor", confirmed, status=409, **one, **hana)
        self.call("beginSecondFactor", own, status=409, **one, **hana)
        self.assertIs(self.call("getPerson", **one).json["second_factor"], True)
        self.assertNotIn("second_factor", self.call("getPerson", client=self.bartek, **one).json)
        self.assertEqual(self.call("signIn", body, status=401, **stranger).json["code"], "second-factor-needed")
        self.call("signIn", {**body, "code": "000 000 0"}, status=403, **stranger)
        self.call("signIn", {**body, "code": ""}, status=422, **stranger)
        self.call("signIn", {**body, "code": code_of(begun["secret"], 1)}, status=201, **stranger)
        self.call("signIn", {**body, "code": codes[0]}, status=201, **stranger)
        self.call("turnOffSecondFactor", status=400, **one, **hana)
        self.call("turnOffSecondFactor", {"current_password": "x"}, status=403, **one, **hana)
        self.call("turnOffSecondFactor", client=self.bartek, status=403, **one)
        self.call("turnOffSecondFactor", status=204, **one)
        self.call("turnOffSecondFactor", own, status=204, **one, **hana)  # none is left
        self.call("signIn", body, status=201, **stranger)

    def test_limits_and_approvals_match_the_contract(self):
        bartek = self.call("whoAmI", client=self.bartek).json["person"]["id"]
        group = {"id": self.call("makeGroup", {"name": "guests"}, status=201).json["id"]}
        self.call("joinGroup", {}, person=bartek, status=204, **group)
        limits = {"most_gpus": 2, "gpus_at_once": 1, "longest_min": 600}
        self.assertEqual(self.call("limitGroup", limits, **group).json["limits"], limits)
        self.call("limitGroup", {"gpus_at_once": 0}, status=422, **group)
        self.call("limitGroup", {}, status=400, **group)
        self.call("limitGroup", limits, client=self.bartek, status=403, **group)
        wide = self.booking(60, ("gpu01:0", "gpu01:1"))
        over = self.call("bookReservation", wide, client=self.bartek, status=422).json
        self.assertEqual((over["code"], over["rule"], over["field"]), ("over-limit", "gpus_at_once", "gpus"))
        self.assertEqual(self.call("limitGroup", {"gpus_at_once": None}, **group).json["limits"],
                         {"most_gpus": 2, "longest_min": 600})
        grant = self.call("listGrants", query={"limit": 1}).json["items"][0]
        one = {"id": grant["id"], "headers": ANY}
        self.call("changeGrant", {"approval": {"above_gpus": 1}}, **one)
        self.addCleanup(lambda: self.call("changeGrant", {"approval": None}, **one))
        self.call("changeGrant", {"approval": {"above_gpus": 0}}, status=422, **one)
        asked = self.call("bookReservation", wide, client=self.bartek, status=201).json
        self.assertEqual(asked["state"], "pending")
        self.assertEqual(self.call("listReservations", query={"approver": "me", "state": "pending"}).json["items"], [asked])
        self.assertEqual(self.call("listReservations", query={"approver": "me"}, client=self.bartek).json["items"], [])
        self.call("queryReservations", {"approver": "me"})
        self.call("approveReservation", id=asked["id"], client=self.bartek, status=403)
        self.call("declineReservation", {"reason": ""}, id=asked["id"], status=422)
        declined = self.call("declineReservation", {"reason": "exams"}, id=asked["id"]).json
        self.assertEqual((declined["state"], declined["decline_reason"]), ("declined", "exams"))
        self.call("approveReservation", id=asked["id"], status=409)
        again = self.call("bookReservation", wide, client=self.bartek, status=201).json
        self.assertEqual(self.call("approveReservation", id=again["id"]).json["state"], "upcoming")
        self.call("keepReservation", {"for_min": 481}, id=again["id"], status=409)
        running = self.call("bookReservation", self.booking(0, ("gpu02:0",)), status=201).json
        self.call("keepReservation", {"for_min": 481}, id=running["id"], status=422)
        kept = self.call("keepReservation", {"for_min": 5, "reason": "Debugging"}, id=running["id"]).json
        self.assertEqual(kept["version"], running["version"])
        self.assertGreater(kept["kept_until"], running["from"])
        self.call("releaseReservation", id=running["id"])
        self.call("changeReservation", {"until": at(hours=62)}, id=again["id"], headers=ANY, client=self.bartek, status=403)
        by_admin = self.call("bookReservation", self.booking(70, ("gpu01:0", "gpu01:1")), status=201).json
        self.assertEqual((by_admin["state"], by_admin["version"]), ("upcoming", 2))
        self.assertEqual(self.call("getReservation", id=by_admin["id"]).json, by_admin)

    def test_budgets_and_projects_match_the_contract(self):
        body = {"project": "Llama", "gpu_hours": 3, "period": "year", "when_spent": "refuse"}
        self.call("makeBudget", body, client=self.bartek, status=403)
        self.call("makeBudget", {**body, "group_id": "grp_01JD3K8QZ4T5V6W7X8Y9Z0A160"}, status=422)
        self.call("makeBudget", {**body, "gpu_hours": 0}, status=422)
        self.call("makeBudget", {**body, "period": "day"}, status=400)
        self.call("makeBudget", {**body, "zone": "Mars"}, status=422)
        made = self.call("makeBudget", body, status=201)
        self.addCleanup(lambda: self.call("removeBudget", headers=ANY, status=204, id=made.json["id"]))
        one, old = {"id": made.json["id"]}, {"If-Match": made.headers["ETag"]}
        self.assertEqual(self.call("makeBudget", body, status=409).json["about"], [made.json["id"]])
        self.assertEqual(self.call("getBudget", client=self.bartek, **one).json, made.json)
        self.assertEqual(self.call("listBudgets", query={"project": "llama", "person": "me"}).json["items"], [made.json])
        self.call("listBudgets", query={"project": "a b"}, status=422)
        tagged = {**self.booking(80, ("gpu01:0",)), "project": "LLAMA"}
        booked = self.call("bookReservation", tagged, client=self.bartek, status=201).json
        self.assertEqual(booked["project"], "llama")
        more = {**self.booking(80, ("gpu01:1",)), "project": "llama"}
        over = self.call("bookReservation", {**more, "until": at(hours=88)}, status=422).json
        self.assertEqual((over["code"], over["rule"], over["field"]), ("over-limit", "budget", "project"))
        self.assertEqual(over["about"], [made.json["id"]])
        self.assertEqual(self.call("listProjects").json["items"][0]["project"], "llama")
        self.assertEqual([self.call("listReservations", query={"project": "llama"}).json["items"][0]["id"]], [booked["id"]])
        self.call("changeReservation", {"project": "not this!"}, id=booked["id"], headers=ANY, status=422)
        self.assertNotIn("project", self.call("changeReservation", {"project": None}, id=booked["id"], headers=ANY).json)
        self.call("changeBudget", {"gpu_hours": 5}, client=self.bartek, headers=old, status=403, **one)
        self.call("changeBudget", {"gpu_hours": 5}, status=428, **one)
        self.call("changeBudget", {}, headers=old, status=400, **one)
        changed = self.call("changeBudget", {"gpu_hours": 1, "when_spent": "warn"}, headers=old, **one).json
        self.assertEqual((changed["gpu_hours"], changed["version"]), (1, 2))
        stale = self.call("changeBudget", {"gpu_hours": 9}, headers=old, status=412, **one).json
        self.assertEqual(stale["current_budget"]["gpu_hours"], 1)
        warned = self.call("bookReservation", {**more, "until": at(hours=88)}, status=201).json
        self.assertEqual(warned["over_budget"][0]["budget_id"], made.json["id"])
        self.call("listEvents", query={"budget": made.json["id"]})
        self.call("cancelReservation", id=booked["id"], headers=ANY)
        self.call("cancelReservation", id=warned["id"], headers=ANY)
        self.call("removeBudget", client=self.bartek, headers=ANY, status=403, **one)

    def test_groups_and_grants_match_the_contract(self):
        group = {"id": self.call("makeGroup", {"name": "students"}, status=201).json["id"]}
        self.call("makeGroup", {"name": "STUDENTS"}, status=409)
        self.call("makeGroup", {"name": ""}, status=422)
        self.call("listGroups", query={"limit": 1})
        self.call("getGroup", **group)
        self.call("changeGroup", {"name": "pupils", "newcomers": False}, **group)
        me = self.call("whoAmI").json["person"]["id"]
        self.assertEqual(self.call("joinGroup", {"manager": True}, query={"dry_run": "true"}, person=me, **group).json["suspended"], [])
        self.call("joinGroup", {"manager": True}, person=me, status=204, **group)
        self.assertEqual(self.call("listMembers", **group).json["items"][0]["manager"], True)
        bartek = self.call("whoAmI", client=self.bartek).json["person"]["id"]
        his = {"person": bartek, **group}
        self.call("inviteToGroup", client=self.bartek, status=403, **his)
        self.call("inviteToGroup", status=204, **his)
        own = self.call("getPerson", id=bartek, client=self.bartek).json["invitations"]
        self.assertEqual([(one["group_id"], one["by_id"]) for one in own], [(group["id"], me)])
        self.call("listInvitations", client=self.bartek, status=403, **group)
        self.assertEqual(self.call("listInvitations", **group).json["items"][0]["declined"], False)
        self.call("endInvitation", client=self.bartek, status=204, **his)
        self.assertEqual(self.call("listInvitations", **group).json["items"][0]["declined"], True)
        self.call("inviteToGroup", status=403, **his)
        self.call("joinGroup", {}, client=self.bartek, status=204, **his)
        self.call("leaveGroup", client=self.bartek, status=204, **his)
        self.call("endInvitation", client=self.bartek, status=404, **his)
        self.call("listEvents", query={"group": group["id"]})
        window = {"days": ["sat", "sun"], "from": "22:00", "until": "06:00"}
        body = {"name": "nights", "to": {"groups": [group["id"]]}, "what": {"models": ["A100"]},
                "zone": "Europe/Warsaw", "windows": [window]}
        self.call("giveGrant", body, query={"dry_run": "true"})
        made = self.call("giveGrant", body, status=201)
        one = {"id": made.json["id"]}
        self.call("giveGrant", {**body, "zone": "Mars"}, status=422)
        self.call("giveGrant", body, client=self.bartek, status=403)
        self.call("listGrants", query={"group": group["id"], "person": "me", "gpu": self.gpus["gpu01:0"]})
        self.call("getGrant", **one)
        old = {"If-Match": made.headers["ETag"]}
        self.call("changeGrant", {"name": "weekends"}, query={"dry_run": "true"}, headers=old, **one)
        self.call("changeGrant", {"name": "weekends", "until": None}, headers=old, **one)
        stale = self.call("changeGrant", {"name": "x"}, headers=old, status=412, **one)
        self.assertEqual(stale.json["current_grant"]["name"], "weekends")
        self.call("changeGrant", {"name": "x"}, status=428, **one)
        self.call("changeGrant", {"until": at(hours=1), "from": at(hours=2)}, headers=ANY, status=422, **one)
        self.call("listEvents", query={"grant": one["id"]})
        self.call("withdrawGrant", query={"dry_run": "true"}, headers=ANY, **one)
        self.call("withdrawGrant", headers=ANY, status=204, **one)
        self.call("withdrawGrant", headers=ANY, status=404, **one)
        asked = {"from": at(), "until": at(hours=2)}
        self.assertEqual(self.call("whenClosed", query={**asked, "gpu": self.gpus["gpu01:0"]}).json["closed"], [])
        self.call("queryWhenClosed", {**asked, "gpu": [self.gpus["gpu01:0"]], "person": "bartek"})
        self.call("whenClosed", query={"from": at()}, status=400)
        self.call("whenClosed", query={"from": at(), "until": at(days=63)}, status=422)
        self.call("leaveGroup", query={"dry_run": "true"}, person=me, **group)
        self.call("leaveGroup", person=me, status=204, **group)
        self.call("leaveGroup", person=me, status=404, **group)
        self.call("removeGroup", query={"dry_run": "true"}, **group)
        self.call("removeGroup", status=204, **group)
        self.call("getGroup", status=404, **group)
