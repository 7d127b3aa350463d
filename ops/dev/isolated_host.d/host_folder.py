"""The folder of an isolated host on the machine that keeps it: files made before the host starts,
and its description while it runs. The host sees the folder as /opt/gpus/host, so a test changes
keys, drivers and jobs there from outside."""
import json
import os
import pathlib
import pwd
import shutil
import subprocess
import uuid

PROBE = ("dibs", 990)           # the account of the probe, and its uid
FIRST_UID = 1001


def write_new(path, text, mode=0o644):
    """Replaces the file atomically: a concurrent reader sees the old or the new text."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text)
    fresh.chmod(mode)
    fresh.replace(path)


def make_key(path, comment):
    if not path.exists():
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", str(path)],
                       check=True)


def prepare(own, options, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("bin", "keys", "registered", "root"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "registered").chmod(0o1777)
    make_key(options.dir / "probe_key", "dibs-probe")
    make_key(folder / "host_key", options.name)
    for name in [PROBE[0], *options.users.split()]:
        key = folder / "keys" / name
        if not key.exists():
            key.write_text((options.dir / "probe_key.pub").read_text())
    for file in ("nvidia-smi", "fields", "details"):
        shutil.copy(own / "fleet.d" / file, folder / "bin" / file)
    for file in ("gpu-job", "registered_jobs"):
        shutil.copy(own / "isolated_host.d" / file, folder / "bin" / file)
    make_cards(own / "fleet.d" / "models", options, folder)
    options.sshd, options.sshd_folder = find_sshd(own.parents[1])
    owner = pwd.getpwnam(options.owner)
    os.chown(options.dir / "probe_key", owner.pw_uid, owner.pw_gid)


def make_cards(models, options, folder):
    """The stand-in nvidia-smi's data of the cards (as in ops/dev/fleet)."""
    words = next(line.split(None, 1) for line in models.read_text().splitlines()
                 if line.split()[:1] == [options.model])
    (folder / "model").write_text(f"{words[0]} {options.gpus} {words[1]}\n")
    if (folder / "gpus").exists():
        return
    first = int(words[1].split()[12], 16)
    lines = []
    for i in range(options.gpus):
        card, bus = uuid.uuid4(), f"{first + i * 0x1a:02X}"
        lines.append(f"{i} GPU-{card} 16{card.int % 10 ** 11:011} 00000000:{bus}:00.0 0x{bus}\n")
    (folder / "gpus").write_text("".join(lines))


def find_sshd(root):
    """The SSH server of this machine, else the one unpacked for tests, and the folder of that."""
    if os.access("/usr/sbin/sshd", os.X_OK):
        return "/usr/sbin/sshd", None
    unpacked = root / ".tools" / "openssh-server"
    if os.access(unpacked / "usr/sbin/sshd", os.X_OK):
        return "/opt/openssh/usr/sbin/sshd", str(unpacked)
    raise SystemExit("isolated_host: there is no OpenSSH server: ops/test unpacks one")


def write_about(folder, about):
    print_of = subprocess.run(["ssh-keygen", "-l", "-E", "sha256", "-f", str(folder / "host_key.pub")],
                              stdout=subprocess.PIPE, check=True)
    about["host_key"] = print_of.stdout.split()[1].decode()
    write_new(folder.parent / f"{folder.name}.toml",
              f'[probe]\nidentity = "{folder.parent / "probe_key"}"\n\n[[host]]\nname = "{folder.name}"\n'
              f'address = "{about["address"]}"\nport = 22\naccount = "{PROBE[0]}"\n'
              f'host_key = "{about["host_key"]}"\n')
    write_new(folder / "about.json", json.dumps(about))


def forget(folder):
    pathlib.Path(folder / "about.json").unlink(missing_ok=True)
