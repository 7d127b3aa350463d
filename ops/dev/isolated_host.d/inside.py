"""The first process of an isolated host: builds its file system, leaves the rest of the machine, starts its
SSH server and then only reaps zombies. It runs in the namespaces that isolated_host made."""
import errno
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

from host_folder import FIRST_UID, PROBE

# The parts of this machine's /etc that a host's programs need; its accounts, keys and services are
# its own.
ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "nsswitch.conf", "pam.d", "pam.conf",
       "security", "login.defs", "environment", "profile", "bash.bashrc", "screenrc", "localtime",
       "timezone", "terminfo", "default", "services", "protocols", "debian_version", "os-release",
       "inputrc", "perl", "mime.types")
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
PATHS = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
GROUPS = {"root": 0, "tty": 5, "utmp": 43, "shadow": 42, "sudo": 27, "nogroup": 65534}

SSHD_CONFIG = """Port 22
ListenAddress 0.0.0.0
HostKey /etc/ssh/host_key
AuthorizedKeysFile /opt/gpus/host/keys/%u
AuthenticationMethods publickey
UsePAM no
StrictModes no
PidFile none
PrintMotd no
UseDNS no
MaxStartups 200
LogLevel INFO
"""


def mount(*arguments):
    subprocess.run(["mount", *map(str, arguments)], check=True, stderr=subprocess.STDOUT)


def bind(source, target, *, read_only=False):
    target = pathlib.Path(target)
    if os.path.isdir(source):
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    mount("--bind", source, target)
    if read_only:
        mount("-o", "remount,bind,ro", target)


def build_programs(root, options):
    """This machine's /usr, read-only, except /usr/local, which is the host's own."""
    bind("/usr", root / "usr", read_only=True)
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        if os.path.islink(f"/{name}"):
            (root / name).symlink_to(os.readlink(f"/{name}"))
        elif os.path.isdir(f"/{name}"):
            bind(f"/{name}", root / name, read_only=True)
    mount("-t", "tmpfs", "-o", "mode=755", "local", root / "usr/local")
    for name in ("bin", "sbin", "lib"):
        (root / "usr/local" / name).mkdir()
    if options.sshd_folder:
        bind(options.sshd_folder, root / "opt/openssh", read_only=True)


def build_hardware(root, folder):
    """The stand-in for its GPUs. Its processes are real: see gpu-job."""
    bind(folder, root / "opt/gpus/host")
    (root / "opt/gpus/fleet").mkdir()
    for file in ("fields", "details"):
        (root / "opt/gpus/fleet" / file).symlink_to(f"/opt/gpus/host/bin/{file}")
    for name in ("nvidia-smi", "gpu-job"):
        program = root / "usr/local/bin" / name
        program.write_text(f'#!/bin/sh\nexec /opt/gpus/host/bin/{name} "$@"\n')
        program.chmod(0o755)


def build_accounts(root, folder, options):
    etc = root / "etc"
    etc.mkdir()
    for name in ETC:
        source = pathlib.Path("/etc", name)
        if source.is_symlink() or source.is_file():
            shutil.copy2(source, etc / name, follow_symlinks=False)
        elif source.is_dir():
            shutil.copytree(source, etc / name, symlinks=True, ignore_dangling_symlinks=True)
    people = {name: FIRST_UID + i for i, name in enumerate(options.users.split())}
    accounts = {"root": 0, "sshd": 110, "nobody": 65534, PROBE[0]: PROBE[1], **people}
    passwd, shadow, group = [], [], []
    for name, uid in accounts.items():
        home = {"root": "/root", "sshd": "/run/sshd", "nobody": "/nonexistent"}.get(name, f"/home/{name}")
        gid = 65534 if name in ("sshd", "nobody") else uid
        shell = "/usr/sbin/nologin" if gid == 65534 else "/bin/sh" if name == PROBE[0] else "/bin/bash"
        passwd.append(f"{name}:x:{uid}:{gid}::{home}:{shell}")
        shadow.append(f"{name}:*:19000:0:99999:7:::")
        if gid not in (0, 65534):
            group.append(f"{name}:x:{gid}:")
            (root / home[1:]).mkdir(parents=True)
            os.chown(root / home[1:], uid, gid)
    for name, gid in GROUPS.items():
        group.append(f"{name}:x:{gid}:{PROBE[0] if name == 'tty' else ''}")
    for name, lines, mode in (("passwd", passwd, 0o644), ("group", group, 0o644), ("shadow", shadow, 0o600)):
        (etc / name).write_text("\n".join(lines) + "\n")
        (etc / name).chmod(mode)
    (etc / "hostname").write_text(options.name + "\n")
    (etc / "hosts").write_text(f"127.0.0.1 localhost {options.name}\n")
    (etc / "sudoers.d").mkdir()
    (etc / "sudoers").write_text("Defaults env_reset\nroot ALL=(ALL:ALL) ALL\n@includedir /etc/sudoers.d\n")
    (etc / "sudoers").chmod(0o440)
    (etc / "ssh").mkdir()
    shutil.copy(folder / "host_key", etc / "ssh/host_key")
    (etc / "ssh/host_key").chmod(0o600)
    helpers = "".join(f"{key} /opt/openssh/usr/lib/openssh/{name}\n"
                      for key, name in (("SshdSessionPath", "sshd-session"), ("SshdAuthPath", "sshd-auth"))
                      if options.sshd_folder and (root / "opt/openssh/usr/lib/openssh" / name).exists())
    (etc / "ssh/sshd_config").write_text(SSHD_CONFIG + helpers)


