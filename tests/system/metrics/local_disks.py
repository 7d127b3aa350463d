"""Whether this machine shows a disk. A chroot whose root is no mount point, and some containers,
show none."""
import pathlib


def has_local_disk():
    mounts = (line.split()[:2] for line in pathlib.Path("/proc/self/mounts").read_text().splitlines())
    return any(device.startswith("/dev/") or place == "/" for device, place in mounts)
