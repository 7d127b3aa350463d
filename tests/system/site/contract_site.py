"""An installation whose every answer is checked against the contract: the base of the contract
tests."""
from contract import Contract
from dibs_node import at
from installation import Installation

ANY = {"If-Match": "*"}


class ContractSite(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.contract = Contract(cls.admin.get("/api/v1/openapi.yaml").body)
        cls.bartek = cls.node.add_person(cls.admin, "bartek")
        cls.addClassCleanup(cls.bartek.close)
        cls.own_origin = {"Origin": f"http://127.0.0.1:{cls.node.port}"}

    def call(self, name, body=None, client=None, status=200, **more):
        answer = self.contract.call(client or self.admin, name, body, **more)
        self.assertEqual(answer.status, status, f"{name}: {answer}")
        return answer

    def booking(self, hours, gpus=("gpu01:0",), **other):
        return {"gpus": [self.gpus[g] for g in gpus], "from": at(hours=hours), "until": at(hours=hours + 1),
                **other}
