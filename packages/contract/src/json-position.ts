import { findNodeAtLocation, parseTree, printParseErrorCode, visit, type JSONPath } from 'jsonc-parser';

/** A place in a text, both counted from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Where a text that is no JSON goes wrong; a comma is missing where it should stand, not where it is missed. */
export function positionOfMistake(text: string): TextPosition {
  let found: number | undefined;
  const note = (error: number, offset: number) => {
    const isMissing = ['CommaExpected', 'ColonExpected'].includes(printParseErrorCode(error));
    found ??= isMissing ? text.slice(0, offset).trimEnd().length : offset;
  };
  visit(text, { onError: note }, { disallowComments: true, allowTrailingComma: false });
  return positionAt(text, found ?? text.length);
}

/** Where the entry at a path of a JSON text stands, or the innermost around it that there is. */
export function positionOf(text: string, path: JSONPath): TextPosition {
  const tree = parseTree(text);
  const around = path.map((_, index) => path.slice(0, path.length - index));
  const node = tree && (around.map((part) => findNodeAtLocation(tree, part)).find(Boolean) ?? tree);
  // An entry begins with its name.
  const entry = node?.parent?.type === 'property' ? node.parent : node;
  return positionAt(text, entry?.offset ?? 0);
}
