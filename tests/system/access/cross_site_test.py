#!/usr/bin/env python3
"""Pages of other sites in a signed-in browser. They send every changing operation like an
admin's own page, except for the origin headers or the form encoding. All are refused before any
effect; the same request from Dibs's own page is done. Only Dibs's own pages can open streams.
Site and requests come from matrix_test."""
import re
import unittest

import matrix_test
from matrix_test import BEHIND, OWN_ONLY, SENT, Cell
from websocket_client import Refused, WebSocket

CHANGES = {"POST", "PUT", "PATCH", "DELETE"}
# Signs out the client or the person of the request: the next request needs a new session.
ENDS = matrix_test.ENDS | {"endSession", "setPassword"}
FORMS = ("text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded",
         "multipart/form-data; boundary=x", "text/html", "application/jsonp", "application/json, text/plain",
         "text/plain; application/json", "application/json; charset=utf-16", "application/xml", None)


def foreign_origins(port):
    """Headers that a foreign page makes a browser send. `None` is a header that is not sent."""
    own = f"http://127.0.0.1:{port}"
    origins = ["https://evil.example", "null", "", "http://127.0.0.1", f"http://127.0.0.1:{port + 1}", f"{own}0",
               f"http://localhost:{port}", f"http://sub.127.0.0.1:{port}", f"{own}.evil.example",
               f"http://evil.example/127.0.0.1:{port}", f"http://127.0.0.1:{port}@evil.example", f"http://x@127.0.0.1:{port}",
               f"ftp://127.0.0.1:{port}", f"ws://127.0.0.1:{port}", f"127.0.0.1:{port}", f"{own}/", f"{own} ", "file://",
               f"{own}, https://evil.example", f"http://127.1:{port}", f"http://[::ffff:127.0.0.1]:{port}"]
    variants = {f"Origin: {origin}": {"Origin": origin} for origin in origins if origin.strip() != own}
    variants["our Origin, no Dibs-Client"] = {"Origin": own, "Dibs-Client": ""}
    for site in ("cross-site", "same-site", "CROSS-SITE"):
        variants[f"no Origin, Sec-Fetch-Site: {site}"] = {"Origin": None, "Sec-Fetch-Site": site}
        variants[f"our Origin, Sec-Fetch-Site: {site}"] = {"Origin": own, "Sec-Fetch-Site": site}
    return variants


class CrossSite(matrix_test.MatrixTest):
    # they run there
    locals().update({name: None for name in dir(matrix_test.MatrixTest) if name.startswith("test_")})

    def request(self, operation):
        cell = Cell(self, "user-own" if operation in OWN_ONLY else "admin")
        sent = SENT.get(operation, lambda _: {})(cell)
        return cell.who, {**sent, "headers": {**cell.who.headers, **sent.get("headers", {})}}

    def position(self):
        return int(self.admin.get("/api/v1/session").headers["Dibs-Position"])

    def what_people_did(self, since):
        """Events recorded since then, refusals included, except those from hosts."""
        listed = self.done("listEvents", query={"after": since, "limit": 1000}).json["items"]
        return [event["type"] for event in listed if event.get("actor_id")]

    def refused(self, who, operation, sent, how, status):
        headers = {name: value for name, value in {**sent["headers"], **how}.items() if value is not None}
        self.asked += 1
        try:
            answer = self.contract.call(who.client, operation, **{**sent, "headers": headers})
        except AssertionError as wrong:
            return f"{operation} {how}: {' '.join(str(wrong).split())[:200]}"
        return answer.status not in status and f"{operation} {how}: {answer.status}"

    def changing(self):
        return sorted(name for name, (method, *_) in self.contract.operations.items() if method in CHANGES)

    def test_requests_of_foreign_pages_are_refused_without_a_trace(self):
        self.asked, found, variants = 0, [], foreign_origins(self.node.port)
        for operation in self.changing():
            who, sent = self.request(operation)
            before = self.position()
            found += filter(None, (self.refused(who, operation, sent, how, {403}) for how in variants.values()))
            self.assertEqual(self.what_people_did(before), [], operation)
            # It was refused for its origin: Dibs's own page may do it.
            done = self.contract.call(who.client, operation, **sent)
            if done.status >= 300 and done.status != BEHIND.get(operation):
                found.append(f"{operation} from our own page: {done}")
            if operation in ENDS:
                self.askers.clear()
        print(f"cross-site: {len(self.changing())} operations x {len(variants)} origins, {self.asked} requests")
        self.assertEqual(found, [])

    def test_form_encodings_are_refused(self):
        self.asked, found = 0, []
        for operation in self.changing():
            who, sent = self.request(operation)
            takes = "requestBody" in self.contract.operations[operation][2]
            bodies = [("json", '{"a":"b="}'), ("form", "a=b"), ("a form that is JSON", '{"a":"="}=')]
            for kind in FORMS:
                for _, body in bodies:
                    how = {"client": who.client, "operation": operation}
                    answer = self.as_a_form(sent, kind, body, **how)
                    self.asked += 1
                    if answer.status != 415:
                        found.append(f"{operation} as {kind}: {answer.status}{'' if takes else ', takes no body'}")
        print(f"cross-site: {len(self.changing())} operations x {len(FORMS)} content types x 3 bodies, {self.asked} requests")
        self.assertEqual(found, [])

    def as_a_form(self, sent, kind, body, client, operation):
        method, path, _ = self.contract.operations[operation]
        path = re.sub(r"{(\w+)}", lambda place: sent.get(place[1], ""), path)
        headers = {**sent["headers"], **({"Content-Type": kind} if kind else {})}
        return client.ask(method, path, body.encode(), headers=headers)

    def test_a_stream_is_opened_by_own_pages_only(self):
        who = self.asker("boss", ("password",))
        for what, how in foreign_origins(self.node.port).items():
            # a WebSocket cannot have Dibs's headers: a ticket replaces them
            if "Dibs-Client" in how:
                continue
            with self.subTest(what), self.assertRaises(Refused) as refused:
                WebSocket(self.node.port, None, **{**who.headers, **how}).close()
            self.assertIn("HTTP/1.1 403 ", str(refused.exception), what)
        for path in ("/api/v1/stream?", "/api/v1/stream?ticket=", "/api/v1/stream?ticket=" + "A" * 90):
            with self.subTest(path), self.assertRaises(Refused) as refused:
                WebSocket(self.node.port, None, path, **who.headers).close()
            self.assertIn("HTTP/1.1 403 ", str(refused.exception), path)
        self.open_stream(who).subscribe("events")


if __name__ == "__main__":
    unittest.main()
