"""Mutants of a candidate in Python by the usual operators, as JSON: mutate.py FOLDER PACKAGE AREAS.

AREAS is a JSON object: the areas to judge after a change of a file of the package, by what its path begins with; other files
are none of the API. Each mutant is an edit of one file that still parses. Nothing here knows the contract: what a mutant breaks, if it breaks anything,
is for the candidate's own check to say.
"""
import ast
import json
import re
import sys
from pathlib import Path

COMPARED = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}
SQL_FILTER = re.compile(r"(AND|WHERE) ([\w.]+ (?:=|!=|<|>|<=|>=|IS NOT|IS) (?:\?|NULL|:\w+|'\w+'|\d))")


class Source:
    """A file, and where its nodes are in it (in bytes, as the parser counts)."""

    def __init__(self, text: str):
        self.bytes = text.encode()
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line.encode()))

    def span(self, node) -> tuple[int, int]:
        return (self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset)

    def of(self, node) -> str:
        start, end = self.span(node)
        return self.bytes[start:end].decode()


def joined(source: Source, nodes, word: str) -> str:
    return "(" + f" {word} ".join(f"({source.of(node)})" for node in nodes) + ")"


def of_logic(source: Source, node):
    word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    yield "logic", joined(source, node.values, other)
    for left_out in node.values:
        yield "operand", joined(source, [value for value in node.values if value is not left_out], word)


def of_text(source: Source, node):
    """Other filters, orders and limits of a query; with the place within the text."""
    start, _ = source.span(node)
    text = source.of(node)

    def place(match):
        return start + len(text[: match.start()].encode()), start + len(text[: match.end()].encode())

    for match in SQL_FILTER.finditer(text):
        yield "query filter", f"{match[1]} ({match[2]} OR 1=1)", place(match)
    for match in re.finditer(r"\bDESC\b", text):
        yield "query order", "ASC", place(match)
    for match in re.finditer(r"LIMIT (\d+)", text):
        yield "query limit", f"LIMIT {int(match[1]) + 1}", place(match)


def is_statement(node) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, (ast.Call, ast.Await))
    if isinstance(node, ast.Assign):
        return any(isinstance(target, (ast.Subscript, ast.Attribute)) for target in node.targets)
    return isinstance(node, (ast.AugAssign, ast.Delete))


def of_node(source: Source, node):
    """Kind, replacement and place of each mutant."""
    place = source.span(node) if hasattr(node, "lineno") else None
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        other = COMPARED[type(node.ops[0])]
        yield "compare", f"({source.of(node.left)} {other} {source.of(node.comparators[0])})", place
    elif isinstance(node, ast.BoolOp):
        for kind, text in of_logic(source, node):
            yield kind, text, place
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", f"({source.of(node.operand)})", place
    elif isinstance(node, (ast.If, ast.IfExp)):
        for text in ("True", "False"):
            yield "condition", text, source.span(node.test)
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield "filter", "True", source.span(test)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "boolean", str(not node.value), place
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "number", str(node.value + 1), place
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from of_text(source, node)
    elif is_statement(node):
        yield "statement", "pass", place


def edit(source: Source, start: int, end: int, text: str, around: tuple[int, int]):
    """Whole lines, as many as occur only once; None if the result is no Python. Only what stands around it is parsed again."""
    raw = source.bytes
    try:
        ast.parse((raw[around[0]:start] + text.encode() + raw[end:around[1]]).decode())
    except SyntaxError:
        return None
    first, last = raw.rfind(b"\n", 0, start) + 1, raw.find(b"\n", end)
    while raw.count(raw[first:last]) > 1:
        first = raw.rfind(b"\n", 0, max(first - 1, 0)) + 1
        following = raw.find(b"\n", last + 1)
        last = following if following > 0 else len(raw)
    find, replace = raw[first:last].decode(), (raw[first:start] + text.encode() + raw[end:last]).decode()
    return {"find": find, "replace": replace} if find != replace else None


def mutants(folder: Path, package: str, areas_of: dict[str, list[str]]):
    for path in sorted(folder.glob(f"{package}/**/*.py")):
        name = str(path.relative_to(folder / package))
        areas = next((areas for prefix, areas in areas_of.items() if name.startswith(prefix)), None)
        if areas is None:
            continue
        text = path.read_text()
        source, tree, count = Source(text), ast.parse(text), {}
        # Outside of functions only numbers are of interest: limits, lengths of time.
        within = {id(node) for function in ast.walk(tree) if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) for node in ast.walk(function)}
        tops = [(source.starts[min([top.lineno, *(d.lineno for d in getattr(top, "decorator_list", []))]) - 1], source.span(top)[1]) for top in tree.body]
        for node in ast.walk(tree):
            for kind, text_, (start, end) in of_node(source, node):
                if id(node) not in within and kind != "number":
                    continue
                made = edit(source, start, end, text_, next(top for top in tops if top[0] <= start < top[1]))
                if made is None:
                    continue
                line = source.bytes.count(b"\n", 0, start) + 1
                key = f"{name.removesuffix('.py').replace('/', '-')}-{line}-{kind.replace(' ', '-')}"
                count[key] = count.get(key, 0) + 1
                was = source.bytes[start:end].decode()
                yield {"id": f"{key}-{count[key]}", "areas": areas, "kind": kind, "wrong": f"{was} becomes {text_}", "edits": [{"file": f"{package}/{name}", **made}]}


print(json.dumps(list(mutants(Path(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])))))
