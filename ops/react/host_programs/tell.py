"""Writes a message to the terminals of one user of this host. Python 3.6 and later.

dibsd sends this program over SSH. It runs as the account of the probe, a member of the group tty.
Input: one line of JSON on standard input, {"user": account name or uid, "lines": 1 to 20 texts}.
Output: the line "#dibs-answer 1" and one line of JSON with the outcome, and either the counts of
terminals or a text in "detail". tell.hpp lists the outcomes. Errors are outcomes too. An alarm ends
the program after 30 seconds, for example if the input stalls; then there is no answer.

Terminals are found by the owner of their device: utmp has no SSH sessions on newer systems. dibsd
cleans the message, and this program cleans it again: it writes no control characters but CR and
LF."""
import errno
import json
import os
import pwd
import re
import select
import signal
import stat
import sys
import termios
import time

SENTINEL = "#dibs-answer 1"
MAX_INPUT_BYTES = 16384
MAX_BYTES = 500             # of a message
MAX_TERMINALS = 64
DEADLINE_S = 5              # for writing to all terminals
IUTF8 = 0x4000              # termios input flag of Linux: the terminal reads UTF-8


class Outcome(Exception):
    """Ends the program with an answer; `reply` is its JSON."""

    def __init__(self, outcome, detail="", **counts):
        super().__init__(outcome)
        self.reply = dict({"outcome": outcome}, **counts)
        if detail:
            self.reply["detail"] = detail


def refuse(detail):
    """Ends the program because of the request; `detail` says what is wrong with it."""
    raise Outcome("refused", detail)


def unique_members(pairs):
    """The members of a JSON object; refuses a duplicate."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            refuse("a member is given twice")
    return dict(pairs)


def read_request():
    """Reads and validates the request."""
    line = sys.stdin.buffer.readline(MAX_INPUT_BYTES + 1)
    if not line.endswith(b"\n") or len(line) > MAX_INPUT_BYTES:
        refuse("the input is not one line of at most %d bytes" % MAX_INPUT_BYTES)
    try:
        request = json.loads(line.decode("utf-8"), object_pairs_hook=unique_members)
    except (ValueError, RecursionError):
        refuse("the input is not JSON")
    if not isinstance(request, dict) or set(request) != {"user", "lines"}:
        refuse("the input has other members than user and lines")
    user, lines = request["user"], request["lines"]
    if not isinstance(user, str) or not re.match(r"[A-Za-z0-9_][A-Za-z0-9_.@\\+ -]{0,127}\$?\Z", user):
        refuse("user: out of its form")
    if not isinstance(lines, list) or not 1 <= len(lines) <= 20 or \
            not all(isinstance(line, str) for line in lines):
        refuse("lines: not 1 to 20 texts")
    return request


def is_printable(character):
    """True for printable ASCII, and for letters outside ASCII."""
    return " " <= character <= "~" or (character > "\x9f" and character.isalpha())


def encode_message(lines, utf8):
    """The bytes to write; "?" replaces each unsafe character. Without UTF-8, only ASCII is safe: a
    terminal may read the bytes of another letter as control characters."""
    safe = is_printable if utf8 else lambda c: " " <= c <= "~"
    text = "".join("\r\n" + "".join(c if safe(c) else "?" for c in line) for line in lines) + "\r\n"
    return text.encode("utf-8")


def uid_of(user):
    """The uid of an account; `user` may be a uid in decimal. Refuses an unknown account."""
    try:
        return pwd.getpwnam(user).pw_uid
    except KeyError:
        if user.isdigit():
            return int(user)
        refuse("there is no such user here")


def terminals_of(uid):
    """Paths of the terminals that this user owns, at most MAX_TERMINALS. /dev/pts has those of SSH,
    screen and tmux; /dev/tty* are consoles."""
    paths = []
    for folder, pattern in (("/dev/pts", r"\d+\Z"), ("/dev", r"tty\d+\Z")):
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        for name in names:
            path = os.path.join(folder, name)
            if re.match(pattern, name) and is_terminal_of(uid, path, os.lstat):
                paths.append(path)
    return paths[:MAX_TERMINALS]


def is_terminal_of(uid, path, get_status):
    """True if `path` is a character device that this user owns. `path` may be a descriptor, with
    os.fstat as `get_status`."""
    try:
        status = get_status(path)
    except OSError:
        return False
    return stat.S_ISCHR(status.st_mode) and status.st_uid == uid


def open_terminals(uid, counts):
    """Descriptors of the user's terminals that accept messages; adds the others to `counts`.
    Checks the owner again after opening, in case the device has a new owner."""
    terminals = []
    for path in terminals_of(uid):
        try:
            if not os.lstat(path).st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                counts["closed"] += 1           # its owner ran `mesg n`
                continue
            flags = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
            terminal = os.open(path, flags)
        except OSError as error:
            denied = error.errno in (errno.EACCES, errno.EPERM)
            counts["not_allowed" if denied else "failed"] += 1
            continue
        if os.isatty(terminal) and is_terminal_of(uid, terminal, os.fstat):
            terminals.append(terminal)
        else:
            counts["failed"] += 1
            os.close(terminal)
    return terminals


def accepts_utf8(terminal):
    """True if the terminal is set to UTF-8."""
    try:
        return bool(termios.tcgetattr(terminal)[0] & IUTF8)
    except termios.error:
        return False


def write_to_all(terminals, lines, counts):
    """Writes the lines to each terminal, with retries until the deadline. A stopped terminal does
    not delay the others. Adds the results to `counts`."""
    unsent = {terminal: encode_message(lines, accepts_utf8(terminal)) for terminal in terminals}
    deadline = time.monotonic() + DEADLINE_S
    while unsent:
        for terminal in list(unsent):
            try:
                unsent[terminal] = unsent[terminal][os.write(terminal, unsent[terminal]):]
            except BlockingIOError:
                continue
            except OSError:
                counts["failed"] += 1
                del unsent[terminal]
                continue
            if not unsent[terminal]:
                counts["told"] += 1
                del unsent[terminal]
        remaining_s = deadline - time.monotonic()
        if not unsent or remaining_s <= 0:
            break
        time.sleep(0.02)                        # a stopped terminal may be reported as writable
        select.select([], list(unsent), [], min(remaining_s, 0.2))
    counts["failed"] += len(unsent)


def write_message(request):
    """Writes the message; always raises the Outcome."""
    if sum(len(line.encode("utf-8", "replace")) + 2 for line in request["lines"]) + 2 > MAX_BYTES:
        refuse("lines: more than %d bytes" % MAX_BYTES)
    counts = {"told": 0, "closed": 0, "failed": 0, "not_allowed": 0}
    terminals = open_terminals(uid_of(request["user"]), counts)
    write_to_all(terminals, request["lines"], counts)
    not_allowed = counts.pop("not_allowed")
    if counts["told"]:
        counts["failed"] += not_allowed
        raise Outcome("told", **counts)
    if not_allowed:
        raise Outcome("not_allowed", "this account may not write to them: is it in the group tty?")
    raise Outcome("nobody_told" if any(counts.values()) else "no_terminal", **counts)


def write_answer(outcome):
    """Writes the answer to standard output."""
    os.write(1, ("\n%s\n%s\n" % (SENTINEL, json.dumps(outcome.reply))).encode("ascii"))


def main():
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(30)                            # ends the program if the input stalls
    try:
        write_message(read_request())
    except Outcome as outcome:
        write_answer(outcome)
    except Exception as error:
        write_answer(Outcome("refused", "the program failed: %s" % type(error).__name__))


if __name__ == "__main__":
    main()
