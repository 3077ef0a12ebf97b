"""The desk's certificate: made once for each installation, and pinned by every device at pairing."""

from __future__ import annotations

import os
import ssl
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

CERTIFICATE = "certificate.pem"  # with its key: one file is there whole or not at all
OWNER_ONLY = 0o600

# Tablets' clocks lie: whatever they say, the certificate is in date.
FROM = datetime(1950, 1, 1, tzinfo=UTC)
UNTIL = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def keep_certificate(folder: Path) -> Path:
    """Return the file with the desk's certificate and key, made where there is none yet."""
    path = folder / CERTIFICATE
    if not path.exists():
        growing = path.with_suffix(".new")
        growing.unlink(missing_ok=True)
        with open(os.open(growing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as file:
            file.write(_make())
            file.flush()
            os.fsync(file.fileno())
        growing.rename(path)
    return path


def serving_context(certificate: Path) -> ssl.SSLContext:
    """Return what a server needs to speak as the owner of this certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.num_tickets = 0  # no device of ours resumes a session: two tickets for each would be made for nothing
    context.load_cert_chain(certificate)
    return context


def public_part(certificate: Path) -> str:
    """Return the certificate without its key, as devices keep it."""
    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    return found.public_bytes(serialization.Encoding.PEM).decode()


def _make() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Nord")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(FROM)
        .not_valid_after(UNTIL)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)
