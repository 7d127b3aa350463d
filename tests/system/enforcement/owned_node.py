"""dibsd under an account that is not root, which it requires, for tests that run as root for
their hosts."""
import shutil

from dibs_node import BUILD, Node

ACCOUNT = "dibs"


class OwnedNode(Node):
    def __init__(self, configuration, arguments):
        super().__init__(configuration=configuration, arguments=arguments)
        shutil.chown(self.folder, ACCOUNT, ACCOUNT)
        self.program = self.folder / "dibsd"  # its account may not read the build folder
        shutil.copy2(BUILD / "dibsd", self.program)
        for file in self.folder.iterdir():
            shutil.chown(file, ACCOUNT, ACCOUNT)

    def command(self, *words):
        return ["setpriv", f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups",
                "env", f"HOME={self.folder}", str(self.program), *super().command(*words)[1:]]