def build_system(root, options):
    """Its own devices, terminals, processes and passing files."""
    for name in ("proc", "sys", "run/sshd", "run/screen", "tmp", "var/tmp", "var/log", "root", "dev/pts",
                 "dev/shm"):
        (root / name).mkdir(parents=True, exist_ok=True)
    for name in ("tmp", "var/tmp", "dev/shm", "run/screen"):
        (root / name).chmod(0o1777)
    os.chown(root / "run/screen", 0, 43)
    (root / "run/screen").chmod(0o1777)
    (root / "var/run").symlink_to("/run")
    for name in DEVICES:
        bind(f"/dev/{name}", root / "dev" / name)
    mount("-t", "devpts", "-o", "newinstance,ptmxmode=0666,mode=0620,gid=5", "devpts", root / "dev/pts")
    (root / "dev/ptmx").symlink_to("pts/ptmx")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        (root / "dev" / name).symlink_to(f"/proc/self/fd/{number}")
    (root / "dev/fd").symlink_to("/proc/self/fd")
    mount("-t", "proc", "-o", "nosuid,nodev,noexec" + (",hidepid=2" if options.hidepid else ""), "proc",
          root / "proc")
    mount("-t", "sysfs", "-o", "ro", "sysfs", root / "sys")


def set_address(addresses):
    ours, theirs = addresses
    for words in ("link set lo up", f"address add {theirs}/30 dev eth0", "link set eth0 up",
                  f"route add default via {ours}"):
        subprocess.run(["ip", *words.split()], check=True)


def become_host(folder, options, addresses, ready):
    """Does not return."""
    root = folder / "root"
    # Fails where this machine's root is a plain folder (chroot), and is not needed there.
    subprocess.run(["mount", "--make-rprivate", "/"], stderr=subprocess.DEVNULL, check=False)
    mount("-t", "tmpfs", "-o", "mode=755,size=256m", options.name, root)
    build_programs(root, options)
    build_hardware(root, folder)
    build_accounts(root, folder, options)
    build_system(root, options)
    set_address(addresses)
    socket.sethostname(options.name)
    os.chroot(root)         # pivot_root fails in such a folder
    os.chdir("/")
    os.environ.clear()
    os.environ.update(PATH=PATHS, LC_ALL="C.UTF-8", HOME="/root")
    serve(options, ready)


def serve(options, ready):
    """Restarts the SSH server if it ends: a test may kill it."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)       # the first process ignores those it does not handle
    told = False
    server = None
    while True:
        if server is None and not os.path.exists("/run/no-sshd"):
            server = os.spawnv(os.P_NOWAIT, options.sshd,
                               [options.sshd, "-D", "-e", "-f", "/etc/ssh/sshd_config"])
        if not told and listens():
            os.write(ready, b"ready\n")
            os.close(ready)
            told = True
        server = None if bury() & {server} else server
        forget_jobs()
        time.sleep(0.02 if told else 0.005)


def listens():
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", 22)) == 0


def bury():
    """Reaps orphans; returns their pids."""
    dead = set()
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except OSError as error:
            if error.errno == errno.ECHILD:
                return dead
            raise
        if pid == 0:
            return dead
        dead.add(pid)


def forget_jobs():
    """Forgets ended processes of gpu-job; readers of the list check by themselves whether one still runs."""
    for name in os.listdir("/opt/gpus/host/registered"):
        if not os.path.exists(f"/proc/{name.partition('.')[0]}"):
            os.unlink(f"/opt/gpus/host/registered/{name}")
