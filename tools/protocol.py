"""Writes the page's types: what the server says, and what each board draws from.

python -m tools.protocol

web/src/lib/protocol.ts comes from src/fabletop/server/messages.py; web/src/boards/<game>/view.ts from the
TypedDicts `View` (games/<game>/view.py) and `Catalog` (games/<game>/catalog.py) and all they are made of.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, is_typeddict

import msgspec

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "web/src/lib/protocol.ts"
BOARDS = ROOT / "web/src/boards"
HEAD = "// Written by `python -m tools.protocol` from {source}: change that.\n"
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def written() -> dict[Path, str]:
    """Every file that this tool writes, and what belongs in it."""
    boards = {BOARDS / name / "view.ts": view_types(name) for name in drawn_games()}
    return {TARGET: typescript(), **{path: text for path, text in boards.items() if text}}


def drawn_games() -> list[str]:
    import fabletop

    return [name for name in fabletop.names() if (BOARDS / name).is_dir()]


def view_types(name: str) -> str:
    """What the board of a game draws from, as TypeScript; nothing if its view has no types of its own."""
    import fabletop

    package = type(fabletop.game(name)).__module__.removesuffix(".game")
    found = [type_in(f"{package}.view", "View"), type_in(f"{package}.catalog", "Catalog")]
    types = [one for one in found if one is not None]
    if not types:
        return ""
    _, parts = msgspec.json.schema_components(types, ref_template="{name}")
    source = f"src/{package.replace('.', '/')}/view.py and catalog.py"
    return "\n".join([HEAD.format(source=source), *(interface(part, parts[part]) for part in sorted(parts))])


def type_in(module: str, name: str) -> Any:
    path = ROOT / "src" / f"{module.replace('.', '/')}.py"
    found = getattr(as_written(module, path), name, None) if path.exists() else None
    return found if is_typeddict(found) and found.__module__ == module else None


def as_written(module: str, path: Path) -> ModuleType:
    """A module from its source: compiled, its types do not tell what they hold."""
    spec = spec_from_file_location(module, path)
    assert spec is not None and spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def typescript() -> str:
    """All messages as TypeScript."""
    from fabletop.server import messages, workshop_messages

    unions = {"FromServer": messages.FromServer, "FromPage": messages.FromPage}
    types = [part for union in unions.values() for part in get_args(union)]
    _, found = msgspec.json.schema_components(
        [*types, *messages.OVER_HTTP, *workshop_messages.OVER_HTTP], ref_template="{name}"
    )
    parts = [interface(name, found[name]) for name in sorted(found)]
    for name, union in unions.items():
        parts.append(f"export type {name} = {' | '.join(part.__name__ for part in get_args(union))}\n")
    source = "src/fabletop/server/messages.py and workshop_messages.py"
    return "\n".join([HEAD.format(source=source), *parts])


def interface(name: str, schema: dict[str, Any]) -> str:
    needed = schema.get("required", [])
    words = str(schema.get("description", "")).split("\n")[0]
    lines = [f"/** {words} */"] if words else []
    lines.append(f"export interface {name} {{")
    for key, value in schema["properties"].items():
        absent = "" if key in needed or sent_always(schema, key) else "?"
        lines.append(f"  {key}{absent}: {kind(value)}")
    return "\n".join([*lines, "}", ""])


def sent_always(schema: dict[str, Any], key: str) -> bool:
    """A field with a default is written all the same, unless the message leaves defaults out; a key of a
    view that has no default is not needed because it may be missing."""
    parsimonious = {"Update", "Reply", "NewTable", "Hello", "Note", "Line", "Beat"}
    parsimonious |= {"Draft", "EffectDraft", "Fork", "Save", "TryTable", "AskStudy"}
    return schema["title"] not in parsimonious and "default" in schema["properties"][key]


def kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(kind(each) for each in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        inner = kind(schema["items"]) if "items" in schema else "unknown"
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        more = schema.get("additionalProperties", {})
        return f"Record<string, {kind(more) if more else 'any'}>"
    return PLAIN.get(str(schema.get("type")), "any")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
