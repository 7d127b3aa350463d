"""dibsd under the account that it insists on, for tests that are root because their hosts need it."""
import shutil

from dibs_node import BUILD, Node

ACCOUNT = "dibs"


class OwnedNode(Node):
    def __init__(self, configuration, arguments):
        super().__init__(configuration=configuration, arguments=arguments)
        shutil.chown(self.folder, ACCOUNT, ACCOUNT)
        self.program = self.folder / "dibsd"        # it may not read where this was built
        shutil.copy2(BUILD / "dibsd", self.program)
        for file in self.folder.iterdir():
            shutil.chown(file, ACCOUNT, ACCOUNT)

    def command(self, *words):
        return ["setpriv", f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups",
                "env", f"HOME={self.folder}", str(self.program), *super().command(*words)[1:]]
