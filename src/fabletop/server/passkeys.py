"""Passkeys (WebAuthn): what a browser is asked to sign, and whether it did. A challenge serves once, soon.

The package is loaded when somebody has or wants a passkey: it would be a third of the start of a server.
"""

import ipaddress
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from fabletop.kernel.question import Mistake
from fabletop.server.guests import Guest
from fabletop.server.store import Statement, Store

LIVES = 300.0  # seconds for which a challenge can be answered
MOST_KEYS = 20  # of one person
NEEDS_A_NAME = "Passkeys need a name: open this page by its name, not by an address of numbers."
NOT_OURS = "This passkey opens nothing here."


class Place(NamedTuple):
    """Under which name a browser sees us: passkeys belong to it."""

    name: str
    origins: list[str]


def place_of(scheme: str, host: str, origins: tuple[str, ...]) -> Place:
    """From the host that was asked for; a Mistake if passkeys cannot be used there."""
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        others = [origin for origin in origins if urlsplit(origin).hostname == name]
        return Place(name, [f"{scheme}://{host}", *others])
    raise Mistake(NEEDS_A_NAME)


class Passkeys:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now

    # --- Making one --------------------------------------------------------------------------------

    def to_make(self, guest: Guest, place: Place) -> str:
        """What a browser needs to make a passkey, as JSON."""
        import webauthn
        from webauthn.helpers import structs

        known = [
            structs.PublicKeyCredentialDescriptor(webauthn.base64url_to_bytes(one))
            for one, _, _ in self.of(guest.id)
        ]
        if len(known) >= MOST_KEYS:
            raise Mistake(f"You have {len(known)} passkeys: take one away first.")
        unasked = structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED  # so that nobody has to say who they are
        )
        return webauthn.options_to_json(
            webauthn.generate_registration_options(
                rp_id=place.name,
                rp_name="Fabletop",
                user_id=guest.id.encode(),
                user_name=guest.name,
                user_display_name=guest.name,
                challenge=self.challenge("make", guest),
                exclude_credentials=known,
                authenticator_selection=unasked,
            )
        )

    def made(self, guest: Guest, place: Place, credential: dict[str, Any]) -> Statement:
        """How a new passkey is kept; a Mistake if it is none."""
        import webauthn
        from webauthn.helpers import bytes_to_base64url

        challenge = self.answered("make", guest)
        try:
            found = webauthn.verify_registration_response(credential=credential, **expected(place, challenge))
        except Exception:  # whatever is wrong with what a stranger sent
            raise Mistake("This passkey could not be made: try again.") from None
        name = bytes_to_base64url(found.credential_id)
        values = (name, guest.id, found.credential_public_key, found.sign_count, self.now(), self.now())
        return (
            "insert into passkeys (credential, guest, key, counter, made, used) values (?, ?, ?, ?, ?, ?)",
            values,
        )

    # --- Coming back with one ----------------------------------------------------------------------

    def to_use(self, guest: Guest, place: Place) -> str:
        """What a browser needs to show a passkey, whichever it has for us; as JSON."""
        import webauthn

        return webauthn.options_to_json(
            webauthn.generate_authentication_options(rp_id=place.name, challenge=self.challenge("use", guest))
        )

    def used(self, guest: Guest, place: Place, credential: dict[str, Any]) -> tuple[str, Statement]:
        """Whose passkey this is, and how its use is noted; a Mistake if it is nobody's."""
        import webauthn

        challenge = self.answered("use", guest)
        name = str(credential.get("id", ""))[:1024]
        row = self.store.row("select guest, key, counter from passkeys where credential = ?", name)
        if row is None:
            raise Mistake(NOT_OURS)
        person, key, counter = row
        try:
            found = webauthn.verify_authentication_response(
                credential=credential,
                **expected(place, challenge),
                credential_public_key=key,
                credential_current_sign_count=counter,
            )
        except Exception:  # whatever is wrong with what a stranger sent
            raise Mistake(NOT_OURS) from None
        values = (found.new_sign_count, self.now(), name)
        return person, ("update passkeys set counter = ?, used = ? where credential = ?", values)

    # --- Those of a person -------------------------------------------------------------------------

    def of(self, guest: str) -> list[tuple[str, float, float]]:
        """The passkeys of a person: name, when it was made, when it was last used."""
        query = "select credential, made, used from passkeys where guest = ? order by made, credential"
        return [(name, made, used) for name, made, used in self.store.rows(query, guest)]

    # --- Challenges --------------------------------------------------------------------------------

    def challenge(self, purpose: str, guest: Guest) -> bytes:
        words = secrets.token_bytes(32)
        self.store.briefly.put(f"{purpose} {guest.id}", words.hex(), self.now() + LIVES)
        return words

    def answered(self, purpose: str, guest: Guest) -> bytes:
        """What this guest was asked to sign; from now on it is worth nothing."""
        found = self.store.briefly.take(f"{purpose} {guest.id}", self.now())
        if found is None:
            raise Mistake("That took too long: try again.")
        return bytes.fromhex(found)


def expected(place: Place, challenge: bytes) -> dict[str, Any]:
    """What an answer must fit."""
    return {
        "expected_challenge": challenge,
        "expected_rp_id": place.name,
        "expected_origin": place.origins,
    }
