"""The addresses under which others on the same network reach this machine."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys

_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "lxc", "cni", "flannel", "tailscale")
_SIOCGIFADDR = 0x8915
_NAME_BYTES = 15


def lan_addresses() -> list[str]:
    """IPv4 addresses of this machine on local networks, the likeliest first; [] without a network."""
    found = [*_default_route(), *_interfaces(), *_by_name()]
    return [address for address in dict.fromkeys(found) if _usable(address)]


def is_loopback(host: str) -> bool:
    """Whether a host name or address means this machine itself."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _usable(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_multicast or ip.is_unspecified)


def _default_route() -> list[str]:
    """The address that packets to the world would carry; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _interfaces() -> list[str]:
    if not sys.platform.startswith("linux"):
        return []
    import fcntl  # noqa: PLC0415 - not on every system

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(_VIRTUAL):
                continue
            wanted = struct.pack("256s", name.encode()[:_NAME_BYTES])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, wanted)
            except OSError:
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _by_name() -> list[str]:
    try:
        return [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []
