"""Small changes of a program, found in its syntax tree: with these tools/mutants.py --random breaks rules."""

import ast
import copy
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Node = ast.expr | ast.stmt
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
EITHER_WAY = {"max", "min", "both", "common"}  # the order of what they are given is all the same to them
UNLIKE = {"t", "out"}  # the table and a buffer: in the place of a number they are found out at once


@dataclass(frozen=True)
class Change:
    """One change of a file: these bytes of it become others."""

    file: str
    line: int
    start: int
    old: str
    new: str

    def made_in(self, text: str) -> str:
        whole, old = text.encode(), self.old.encode()
        return (whole[: self.start] + self.new.encode() + whole[self.start + len(old) :]).decode()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {' '.join(self.old.split())} -> {self.new}"


def chosen(files: Mapping[str, str], count: int, seed: int) -> list[Change]:
    """So many changes of these files, by lot: more of the same seed begin with the same ones."""
    trees = [ast.parse(text) for text in files.values()]
    optional = {name for tree in trees for name in with_defaults(tree)}
    nothing = {name for tree in trees for name in zeros(tree)}
    found = [change for file in sorted(files) for change in changes_of(file, files[file], optional, nothing)]
    random.Random(seed).shuffle(found)
    return found[:count]


def with_defaults(tree: ast.AST) -> Iterator[str]:
    """The functions whose last argument may be left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.args.defaults:
            yield node.name


def zeros(tree: ast.Module) -> Iterator[str]:
    """The constants that are 0: whether one is added or taken away is the same."""
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=0)):
                yield name


def changes_of(file: str, text: str, optional: set[str], nothing: set[str]) -> Iterator[Change]:
    """All changes of a file that can be read as Python and are not the same as before."""
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, other in changed_nodes(ast.parse(text), optional, nothing):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        old, new = text.encode()[start:end].decode(), ast.unparse(other)
        if isinstance(node, ast.BoolOp):
            new = f"({new})"
        if ast.dump(node) != ast.dump(other):
            yield Change(file, node.lineno, start, old, new)


def changed_nodes(tree: ast.AST, optional: set[str], nothing: set[str]) -> Iterator[tuple[Node, Node]]:
    """Each node that can be changed, and what it becomes."""
    for node in code_in(tree):
        match node:
            case ast.Compare():
                yield from other_comparisons(node)
            case ast.BoolOp():
                yield node, changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
            case ast.BinOp(right=ast.Name(id=name)) if name in nothing:
                continue
            case ast.BinOp() | ast.AugAssign():
                if sign := SIGNS.get(type(node.op)):
                    yield node, changed(node, op=sign())
            case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
                yield node, operand
            case ast.Expr(value=ast.Call()):
                yield node, ast.Pass()
            case ast.Call():
                yield from other_arguments(node, optional)


def code_in(node: ast.AST) -> Iterator[Node]:
    """What is carried out, in the order of the text: no types, decorators, or text with values in it."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr | ast.Assert):
                if isinstance(child, ast.expr | ast.stmt):
                    yield child
                yield from code_in(child)


def other_comparisons(node: ast.Compare) -> Iterator[tuple[Node, Node]]:
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            yield node, changed(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])


def other_arguments(node: ast.Call, optional: set[str]) -> Iterator[tuple[Node, Node]]:
    """Two neighbours swapped, or the last left out where it may be."""
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    if called in EITHER_WAY:
        return
    given = node.args
    for place in range(len(given) - 1):
        if {ast.unparse(argument) for argument in given[place : place + 2]} & UNLIKE:
            continue
        swapped = [*given[:place], given[place + 1], given[place], *given[place + 2 :]]
        yield node, changed(node, args=swapped)
    if called in optional and node.keywords:
        yield node, changed(node, keywords=node.keywords[:-1])
    elif called in optional and given:
        yield node, changed(node, args=given[:-1])


def changed(node: Node, **fields: object) -> Node:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
