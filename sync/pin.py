"""A device's side of TLS: it believes one certificate, whatever the clock and whatever the address say."""

from __future__ import annotations

import hashlib
import ssl


def fingerprint_of(certificate: str) -> bytes:
    """Return the SHA-256 of a certificate in PEM."""
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()


def is_certificate(text: str) -> bool:
    """Whether this is a certificate in PEM, and nothing beside it."""
    try:
        fingerprint_of(text)
        pinned_context(text)
    except (ValueError, ssl.SSLError):
        return False
    return True


def pinned_context(certificate: str) -> ssl.SSLContext:
    """Return what a client needs to speak to the owner of this very certificate, and to nobody else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False  # the desk's address changes from one evening to the next; its certificate does not
    context.load_verify_locations(cadata=certificate)
    return context
