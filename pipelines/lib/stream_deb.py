#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""stream_deb.py PACKAGE MEMBER OUTPUT SHA256: one file of a Debian package, such as
./usr/share/doc/opencv-doc/examples/data/vtest.avi. The package is read from where apt gets it, and
only as far as the file lies in it. apt checks whole packages alone, so the file's own checksum is
checked here. An error is one line, and exit status 1."""
import hashlib
import lzma
import os
import re
import subprocess
import sys
import tarfile
import time
import urllib.request

SECONDS = 30  # without an answer


class Stream:
    """The bytes of an answer to a request, which says how many there were so far."""

    def __init__(self, response, name):
        self.response, self.name = response, name
        self.total = 0
        self.began = self.said = time.monotonic()

    def read(self, size):
        data = self.response.read(size)
        self.total += len(data)
        now = time.monotonic()
        if now - self.said >= (1 if sys.stderr.isatty() else 5):
            self.said = now
            self.say("\r" if sys.stderr.isatty() else "\n")
        return data

    def say(self, end):
        print(f"  {self.name}: fetched {self.total / 1e6:.0f} MB, {self.said - self.began:.0f} s",
              end=end, file=sys.stderr, flush=True)

    def exactly(self, size):
        data = b""
        while len(data) < size:
            more = self.read(size - len(data))
            if not more:
                raise ValueError("it ends too soon")
            data += more
        return data


class Member:
    """A member of an ar archive as a file, from where the stream is."""

    def __init__(self, stream, size):
        self.stream, self.left = stream, size

    def read(self, size):
        data = self.stream.read(min(size, self.left))
        self.left -= len(data)
        return data


def contents(stream):
    """The compressed tar archive in a package."""
    if stream.exactly(8) != b"!<arch>\n":
        raise ValueError("it is no Debian package")
    while True:
        header = stream.exactly(60)
        name, size = header[:16].decode("ascii").strip().rstrip("/"), int(header[48:58])
        if name.startswith("data.tar"):
            return Member(stream, size)
        stream.exactly(size + size % 2)


def extract(stream, member, output, sha256):
    """Writes the member of the package, if its checksum is right."""
    part = output + ".part"
    with tarfile.open(mode="r|*", fileobj=contents(stream)) as archive:
        for entry in archive:
            if entry.name != member:
                continue
            digest = hashlib.sha256()
            with archive.extractfile(entry) as source, open(part, "wb") as target:
                while block := source.read(1 << 16):
                    digest.update(block)
                    target.write(block)
            if digest.hexdigest() != sha256:
                os.remove(part)
                raise ValueError(f"{member} in it is not what it was: SHA256 {digest.hexdigest()}")
            os.replace(part, output)
            return
    raise ValueError(f"it has no {member}")


def proxies():
    """apt's own, where they are set, besides the environment's."""
    said = subprocess.run(["apt-config", "shell", "http", "Acquire::http::Proxy", "https",
                           "Acquire::https::Proxy"], capture_output=True, text=True, check=False)
    found = dict(re.findall(r"^(https?)='(\w+://.+)'$", said.stdout, re.MULTILINE))
    return urllib.request.getproxies() | found


def address(package):
    said = subprocess.run(["apt-get", "download", "--print-uris", package], capture_output=True,
                          text=True, check=False)
    found = re.search(r"^'(.+?)' ", said.stdout, re.MULTILINE)
    if not found:
        raise ValueError("apt does not know the package: " + said.stderr.strip())
    return found[1]


def main():
    package, member, output, sha256 = sys.argv[1:]
    try:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler(proxies()))
        with opener.open(address(package), timeout=SECONDS) as response:
            stream = Stream(response, os.path.basename(output))
            extract(stream, member, output, sha256)
            stream.said = time.monotonic()
            stream.say("\n")
    except (OSError, ValueError, tarfile.TarError, lzma.LZMAError, EOFError) as error:
        print(f"{os.path.basename(output)} from the package {package}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
