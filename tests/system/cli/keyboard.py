"""Runs a shell command as a person does: on its own terminal, with answers typed at its prompts."""
import os
import pty
import select
import signal
import time

from patience import PATIENCE_S

COLUMNS, LINES = 100, 40
CTRL_C = "\x03"


class TerminalResult:
    """The terminal's output, and the command's exit code."""

    def __init__(self, line, code, out):
        self.line, self.code, self.out = line, code, out

    def __repr__(self):
        return f"$ {self.line}\nexit {self.code}\n{self.out}"


def next_answer(shown, answers):
    """The answer to the prompt at the end of `shown`; a function makes it from the shown text."""
    for prompt, answer in answers.items():
        if shown.rstrip().endswith(prompt):
            return answer(shown) if callable(answer) else answer
    return None


def run(line, environment, folder, answers=None, patience_s=PATIENCE_S):
    """`answers`: {the end of a prompt: the typed text}, with a line end unless it is Ctrl-C."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execvpe("bash", ["bash", "-c", f"stty cols {COLUMNS} rows {LINES}; {line}"], environment)
    shown, answered, deadline = b"", 0, time.monotonic() + patience_s
    try:
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    more = os.read(terminal, 65536)
                except OSError:  # the other end is closed
                    break
                shown += more
                continue
            answer = next_answer(shown[answered:].decode(errors="replace"), answers or {})
            if answer is not None:
                answered = len(shown)
                os.write(terminal, (answer if answer == CTRL_C else answer + "\n").encode())
        else:
            os.kill(pid, signal.SIGKILL)
    finally:
        os.close(terminal)
    _, status = os.waitpid(pid, 0)
    return TerminalResult(line, os.waitstatus_to_exitcode(status), shown.decode(errors="replace").replace("\r\n", "\n"))
