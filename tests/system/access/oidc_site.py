"""The base of the tests of signing in with an identity provider: a node that uses one, its
admin, and checks of the page that a browser lands on."""
import json
import unittest

from dibs_node import PASSWORD, Node
from patience import PATIENCE_S

SECRET = "not-for-anybody-else-0123456789"
CLIENT = "dibs"
LIMITS = ("[limits]\ncommands_per_min = 1000000\nsign_ins_per_min = 1000000\n"
          "sign_ins_per_address_min = {tries}\n")


def configuration(node, issuer, secret_file=None, tries=1000000, more=""):
    secret = f'client_secret_file = "{secret_file}"\n' if secret_file else ""
    return (f'[server]\npublic_url = "{node.url.removesuffix(node.base)}"\n{LIMITS.format(tries=tries)}'
            f'[oidc]\nname = "Lab account"\nissuer = "{issuer}"\nclient_id = "{CLIENT}"\n{secret}{more}')


class Site(unittest.TestCase):
    """A node that uses a provider, an admin, and browsers."""
    base = ""

    @classmethod
    def begin(cls, issuer, **more):
        cls.node.configuration.write_text(configuration(cls.node, issuer, **more))
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin("boss")
        cls.addClassCleanup(cls.admin.close)

    @classmethod
    def setUpClass(cls):
        cls.node = Node(base=cls.base)
        cls.addClassCleanup(cls.node.remove)

    @property
    def door(self):
        return self.node.url + "/api/v1/session/oidc"

    def start_with(self, text):
        """dibsd's message about this configuration, which it refuses."""
        self.node.configuration.write_text(text)
        self.node.start(wait=False)
        self.node.process.wait(PATIENCE_S)
        said = self.node.text()
        self.node.output.unlink()
        return said

    def add(self, name, role="user"):
        made = self.admin.post("/api/v1/people", {"name": name.title(), "unix_name": name, "role": role,
                                                  "password": PASSWORD})
        self.assertEqual(made.status, 201, made)
        return made.json["id"]

    def who(self, browser):
        """The row of the person signed in there, or None."""
        page = browser.ask(self.node.url + "/api/v1/session")
        return json.loads(page.text)["person"] if page.status == 200 else None

    def is_landing(self, url):
        return url.startswith(self.node.url + "/") and "/api/" not in url

    def refusal(self, page):
        """The reason that the page gives for a refusal; None: signed in."""
        self.assertEqual(page.status, 303, page)
        self.assertTrue(self.is_landing(page.url), page)
        return page.query.get("refused")

    def group(self, name):
        made = self.admin.post("/api/v1/groups", {"name": name})
        self.assertEqual(made.status, 201, made)
        return made.json["id"]

    def members(self, group):
        return sorted(m["unix_name"] for m in self.admin.get(f"/api/v1/groups/{group}/members").json["items"])
