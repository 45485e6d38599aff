import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type * as z from 'zod/mini';

import { MenuFileError } from './menu-file-error.ts';
import { reasonOf } from './schema-reason.ts';

type Path = readonly PropertyKey[];

/** What a file holds, and the line in which a part of it begins, counted from 1. */
export type ReadJson<T> = { readonly value: T; readonly lineOf: (path: Path) => number };

/** Nothing of ours is nested deeper; a tree without a limit would run its readers out of their stack. */
const MAXIMUM_DEPTH = 32;
// The scanner's kinds of tokens, whose own names are a `const enum` and vanish with the compiler.
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, END] = [1, 2, 3, 4, 17];

/** Reads a JSON file by its schema; throws MenuFileError for the first thing that is not as it says. */
export function readJson<T extends z.ZodMiniType>(text: string, schema: T): ReadJson<z.output<T>> {
  const lineAt = lineCounter(text);
  const refuse = (offset: number, detail: string): never => {
    throw new MenuFileError(lineAt(offset), { code: 'not-well-formed', format: 'JSON', detail });
  };
  const tooDeep = firstTooDeep(text);
  if (tooDeep !== undefined) return refuse(tooDeep, 'it is nested too deeply');
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error) return refuse(error.offset, detailOf(error));
  if (!root) return refuse(0, 'it is empty');
  const twice = duplicateKey(root);
  if (twice)
    throw new MenuFileError(lineAt(twice.offset), { code: 'duplicate-field', field: String(twice.value) });

  const lineOf = (path: Path) => lineAt(nodeAt(root, path).offset);
  const found: unknown = getNodeValue(root);
  const read = schema.safeParse(found);
  if (read.success) return { value: read.data, lineOf };
  const [issue] = read.error.issues;
  if (issue === undefined) throw read.error;
  const { path, reason } = reasonOf(issue, found);
  throw new MenuFileError(lineOf(path), reason);
}

/** "CommaExpected" as words: "comma expected". */
function detailOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function firstTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === OPEN_BRACE || token === OPEN_BRACKET) depth += 1;
    if (token === CLOSE_BRACE || token === CLOSE_BRACKET) depth -= 1;
    if (depth > MAXIMUM_DEPTH) return scanner.getTokenOffset();
  }
  return undefined;
}

/** The first key that stands twice in one object: JSON itself takes the last without a word. */
function duplicateKey(node: Node): Node | undefined {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = child.type === 'property' ? child.children?.[0] : undefined;
    if (key && seen.has(key.value)) return key;
    seen.add(key?.value);
    const within = duplicateKey(child);
    if (within) return within;
  }
  return undefined;
}

/** The node of a path, or of as much of the path as there is. */
function nodeAt(root: Node, path: Path): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length).map((key) => (typeof key === 'number' ? key : String(key)));
    const found = findNodeAtLocation(root, part);
    if (found) return found;
  }
  return root;
}
