"""Base class of the tests that send malformed JSON and HTTP to a real dibsd."""
from dibs_node import at
from installation import Installation

RESERVATIONS = "/api/v1/reservations"


class BadRequest(Installation):
    """After each test, checks that the server is alive and the bookings are unchanged.

    `user` is the HTTP client of the person `bartek`. A test that makes bookings on purpose reads
    `bookings` again afterwards."""

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

    def booking(self, **members):
        """The body of a valid booking of gpu01:0, with `members` added or replaced."""
        return {"gpus": [self.gpus["gpu01:0"]], "from": at(hours=30), "until": at(hours=32),
                **members}

    def send(self, text, path=RESERVATIONS, **headers):
        """Posts `text` unchanged, as JSON, with these headers. Returns the answer."""
        return self.admin.post(path, text, headers={"Content-Type": "application/json", **headers})
