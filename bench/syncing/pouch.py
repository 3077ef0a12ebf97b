"""pouchdb-server and PouchDB from npm, where they can be had: installed once, under build/."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.syncing.child import ROOT, Child
from sync.certificate import keep_certificate, public_part

PACKAGES = ("pouchdb-server@4.2.0", "pouchdb@9.0.0")
INSTALL_SECONDS = 400
DURABLE, SHIPPED = "durable", "shipped"
SCRIPT = Path(__file__).with_name("pouchdb.cjs")


@dataclass(frozen=True, slots=True)
class Pouch:
    """An installation, ready to be started."""

    modules: Path
    hows: tuple[str, ...] = (DURABLE, SHIPPED)

    @staticmethod
    def title(how: str) -> str:
        """Return what is measured, in words."""
        return {DURABLE: "pouchdb-server, LevelDB synced", SHIPPED: "pouchdb-server as shipped, not durable"}[how]

    def serve(self, stack: ExitStack, folder: Path, how: str) -> tuple[int, str]:
        """Start a server behind TLS with a certificate like the desk's; return its port and that certificate."""
        home = folder / f"pouch-{how}"
        home.mkdir()
        certificate = keep_certificate(home)
        said = stack.enter_context(self._node("server", certificate, home, how)).hear()
        return said["port"], public_part(certificate)

    def replicate(self, stack: ExitStack, folder: Path, port: int, *, times: int, how: str) -> list[float]:
        """Return the milliseconds from a put in one database to its arrival in another, both live through a server."""
        home = folder / f"replicas-{how}"
        home.mkdir()
        url = f"https://127.0.0.1:{port}/nord"
        found: list[float] = stack.enter_context(self._node("latency", url, home, times, how)).hear()
        return found

    def _node(self, *words: object) -> Child:
        environ = {
            **os.environ,
            "NODE_PATH": str(self.modules),
            "NODE_NO_WARNINGS": "1",
            "NODE_TLS_REJECT_UNAUTHORIZED": "0",  # the certificate is ours and names no address; still encrypted
        }
        return Child(["node", str(SCRIPT), *map(str, words)], environ=environ)


def find_pouch() -> Pouch | str:
    """Return PouchDB, or why it is left out."""
    folder = ROOT / "build" / "pouchdb"
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "npm is missing"
    if not (folder / "complete").exists():
        folder.mkdir(parents=True, exist_ok=True)
        words = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--loglevel=error", *PACKAGES]
        try:
            subprocess.run(words, check=True, timeout=INSTALL_SECONDS, capture_output=True, cwd=folder)
        except (subprocess.SubprocessError, OSError) as error:
            return f"npm could not install it ({type(error).__name__})"
        (folder / "complete").touch()
    return Pouch(folder / "node_modules")
