"""The shape of the database: a number in the file (PRAGMA user_version), and the steps from each to the next.

A step is never changed once it was released; a new shape is a new step at the end.
"""

import sqlite3

from fabletop.kernel.question import Mistake

# The shape of 0.1.0, whose files have no number yet: so its tables may be there already.
FIRST = (
    """create table if not exists tables (
        code text primary key, game text not null, opening blob not null, seed text not null,
        host text not null, made real not null, changed real not null, status text not null,
        listed int not null, summary blob not null
    ) without rowid""",
    "create index if not exists tables_listed on tables (listed, changed)",
    "create index if not exists tables_host on tables (host, changed)",
    """create table if not exists events (
        code text not null, number int not null, time real not null, body blob not null,
        guest text, client text, message int, primary key (code, number)
    ) without rowid""",
    """create unique index if not exists events_once on events (code, guest, client, message)
        where client is not null""",
    "create table if not exists sitting (guest text, code text, primary key (guest, code)) without rowid",
    """create table if not exists notes (
        guest text, code text, words text, primary key (guest, code)
    ) without rowid""",
    """create table if not exists remarks (
        guest text, code text, thing text, words text, primary key (guest, code, thing)
    ) without rowid""",
    """create table if not exists reports (
        code text, guest text, client text, message int, number int, time real, words text,
        primary key (code, guest, client, message)
    ) without rowid""",
    "create table if not exists runs (began real primary key, last real not null) without rowid",
    "create table if not exists curves (code text primary key, body blob not null) without rowid",
)

# Every edition that was ever played, and what a game needs to be shown and gone on with by later rules.
OUTLIVING = (
    """create table editions (
        game text not null, digest text not null, name text not null, body text not null,
        primary key (game, digest)
    ) without rowid""",
    "create table records (code text primary key, version int not null, body blob not null) without rowid",
)

# What an operator decides: who and what is not let in, what all pages show, which reports are settled.
OPERATING = (
    """create table barred (
        kind text not null, name text not null, since real not null, words text not null,
        primary key (kind, name)
    ) without rowid""",
    "create table settings (name text primary key, value text not null) without rowid",
    "alter table reports add column resolved real",
)

# To count tables by their state, and to find the old ones.
SWEEPING = ("create index tables_status on tables (status, changed)",)

# Browsers that are the same guest, and which of them no longer are.
DEVICES = (
    """create table devices (
        guest text not null, device text not null, made real not null, revoked real,
        primary key (guest, device)
    ) without rowid""",
)

# Guests who want to be kept: by passkeys, or by a phrase of which only a slow hash is here.
PERSONS = (
    """create table persons (
        guest text primary key, name text not null, made real not null, settings text not null default '{}',
        page text not null unique, shown int not null default 0
    ) without rowid""",
    """create table passkeys (
        credential text primary key, guest text not null, key blob not null, counter int not null,
        made real not null, used real not null
    ) without rowid""",
    "create index passkeys_guest on passkeys (guest)",
    """create table phrases (
        guest text primary key, digest text not null unique, made real not null
    ) without rowid""",
)

# What the hashes of phrases are made with.
SALT = ("insert into settings (name, value) values ('salt', lower(hex(randomblob(16))))",)

# Finished games by who played them, and what each tells of its players; figures count it, kept by the
# database itself. Who met whom, whom nobody wants to meet again, and who is awaited at which table.
COUNTED = (
    "insert into figures (guest, game, kind, value, games, won, drawn) "
    "values (new.guest, new.game, new.kind, new.value, 1, new.worth > 0, new.worth = 0) "
    "on conflict (guest, game, kind, value) do update "
    "set games = figures.games + 1, won = figures.won + excluded.won, drawn = figures.drawn + excluded.drawn;"
)
UNCOUNTED = (
    "update figures set games = games - 1, won = won - (old.worth > 0), drawn = drawn - (old.worth = 0) "
    "where guest = old.guest and game = old.game and kind = old.kind and value = old.value; "
    "delete from figures where guest = old.guest and game = old.game and kind = old.kind "
    "and value = old.value and games <= 0;"
)
HISTORY = (
    "alter table sitting add column over int not null default 0",
    "alter table sitting add column archived int not null default 0",
    "create index sitting_running on sitting (guest) where over = 0",
    "create index sitting_code on sitting (code)",
    """create table played (
        guest text not null, code text not null, ended real not null, game text not null, seat int not null,
        worth int not null, length int not null, seconds real not null, words text not null,
        archived int not null default 0, primary key (guest, code)
    ) without rowid""",
    "create index played_latest on played (guest, archived, ended, game, worth)",
    "create index played_code on played (code)",
    """create table facts (
        guest text not null, kind text not null, value text not null, ended real not null, code text not null,
        game text not null, worth int not null, primary key (guest, kind, value, ended, code)
    ) without rowid""",
    "create index facts_code on facts (code)",
    """create table figures (
        guest text not null, game text not null, kind text not null, value text not null, games int not null,
        won int not null, drawn int not null, primary key (guest, game, kind, value)
    ) without rowid""",
    f"create trigger facts_added after insert on facts begin {COUNTED} end",
    f"create trigger facts_gone after delete on facts begin {UNCOUNTED} end",
    f"create trigger facts_moved after update on facts begin {UNCOUNTED} {COUNTED} end",
    """create table streaks (
        guest text not null, game text not null, now int not null, best int not null,
        primary key (guest, game)
    ) without rowid""",
    """create table met (
        guest text not null, other text not null, name text not null, code text not null, last real not null,
        primary key (guest, other)
    ) without rowid""",
    "create index met_latest on met (guest, last)",
    "create index met_other on met (other)",
    """create table blocked (
        guest text not null, other text not null, since real not null, primary key (guest, other)
    ) without rowid""",
    "create index blocked_other on blocked (other)",
    """create table invited (
        guest text not null, code text not null, by text not null, since real not null,
        primary key (guest, code)
    ) without rowid""",
    "create index invited_code on invited (code)",
)

