"""Why the desk cannot be reached where it was asked to listen, in words."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "port.taken": N_("Port {port} is already used on this machine. Close what uses it, or choose another with --port."),
    "port.forbidden": N_("Port {port} is reserved by this machine. Choose one above 1023 with --port."),
    "host.not_here": N_("{host} is not an address of this machine. Leave --host out to listen on all of them."),
}
