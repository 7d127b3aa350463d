"""Writes a message to the terminals of one user of this host: `tell` of Dibs, for Python 3.6 and
later. dibsd sends this text over SSH, and it runs as the account of the probe, a member of the group
tty. It takes one line of JSON on standard input and answers with the line "#dibs-answer 1" and one
line of JSON.

Terminals are found by their owner (utmp has no SSH sessions on newer systems). dibsd has cleaned the
message, and it is cleaned again here: CR and LF are the only control characters."""
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
MOST_INPUT = 16384
MOST_BYTES = 500
MOST_TERMINALS = 64
DEADLINE_S = 5
IUTF8 = 0x4000              # of Linux: the terminal reads UTF-8


class End(Exception):
    def __init__(self, outcome, detail="", **counts):
        super().__init__(outcome)
        self.said = dict({"outcome": outcome}, **counts)
        if detail:
            self.said["detail"] = detail


def refuse(detail):
    raise End("refused", detail)


def once(pairs):
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            refuse("a member is given twice")
    return dict(pairs)


def read_request():
    line = sys.stdin.buffer.readline(MOST_INPUT + 1)
    if not line.endswith(b"\n") or len(line) > MOST_INPUT:
        refuse("the input is not one line of at most %d bytes" % MOST_INPUT)
    try:
        ask = json.loads(line.decode("utf-8"), object_pairs_hook=once)
    except (ValueError, RecursionError):
        refuse("the input is not JSON")
    if not isinstance(ask, dict) or set(ask) != {"user", "lines"}:
        refuse("the input has other members than user and lines")
    user, lines = ask["user"], ask["lines"]
    if not isinstance(user, str) or not re.match(r"[A-Za-z0-9_][A-Za-z0-9_.@\\+ -]{0,127}\$?\Z", user):
        refuse("user: out of its form")
    if not isinstance(lines, list) or not 1 <= len(lines) <= 20 or \
            not all(isinstance(line, str) for line in lines):
        refuse("lines: not 1 to 20 texts")
    return ask


def is_harmless(character):
    return " " <= character <= "~" or (character > "\x9f" and character.isalpha())


def message(lines, utf8):
    """The bytes. On a terminal without UTF-8, the bytes of a letter could be control characters."""
    fits = is_harmless if utf8 else lambda c: " " <= c <= "~"
    text = "".join("\r\n" + "".join(c if fits(c) else "?" for c in line) for line in lines) + "\r\n"
    return text.encode("utf-8")


def uid_of(user):
    try:
        return pwd.getpwnam(user).pw_uid
    except KeyError:
        if user.isdigit():
            return int(user)
        refuse("there is no such user here")


def terminals_of(uid):
    """Paths of the terminals that this user owns: of SSH, screen and tmux, and of the console."""
    found = []
    for folder, pattern in (("/dev/pts", r"\d+\Z"), ("/dev", r"tty\d+\Z")):
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        for name in names:
            path = os.path.join(folder, name)
            if re.match(pattern, name) and is_terminal_of(uid, path, os.lstat):
                found.append(path)
    return found[:MOST_TERMINALS]


def is_terminal_of(uid, path, look):
    """`path` may be a descriptor, with os.fstat as `look`."""
    try:
        about = look(path)
    except OSError:
        return False
    return stat.S_ISCHR(about.st_mode) and about.st_uid == uid


def open_terminals(uid, counts):
    """Descriptors of the writable ones; counts the others."""
    opened = []
    for path in terminals_of(uid):
        try:
            if not os.lstat(path).st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                counts["closed"] += 1           # by `mesg n`
                continue
            flags = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
            terminal = os.open(path, flags)
        except OSError as error:
            denied = error.errno in (errno.EACCES, errno.EPERM)
            counts["not_allowed" if denied else "failed"] += 1
            continue
        if os.isatty(terminal) and is_terminal_of(uid, terminal, os.fstat):
            opened.append(terminal)
        else:
            counts["failed"] += 1
            os.close(terminal)
    return opened


def takes_utf8(terminal):
    try:
        return bool(termios.tcgetattr(terminal)[0] & IUTF8)
    except termios.error:
        return False


def write_to_all(terminals, lines, counts):
    """Writes to each, with retries until the deadline; none waits for another."""
    left = {terminal: message(lines, takes_utf8(terminal)) for terminal in terminals}
    deadline = time.monotonic() + DEADLINE_S
    while left:
        for terminal in list(left):
            try:
                left[terminal] = left[terminal][os.write(terminal, left[terminal]):]
            except BlockingIOError:
                continue
            except OSError:
                counts["failed"] += 1
                del left[terminal]
                continue
            if not left[terminal]:
                counts["told"] += 1
                del left[terminal]
        wait = deadline - time.monotonic()
        if not left or wait <= 0:
            break
        time.sleep(0.02)                        # a stopped terminal may be reported as writable
        select.select([], list(left), [], min(wait, 0.2))
    counts["failed"] += len(left)


def tell(ask):
    if sum(len(line.encode("utf-8", "replace")) + 2 for line in ask["lines"]) + 2 > MOST_BYTES:
        refuse("lines: more than %d bytes" % MOST_BYTES)
    counts = {"told": 0, "closed": 0, "failed": 0, "not_allowed": 0}
    terminals = open_terminals(uid_of(ask["user"]), counts)
    write_to_all(terminals, ask["lines"], counts)
    not_allowed = counts.pop("not_allowed")
    if counts["told"]:
        counts["failed"] += not_allowed
        raise End("told", **counts)
    if not_allowed:
        raise End("not_allowed", "this account may not write to them: is it in the group tty?")
    raise End("nobody_told" if any(counts.values()) else "no_terminal", **counts)


def answer(end):
    os.write(1, ("\n%s\n%s\n" % (SENTINEL, json.dumps(end.said))).encode("ascii"))


def main():
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(30)                            # ends if the input stalls
    try:
        tell(read_request())
    except End as end:
        answer(end)
    except Exception as error:
        answer(End("refused", "the program failed: %s" % type(error).__name__))


if __name__ == "__main__":
    main()
