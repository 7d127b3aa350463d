#!/usr/bin/env python3
"""Access control: each operation of the contract with each role and kind of credential, about
own and other people's objects. The answers are compared with matrix.txt, which is written by
hand. An operation without a row, a row without an operation and a column without a cell fail.
The last test checks which streams and histories show private events."""
import itertools
import pathlib
import types
import unittest

from contract_site import ContractSite
from dibs_node import FINGERPRINT, PASSWORD, at
from matrix_cell import COLUMNS, Cell
from websocket_client import Refused, WebSocket

TABLE = pathlib.Path(__file__).with_name("matrix.txt")
WORDS = {"yes", "401", "403", "404", "-"}
REFUSALS = {(401, "not-signed-in"), (403, "not-allowed"), (404, "not-found")}

ROLES = {"oda": "observer", "ann": "user", "ben": "user", "mia": "user", "boss": "admin"}

ANY, DRY = {"If-Match": "*"}, {"dry_run": "true"}
PERSONAL, SHARED = ({"title": "b", "shared": shared} for shared in (False, True))
# Refused only after the access check, for the state of the object: so no new object is needed for
# each cell.
BEHIND = {"addHost": 409, "removeHost": 409, "moveGpu": 409, "releaseReservation": 409, "reinstateReservation": 409,
          "approveReservation": 409, "declineReservation": 409, "keepReservation": 409, "setUp": 409, "startOidcSignIn": 409,
          "finishOidcSignIn": 409, "takeDeviceToken": 404, "getDeviceLogin": 404, "approveDeviceLogin": 404,
          "declineDeviceLogin": 404, "usePasswordLink": 404, "turnOnSecondFactor": 422, "beginSignUp": 409,
          "completeSignUp": 409}
OWN_ONLY = {"beginSecondFactor", "turnOnSecondFactor"}  # not even an admin may
# After these, if done, credentials are gone: the next request needs a new session.
ENDS = {"setPassword", "signOut", "signOutEverywhere", "revokeToken:itself"}
# called while usage is visible to its own person only
PRIVATE = {"getUsageReport:private", "queryUsageReport:private"}


