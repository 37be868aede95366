"""Words that only this house can have written: links that work without a cookie."""

import base64
import hmac

from fabletop.server.guests import Keyring, sign

LONGEST = 800


def sealed(keyring: Keyring, *parts: str) -> str:
    body = ".".join(base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts)
    return f"{body}.{keyring.signature(meant(body))}"


def opened(keyring: Keyring, token: str) -> list[str]:
    """The parts of what we have sealed; none if it was not us."""
    body, _, signature = token.rpartition(".")
    if len(token) > LONGEST or not token.isascii():
        return []
    secrets = [keyring.secret, *([keyring.before] if keyring.before is not None else [])]
    if not any(hmac.compare_digest(signature, sign(secret, meant(body))) for secret in secrets):
        return []
    return [base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode() for part in body.split(".")]


def meant(body: str) -> str:
    """No cookie can be taken for one of these, nor the other way round."""
    return f"notices {body}"


def stop_link(keyring: Keyring, address: str, way: str, guest: str) -> str:
    return f"{address}/notices/stop/{sealed(keyring, 'stop', way, guest)}"


def confirm_link(keyring: Keyring, address: str, guest: str, mail: str) -> str:
    return f"{address}/notices/confirm/{sealed(keyring, 'confirm', guest, mail)}"


def feed_link(keyring: Keyring, address: str, guest: str, number: int) -> str:
    return f"{address}/feed/{sealed(keyring, 'feed', guest, str(number))}.atom"
