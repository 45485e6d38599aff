import { parseTree, printParseErrorCode, visit, type JSONPath, type Node } from 'jsonc-parser';

/** A place in a text, both counted from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

/** Tells where offsets of a text stand; its lines are counted once. */
function positionsAt(text: string): (offset: number) => TextPosition {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    let [line, after] = [0, starts.length];
    while (after - line > 1) {
      const middle = Math.floor((line + after) / 2);
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** Where a text that is no JSON goes wrong; a comma is missing where it should stand, not where it is missed. */
export function positionOfMistake(text: string): TextPosition {
  let found: number | undefined;
  const note = (error: number, offset: number) => {
    const isMissing = ['CommaExpected', 'ColonExpected'].includes(printParseErrorCode(error));
    found ??= isMissing ? text.slice(0, offset).trimEnd().length : offset;
  };
  visit(text, { onError: note }, { disallowComments: true, allowTrailingComma: false });
  return positionsAt(text)(found ?? text.length);
}

/** An entry that is written once more in the same object, where it counts. */
type Repeated = { readonly path: JSONPath; readonly at: TextPosition; readonly counts: TextPosition };

/** The entries of a JSON text that do not count, since the same object has their names once more further down. */
export function repeatedIn(text: string): readonly Repeated[] {
  const positionAt = positionsAt(text);
  const found: Repeated[] = [];
  /** Of each object around the place that is read: its names so far, and where each stands. */
  const around: Map<string, number>[] = [];
  visit(text, {
    onObjectBegin: () => void around.push(new Map()),
    onObjectEnd: () => void around.pop(),
    onObjectProperty: (name, offset, _length, _line, _column, pathOf) => {
      const names = around.at(-1);
      const before = names?.get(name);
      if (before !== undefined)
        found.push({ path: [...pathOf(), name], at: positionAt(before), counts: positionAt(offset) });
      names?.set(name, offset);
    },
  });
  return found;
}

/**
 * Tells where the entries of a JSON text stand by their paths, or the innermost around an entry that there is. The text is
 * read once, and the names of an object are, however many entries are asked for.
 */
export function positionsIn(text: string): (path: JSONPath) => TextPosition {
  const tree = parseTree(text);
  const positionAt = positionsAt(text);
  const known = new Map<Node, ReadonlyMap<string, Node>>();

  /** The values of an object by their names; of a name that stands there twice, the last one, which counts. */
  function valuesOf(node: Node): ReadonlyMap<string, Node> {
    const found = known.get(node);
    if (found) return found;
    const values = new Map<string, Node>();
    for (const { children: [name, value] = [] } of node.children ?? [])
      if (name && value) values.set(String(name.value), value);
    known.set(node, values);
    return values;
  }

  function inside(node: Node, part: string | number): Node | undefined {
    if (typeof part === 'number') return node.type === 'array' ? node.children?.[part] : undefined;
    return node.type === 'object' ? valuesOf(node).get(part) : undefined;
  }

  return (path) => {
    let node = tree;
    for (const part of path) {
      const inner = node && inside(node, part);
      if (inner === undefined) break;
      node = inner;
    }
    // An entry begins with its name.
    const entry = node?.parent?.type === 'property' ? node.parent : node;
    return positionAt(entry?.offset ?? 0);
  };
}