def read_table():
    """The columns, and (operation or operation:variant, cells) of each row."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return rows[0][1:], [(row[0], row[1:]) for row in rows[1:]]


def since(**more):
    return {"from": at(hours=-1), **more}


def window(**more):
    return {"from": at(), "until": at(hours=2), **more}


# The request of each row: as little as possible, so that it would be done. A missing row sends
# nothing; a missing variant sends the request of its operation.
SENT = {row: request for rows, request in {
    "bookReservation": lambda c: {"query": DRY, "body": c.booking(**({} if c.own else {"owner_id": c.person}))},
    "queryReservations queryProcesses queryViolations": lambda c: {"body": {"limit": 1}},
    "getReservation releaseReservation reinstateReservation approveReservation":
        lambda c: {"id": c.kept_reservation()},
    "keepReservation": lambda c: {"id": c.kept_reservation(), "body": {"for_min": 60}},
    "declineReservation": lambda c: {"id": c.kept_reservation(), "body": {"reason": "r"}},
    "changeReservation": lambda c: {"id": c.kept_reservation(), "body": {"title": "t"}, "headers": ANY},
    "cancelReservation": lambda c: {"id": c.reservation(), "headers": ANY},
    "proposeSwap": lambda c: {"id": c.kept_reservation()},
    "findOffers": lambda c: {"body": {"count": 1, "duration_s": 3600}},
    "parseGpuRequest": lambda c: {"body": {"text": "2xA100"}},
    "parseTime": lambda c: {"body": {"text": "4h", "zone": "UTC"}},
    "readTime": lambda c: {"query": {"text": "4h", "zone": "UTC"}},
    "getCalendar": lambda c: {"query": window()},
    "queryCalendar": lambda c: {"body": window()},
    "getHost": lambda c: {"id": c.site.hosts["gpu01"]["id"]},
    "addHost": lambda c: {"body": {"name": "gpu01", "address": "127.0.0.1", "host_key_fingerprint": FINGERPRINT}},
    "askFingerprint": lambda c: {"body": {"address": "127.0.0.1", "port": c.site.hosts["gpu01"]["port"]}},
    "changeHost": lambda c: {"id": c.site.hosts["gpu01"]["id"], "headers": ANY,
                             "body": {"port": c.site.hosts["gpu01"]["port"]}},
    "removeHost": lambda c: {"id": c.site.hosts["gpu02"]["id"]},
    "getGpu": lambda c: {"id": c.site.gpus["gpu01:0"]},
    "moveGpu": lambda c: {"id": c.site.gpus["gpu01:0"], "body": {"host_id": c.site.hosts["gpu02"]["id"]}},
    "getUsage getUsageOwners getUsageSplit": lambda c: {"query": since(gpu=c.site.gpus["gpu01:0"])},
    "queryUsage queryUsageOwners queryUsageSplit": lambda c: {"body": since(gpu=[c.site.gpus["gpu01:0"]])},
    "getUsageReport": lambda c: {"query": since(person="me" if c.own else c.person)},
    "queryUsageReport": lambda c: {"body": since(person=["me" if c.own else c.person])},
    "excuseViolation": lambda c: {"id": c.site.violations[c.whose], "body": {"reason": "r"}},
    "withdrawExcuse": lambda c: {"id": c.site.violations[c.whose]},
    "setViolationLevel": lambda c: {"body": {"host_id": c.site.hosts["gpu01"]["id"], "level": "against_bookings"}},
    "changeRules": lambda c: {"body": {"most_gpus": 1024}, "headers": ANY},
    "makeFeed": lambda c: {"body": {}},
    "makeFeed:group": lambda c: {"body": {"group_id": c.site.empty_group}},
    "getFeed": lambda c: {"id": c.kept("feed", c.feed)["feed"]["id"]},
    "closeFeed": lambda c: {"id": c.feed()["feed"]["id"]},
    "exportCalendar:group": lambda c: {"query": {"group": c.site.empty_group}},
    "readFeed": lambda c: {"file": c.feed_file()},
    "makeBoard": lambda c: {"body": {"title": "b"}},
    "getBoard": lambda c: {"id": c.kept_board()},
    "getBoard:shared": lambda c: {"id": c.kept_board(True)},
    "changeBoard": lambda c: {"id": c.kept_board(), "body": {**PERSONAL, "panels": []}, "headers": ANY},
    "changeBoard:shared": lambda c: {"id": c.kept_board(True), "body": {**SHARED, "panels": []}, "headers": ANY},
    "editBoard": lambda c: {"id": c.kept_board(), "body": PERSONAL, "headers": ANY},
    "editBoard:shared": lambda c: {"id": c.kept_board(True), "body": SHARED, "headers": ANY},
    "removeBoard": lambda c: {"id": c.fresh_board(), "headers": ANY},
    "removeBoard:shared": lambda c: {"id": c.fresh_board(True), "headers": ANY},
    "getPerson getErasure unlinkPerson makePasswordLink": lambda c: {"id": c.person},
    "addPerson": lambda c: {"body": {"name": "new", "unix_name": f"new{next(c.site.numbers)}", "password": PASSWORD}},
    "changePerson": lambda c: {"id": c.person, "body": {"name": c.whose, "mail": f"{c.whose}@example.org"}},
    "changePerson:role": lambda c: {"id": c.person, "body": {"role": "admin" if c.own else ROLES[c.whose]}},
    "removePerson disablePerson enablePerson": lambda c: {"id": c.person, "query": DRY},
    "erasePerson": lambda c: {"id": c.person, "query": DRY, "body": {"unix_name": c.whose}},
    "setPassword": lambda c: {"id": c.person, "body": {"password": PASSWORD, **(
        {"current_password": PASSWORD} if c.own else {})}},
    "beginSecondFactor": lambda c: {"id": c.person, "body": {"current_password": PASSWORD}},
    "turnOnSecondFactor": lambda c: {"id": c.person, "body": {"enrolment": "e", "code": "000000"}},
    "turnOffSecondFactor": lambda c: {"id": c.person, "body": {"current_password": PASSWORD} if c.own else None},
    "makeToken": lambda c: {"body": {"label": "l", "scopes": ["read"]}},
    "makeToken:more": lambda c: {"body": {"label": "l", "scopes": ["read", "book", "admin"]}},
    "getToken revokeToken": lambda c: {"id": c.token()},
    "revokeToken:itself": lambda c: {"id": c.who.token},
    "signIn": lambda c: {"body": {"token": c.site.make_token("ben", ["read"])["secret"]}},
    "changePreferences": lambda c: {"body": {"theme": "dark"}},
    "listSessions signOutEverywhere": lambda c: {"query": {} if c.own else {"person": c.person}},
    "getSession endSession": lambda c: {"id": c.session()},
    "setUp": lambda c: {"body": {"token": "t", "name": "eve", "unix_name": "eve", "password": PASSWORD}},
    "beginSignUp": lambda c: {"body": {"unix_name": "eve"}},
    "completeSignUp": lambda c: {"body": {"unix_name": "eve", "code": "c", "name": "eve", "password": PASSWORD}},
    "beginDeviceLogin": lambda c: {"body": {"label": "l"}},
    "usePasswordLink": lambda c: {"body": {"secret": "nobody's", "password": PASSWORD}},
    "takeDeviceToken": lambda c: {"body": {"device_code": "nobody's"}},
    "getDeviceLogin approveDeviceLogin declineDeviceLogin": lambda c: {"code": "BBBB-BBBB"},
    "getGroup listMembers listInvitations": lambda c: {"id": c.site.group},
    "makeGroup": lambda c: {"body": {"name": f"group {next(c.site.numbers)}"}},
    "changeGroup": lambda c: {"id": c.site.group, "body": {"newcomers": False}},
    "limitGroup": lambda c: {"id": c.site.group, "body": {"gpus_at_once": None}},
    "removeGroup": lambda c: {"id": c.site.group, "query": DRY},
    "joinGroup": lambda c: {"id": c.site.empty_group, "person": c.person, "query": DRY, "body": {}},
    "joinGroup:manager": lambda c: {"id": c.site.group, "person": c.person, "query": DRY, "body": {"manager": True}},
    "joinGroup:invited": lambda c: {**c.invited_to(), "query": DRY, "body": {}},
    "inviteToGroup": lambda c: {"id": c.site.empty_group, "person": c.person},
    "endInvitation": lambda c: c.invited_to(),
    "leaveGroup": lambda c: {"id": c.site.group, "person": c.person, "query": DRY},
    "leaveGroup:manager": lambda c: {"id": c.site.group, "person": c.site.people["boss"], "query": DRY},
    "makeBudget": lambda c: {"body": c.new_budget()},
    "getBudget": lambda c: {"id": c.kept_budget()},
    "changeBudget": lambda c: {"id": c.kept_budget(), "body": {"when_spent": "warn"}, "headers": ANY},
    "removeBudget": lambda c: {"id": c.budget(), "headers": ANY},
    "getGrant": lambda c: {"id": c.site.grant},
    "giveGrant": lambda c: {"body": c.site.nights, "query": DRY},
    "changeGrant": lambda c: {"id": c.site.grant, "body": {"name": "x"}, "query": DRY, "headers": ANY},
    "withdrawGrant": lambda c: {"id": c.site.grant, "query": DRY, "headers": ANY},
    "whenClosed": lambda c: {"query": window(person=c.person)},
    "queryWhenClosed": lambda c: {"body": window(person=c.person)},
    "listEvents": lambda c: {"query": {"limit": 1}},
    "getEventSchema": lambda c: {"type": "token.issued.v1"},
    # on loopback no credential is needed without a proxy
    "getMetrics": lambda c: {"headers": {"Via": "1.1 a-proxy"}},
    "getDcgmMetrics": lambda c: {"headers": {"Via": "1.1 a-proxy"}},
    "getProblem": lambda c: {"code": "not-allowed"},
}.items() for row in rows.split()}


class MatrixTest(ContractSite):
    maxDiff = None

    @classmethod
    def first_admin(cls):
        return cls.node.make_admin("boss")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.askers, cls.devices, cls.things, cls.numbers = {}, {}, {}, itertools.count(700)
        cls.stranger = cls.node.client()
        cls.addClassCleanup(cls.stranger.close)
        cls.people = {"boss": cls.done("whoAmI").json["person"]["id"]}
        for name in ("oda", "ann", "ben", "mia"):
            new = {"name": name, "unix_name": name, "password": PASSWORD}
            cls.people[name] = cls.done("addPerson", new).json["id"]
        cls.hosts = {host["name"]: host for host in cls.done("listHosts").json["items"]}
        cls.group, cls.empty_group = (cls.done("makeGroup", {"name": name}).json["id"] for name in ("lab", "crew"))
        for name, person in cls.people.items():
            cls.done("joinGroup", {"manager": name in ("mia", "boss")}, id=cls.group, person=person)
        cls.done("joinGroup", {"manager": True}, id=cls.empty_group, person=cls.people["mia"])
        cls.nights = {"name": "nights", "to": {"groups": [cls.group]}, "what": {"models": ["A100"]}}
        cls.grant = cls.done("giveGrant", cls.nights).json["id"]
        for shared in (False, True):  # while she is a user
            Cell(cls, "observer-own").kept_board(shared)
        cls.done("changePerson", {"role": "observer"}, id=cls.people["oda"])
        cls.askers.clear()
        cls.violations = cls.strangers_on_the_gpus_of(("ann", "ben", "oda"))

    @classmethod
    def done(cls, name, body=None, client=None, **more):
        """Does it as the admin unless `client` is given; returns the answer."""
        answer = cls.contract.call(client or cls.admin, name, body, **more)
        assert answer.status < 300, f"{name}: {answer}"
        return answer

    @classmethod
    def strangers_on_the_gpus_of(cls, owners):
        """The violation on each owner's booking."""
        for i, name in enumerate(owners):
            cls.done("bookReservation", window(gpus=[cls.gpus[f"gpu02:{i}"]], owner_id=cls.people[name]))
        cls.fleet.wants("gpu02", *(f"{i} zoe 512 20 ./short" for i in range(len(owners))))

        def found():
            opened = cls.done("listViolations", query={"state": "open"}).json["items"]
            return len(opened) == len(owners) and {one["owner_name"]: one["id"] for one in opened}
        return cls().until(found)

    # Clients

    @classmethod
    def sign_in(cls, person, token=None):
        """The headers of a new session. Each person always uses one device, which has its own
        count of tries."""
        body = {"token": token["secret"]} if token else {"name": person, "password": PASSWORD}
        device = cls.devices.get(person, {})
        entered = cls.done("signIn", body, cls.stranger, headers={**cls.own_origin, **device}).headers
        session, *known = (cookie.split(";")[0] for cookie in entered.get_all("Set-Cookie"))
        cls.devices.update({person: {"Cookie": cookie} for cookie in known})
        return {"Cookie": session, **cls.own_origin}

    @classmethod
    def by_password(cls, person, name, body):
        who = cls.asker(person, ("password",))
        return cls.done(name, body, who.client, headers=who.headers)

    @classmethod
    def make_token(cls, person, scopes):
        return cls.by_password(person, "makeToken", {"label": "l", "scopes": scopes}).json

    @classmethod
    def asker(cls, person, credential):
        """A client, the headers it sends, and the id of the token behind it."""
        if (person, credential) not in cls.askers:
            cls.askers[person, credential] = types.SimpleNamespace(**cls.new_asker(person, *credential))
        return cls.askers[person, credential]

    @classmethod
    def new_asker(cls, person, kind, *scopes):
        if kind == "none":
            return {"client": cls.stranger, "headers": cls.own_origin}
        if kind == "password":
            return {"client": cls.stranger, "headers": cls.sign_in(person)}
        token = cls.make_token(person, list(scopes))
        if kind == "lent":
            return {"client": cls.stranger, "headers": cls.sign_in(person, token), "token": token["id"]}
        client = cls.node.client(token["secret"])
        cls.addClassCleanup(client.close)
        return {"client": client, "headers": {}, "token": token["id"]}

    # Answers

    def open_stream(self, who):
        stream = WebSocket(self.node.port, who.client.token, **who.headers)
        self.addCleanup(stream.close)
        return stream

    def answered(self, row, column):
        """The table's word for the server's answer; the answer itself if the table has no word."""
        operation = row.partition(":")[0]
        cell = Cell(self, column)
        if operation == "openStream":
            try:
                self.open_stream(cell.who).close()
            except Refused as refused:
                return str(refused).split()[1]
            return "yes"
        sent = SENT.get(row, SENT.get(operation, lambda _: {}))(cell)
        sent["headers"] = {**cell.who.headers, **sent.get("headers", {})}
        answer = self.contract.call(cell.who.client, operation, **sent)
        if answer.status < 400 or answer.status == BEHIND.get(operation):
            if row in ENDS:
                self.askers.clear()
            return "yes"
        known = (answer.status, answer.json["code"])
        return str(answer.status) if known in REFUSALS else f"{known[0]} {known[1]}: {answer.json['detail']}"

    def deviations(self, row, cells):
        for column, expected in ((column, cell) for column, cell in zip(COLUMNS, cells) if cell != "-"):
            try:
                got = self.answered(row, column)
            except AssertionError as wrong:
                got = "no answer to judge: " + " ".join(str(wrong).split())[:300]
            self.asked += 1
            if got != expected:
                yield f"{row}, {column}: expected {expected}, got {got}"

    def test_each_operation_has_a_row_and_each_row_all_cells(self):
        columns, rows = read_table()
        self.assertEqual(columns, list(COLUMNS))
        names, operations = [name for name, _ in rows], set(self.contract.operations)
        wrong = {
            "operations without a row": operations - set(names),
            "rows without an operation": {name for name in names if name.partition(":")[0] not in operations},
            "rows that are there twice": {name for name in names if names.count(name) > 1},
            "rows with a cell too few or too many": {name for name, cells in rows if len(cells) != len(columns)},
            "rows with a cell that says nothing": {name for name, cells in rows if set(cells) - WORDS},
            "requests without a row": (set(SENT) | set(BEHIND) | ENDS | PRIVATE) - set(names),
        }
        self.assertEqual({what: sorted(found) for what, found in wrong.items() if found}, {})

    def test_the_server_answers_each_cell_as_the_table_says(self):
        columns, rows = read_table()
        self.asked, found = 0, []
        for row, cells in rows:
            shown_to = "own" if row in PRIVATE else "everyone"
            self.done("changeRules", {"usage_visible_to": shown_to}, headers=ANY)
            found += self.deviations(row, cells)
        print(f"matrix: {len(rows)} rows x {len(columns)} columns, {self.asked} cells asked, the others not applicable")
        if found:
            self.fail(f"{len(found)} cells are not as the table says:\n" + "\n".join(found))

    # The person's own history shows it too. Streams are shared by all people without the admin
    # role.
    def test_the_streams_and_histories_hide_private_events(self):
        askers = {name: self.asker(name, ("password",)) for name in ("oda", "ann", "ben", "boss")}
        streams = {name: self.open_stream(who) for name, who in askers.items()}
        for stream in streams.values():
            stream.subscribe("events")
        made = self.by_password("ann", "makeToken", {"label": "l", "scopes": ["read"]})
        private = int(made.headers["Dibs-Position"])
        public = int(self.done("makeGroup", {"name": "told to all"}).headers["Dibs-Position"])
        shown = {}
        for name, who in askers.items():
            seen = set()
            while public not in seen:
                seen |= {event["position"] for event in streams[name].receive().get("events", [])}
            page = self.done("listEvents", None, who.client, headers=who.headers, query={"after": private - 1})
            listed = {event["position"] for event in page.json["items"]}
            shown[name] = {"stream": private in seen, "history": private in listed}
        self.assertEqual({name for name, told in shown.items() if told["stream"]}, {"boss"})
        self.assertEqual({name for name, told in shown.items() if told["history"]}, {"ann", "boss"})


if __name__ == "__main__":
    unittest.main()
