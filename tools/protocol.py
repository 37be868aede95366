"""Writes web/src/lib/protocol.ts: the types of src/fabletop/server/messages.py for the page.

python -m tools.protocol
"""

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "web/src/lib/protocol.ts"
HEAD = "// Written by `python -m tools.protocol` from src/fabletop/server/messages.py: change that.\n"
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """All messages as TypeScript."""
    sys.path.insert(0, str(ROOT / "src"))
    from fabletop.server import messages

    unions = {"FromServer": messages.FromServer, "FromPage": messages.FromPage}
    types = [part for union in unions.values() for part in get_args(union)]
    _, found = msgspec.json.schema_components([*types, *messages.OVER_HTTP], ref_template="{name}")
    parts = [interface(name, found[name]) for name in sorted(found)]
    for name, union in unions.items():
        parts.append(f"export type {name} = {' | '.join(part.__name__ for part in get_args(union))}\n")
    return "\n".join([HEAD, *parts])


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
    """A field with a default is written all the same, unless the message leaves defaults out."""
    return schema["title"] not in ("Update", "Reply", "NewTable", "Hello", "Note")


def kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if schema.get("type") == "array":
        inner = kind(schema["items"]) if "items" in schema else "unknown"
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        more = schema.get("additionalProperties", {})
        return f"Record<string, {kind(more) if more else 'any'}>"
    return PLAIN.get(str(schema.get("type")), "any")


if __name__ == "__main__":
    TARGET.write_text(typescript(), encoding="utf-8")
