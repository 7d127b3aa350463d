"""Base of the tests that send wrong JSON and wrong HTTP."""
from dibs_node import at
from installation import Installation

RESERVATIONS = "/api/v1/reservations"


class BadRequest(Installation):
    """Whatever a test sends, the server keeps running and makes no booking of it."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.user = cls.node.add_person(cls.admin, "bartek")
        cls.addClassCleanup(cls.user.close)

    def setUp(self):
        self.bookings = self.admin.get(RESERVATIONS).body

    def tearDown(self):
        self.assertEqual(self.admin.get("/livez").status, 200)
        self.assertIsNone(self.node.process.poll())
        self.assertEqual(self.admin.get(RESERVATIONS).body, self.bookings, "something was half done")

    def booking(self, **other):
        return {"gpus": [self.gpus["gpu01:0"]], "from": at(hours=30), "until": at(hours=32), **other}

    def send(self, text, path=RESERVATIONS, **headers):
        return self.admin.post(path, text, headers={"Content-Type": "application/json", **headers})
