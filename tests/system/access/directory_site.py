"""The base of the tests of signing in with a directory's password: a node, an admin with a Dibs
password, a real slapd (`slapd`) over TLS, and the refusals."""
from concurrent.futures import ThreadPoolExecutor

from oidc_site import LIMITS, Site
from patience import wait_until
from slapd import BASE, SERVICE, SERVICE_PASSWORD, Authority, Slapd

WRONG = 401, "The name or the password is wrong."
AWAY = 503, "This name and password are not of Dibs, and the directory cannot be asked at the moment."
RIGHT = "directory pass"
UNLIMITED = LIMITS.format(tries=1000000) + "sign_ins_per_account_min = 1000000\n"
GROUPS = ('admins = "cn=dibs-admins,ou=groups,dc=example,dc=org"\n[ldap.groups]\n'
          '"CN=gpu-users, OU=groups, DC=example, DC=org" = "students"\n'
          '"cn=gpu-staff,ou=groups,dc=example,dc=org" = "staff"\n"cn=gpu-profs,ou=groups,dc=example,dc=org" = "staff"\n')


def group_dn(name, unit="groups"):
    return f"cn={name},ou={unit},{BASE}"


def member(*names):
    return {"memberOf": [group_dn(name) for name in names]}


class DirectorySite(Site):
    """A node, an admin with a Dibs password, and a slapd with a certificate."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.authority = Authority(cls.node.folder, "ca")
        cls.slapd = Slapd(cls.node.folder / "slapd", cls.authority.certify("127.0.0.1"))
        cls.addClassCleanup(cls.slapd.kill)
        cls.secret = cls.node.folder / "secret"
        cls.secret.write_text(SERVICE_PASSWORD + "\n")
        cls.secret.chmod(0o600)
        cls.node.configuration.write_text(cls.configuration())
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin("boss")
        cls.addClassCleanup(cls.admin.close)

    @classmethod
    def configuration(cls, more="create = true\n" + GROUPS, url=None, ca=None, limits=None):
        return (f'{UNLIMITED if limits is None else limits}[ldap]\nname = "lab"\n'
                f'url = "{url or f"ldap://127.0.0.1:{cls.slapd.port}"}"\nca = "{ca or cls.authority.certificate}"\n'
                f'bind_dn = "{SERVICE}"\nbind_password_file = "{cls.secret}"\nbase = "{BASE}"\n'
                f'name_attribute = "displayName"\n{more}')

    def setUp(self):
        self.admin.close()  # the server closes connections that are idle for a minute

    def reconfigure(self, **more):
        """Uses another configuration for this test."""
        def put(text):
            self.node.stop()
            self.node.configuration.write_text(text)
            self.node.start()
            self.admin.close()
        self.addCleanup(put, self.configuration())
        put(self.configuration(**more))

    def sign_in(self, name, password=RIGHT, node=None):
        client = (node or self.node).client()
        self.addCleanup(client.close)
        answer = client.post("/api/v1/session", {"name": name, "password": password})
        answer.client = client
        return answer

    def sign_in_there(self, name, password=RIGHT):
        """Tries again if a slow machine exceeded the six seconds that Dibs gives a directory."""
        def heard():
            answer = self.sign_in(name, password)
            return answer if answer.status != 503 else None
        return wait_until(heard, "the directory answers in time", self.node.text, every_s=0.5)

    def enter(self, name, password=RIGHT):
        answer = self.sign_in_there(name, password)
        self.assertEqual(answer.status, 201, f"{answer}\n{self.node.text()[-1500:]}")
        return answer.json["person"]

    def refused(self, name, password=RIGHT, node=None):
        answer = self.sign_in(name, password, node)
        return answer.status, answer.json["detail"]

    def assert_wrong(self, *tries):
        """Checks that each of these names and passwords is refused. A refusal takes a second;
        eight run at once, because ten may."""
        with ThreadPoolExecutor(8) as pool:
            for one, said in zip(tries, pool.map(lambda one: self.refused(*one), tries)):
                self.assertEqual(said, WRONG, one)

    def session_of(self, answer):
        """The row of the person signed in by this answer, or None."""
        head = {"Cookie": answer.headers["Set-Cookie"].split(";")[0]}
        now = answer.client.get("/api/v1/session", headers=head)
        return now.json["person"] if now.status == 200 else None