# What is dealt to everybody on a day, sealed before it, and who has tried it.
DEALS = (
    """create table deals (
        day text not null, game text not null, opening blob not null, seed text not null,
        seal text not null, sealed real not null, played blob, primary key (day, game)
    ) without rowid""",
    """create table tries (
        day text not null, game text not null, guest text not null, code text not null, ended real,
        worth real, answers int, words text, primary key (day, game, guest)
    ) without rowid""",
)

# How strong kept people are, after each rated game; from where they sat down at one that is not
# over; and which browsers were several of them.
RATINGS = (
    """create table ratings (
        guest text not null, game text not null, number int not null, code text not null,
        time real not null, mu real not null, sigma real not null, primary key (guest, game, number)
    ) without rowid""",
    "create unique index ratings_once on ratings (code, guest)",
    """create table places (
        code text not null, guest text not null, device text not null, place text not null,
        primary key (code, guest)
    ) without rowid""",
    """create table browsers (
        guest text not null, browser text not null, primary key (guest, browser)
    ) without rowid""",
)

# Who is waited for over days, what they are to be told and how, and when they are on holiday.
NOTICES = (
    """create table turns (
        code text not null, seat int not null, guest text not null, number int not null, since real not null,
        time real, seen int not null, told int not null default 0, reminded int not null default 0,
        next real not null default 0, primary key (code, seat)
    ) without rowid""",
    "create index turns_next on turns (next)",
    "create index turns_guest on turns (guest)",
    """create table telling (
        guest text primary key, zone text not null, quiet_from int not null, quiet_until int not null,
        mail text not null, mailed int not null, feed int not null, last real not null
    ) without rowid""",
    """create table subscriptions (
        endpoint text primary key, guest text not null, p256dh text not null, auth text not null,
        made real not null
    ) without rowid""",
    "create index subscriptions_guest on subscriptions (guest)",
    """create table outbox (
        id integer primary key, guest text not null, way text not null, target text not null,
        about text not null, made real not null, next real not null, tries int not null default 0
    )""",
    "create table holidays (guest text, begins real, ends real, primary key (guest, begins)) without rowid",
)

# Editions that people make: every version of each by its text's digest, and what was studied with them.
WORKSHOP = (
    "alter table editions add column played int not null default 1",
    """create table works (
        id text primary key, guest text not null, by_name text not null, game text not null,
        title text not null, kind text not null, shared text not null, made real not null,
        changed real not null, version int not null, digest text not null, ok int not null,
        todo int not null, unplayed int not null
    ) without rowid""",
    "create index works_guest on works (guest, changed)",
    "create index works_shared on works (shared, changed)",
    """create table versions (
        work text not null, number int not null, game text not null, digest text not null, made real not null,
        primary key (work, number)
    ) without rowid""",
    "create index versions_digest on versions (game, digest)",
    """create table studies (
        id text primary key, guest text not null, work text not null, made real not null,
        status text not null, body blob not null
    ) without rowid""",
    "create index studies_guest on studies (guest, made)",
)

STEPS: tuple[tuple[str, ...], ...] = (
    *(FIRST, OUTLIVING, OPERATING, SWEEPING, DEVICES, PERSONS, SALT),
    *(DEALS, RATINGS, HISTORY, NOTICES, WORKSHOP),
)
# The lowest number of steps whose servers may run beside ours on one PostgreSQL, while it is upgraded: since
# then, steps have only added what these need not know.
LEAST = 11


def migrate(store: sqlite3.Connection, name: str) -> None:
    """Bring a database to the shape of this fabletop, all the way or not at all."""
    store.execute("begin immediate")
    try:
        (version,) = store.execute("pragma user_version").fetchone()
        if version > len(STEPS):
            raise Mistake(
                f"{name} was written by a newer fabletop (its schema is {version}, this one knows up to "
                f"{len(STEPS)}): start the newer one, or restore a backup from before"
            )
        for number in range(version, len(STEPS)):
            for statement in STEPS[number]:
                store.execute(statement)
            store.execute(f"pragma user_version = {number + 1}")
        store.execute("commit")
    except BaseException:
        store.execute("rollback")
        raise
