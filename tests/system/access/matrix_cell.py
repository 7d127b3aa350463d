"""The client and the objects of a cell of matrix.txt, made as needed."""
from dibs_node import at

# The person, the credential, and whether the cell is about their own objects; otherwise about
# ben's.
COLUMNS = {
    "nobody": (None, ("none",), False),
    "observer": ("oda", ("password",), False), "observer-own": ("oda", ("password",), True),
    "user": ("ann", ("password",), False), "user-own": ("ann", ("password",), True),
    "manager": ("mia", ("password",), False), "admin": ("boss", ("password",), False),
    "t-read": ("ann", ("token", "read"), True), "t-book": ("ann", ("token", "book"), True),
    "t-metrics": ("ann", ("token", "metrics"), True), "t-admin": ("boss", ("token", "admin"), False),
    "lent": ("ann", ("lent", "read", "book"), True),
}


class Cell:
    """One cell: its client, the owner of its objects, and the objects."""

    def __init__(self, site, column):
        person, credential, self.own = COLUMNS[column]
        self.whose = person if self.own else "ben"
        self.site, self.who, self.person = site, site.asker(person, credential), site.people[self.whose]

    def kept(self, kind, make):
        """The same object for all cells about this person."""
        key = kind, self.whose
        if key not in self.site.things:
            self.site.things[key] = make()
        return self.site.things[key]

    def booking(self, **owner):
        """A booking in a unique hour, far ahead."""
        hours = next(self.site.numbers)
        return {"gpus": [self.site.gpus["gpu03:0"]], "from": at(hours=hours), "until": at(hours=hours + 1), **owner}

    def reservation(self):
        return self.site.done("bookReservation", self.booking(owner_id=self.person)).json["id"]

    def kept_reservation(self):
        return self.kept("reservation", self.reservation)

    def board(self, shared):
        return self.site.by_password(self.whose, "makeBoard", {"title": "b", "shared": shared}).json["id"]

    def kept_board(self, shared=False):
        return self.kept(f"board {shared}", lambda: self.board(shared))

    def fresh_board(self, shared=False):
        """For the observer, the board that she made as a user."""
        return self.kept_board(shared) if self.whose == "oda" else self.board(shared)

    def feed(self):
        return self.site.by_password(self.whose, "makeFeed", {}).json

    def feed_file(self):
        return self.kept("feed", self.feed)["url"].rpartition("/")[2]

    def invited_to(self):
        """A group that mia manages and to which the person is invited, and that person."""
        one = {"id": self.site.done("makeGroup", {"name": f"guild {next(self.site.numbers)}"}).json["id"]}
        self.site.done("joinGroup", {"manager": True}, person=self.site.people["mia"], **one)
        self.site.done("inviteToGroup", person=self.person, **one)
        return {**one, "person": self.person}

    def new_budget(self):
        """A budget of a project that has none yet."""
        return {"project": f"p{next(self.site.numbers)}", "gpu_hours": 5, "period": "month", "when_spent": "refuse"}

    def budget(self):
        return self.site.done("makeBudget", self.new_budget()).json["id"]

    def kept_budget(self):
        return self.kept("budget", self.budget)

    def token(self):
        return self.site.make_token(self.whose, ["read"])["id"]

    def session(self):
        who = {"client": self.site.stranger, "headers": self.site.sign_in(self.whose)}
        sessions = self.site.done("listSessions", query={"limit": 1000}, **who).json["items"]
        return next(one["id"] for one in sessions if one["current"])
