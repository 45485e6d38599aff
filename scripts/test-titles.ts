import ts from 'typescript';

/** Whether an expression is a test function: `test`, `it`, or `test.each`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it';
  if (ts.isCallExpression(callee)) return isTest(callee.expression);
  return (
    ts.isPropertyAccessExpression(callee) &&
    ['each', 'for'].includes(callee.name.text) &&
    isTest(callee.expression)
  );
}

/** The modifiers by which a test or a group never runs, or runs only under a condition. */
const CONDITIONS = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fails', 'fail']);

/** Whether an expression has such a modifier, as in `describe.skip` and `test.runIf(…)`. */
function isConditional(callee: ts.Expression): boolean {
  if (ts.isCallExpression(callee)) return isConditional(callee.expression);
  return (
    ts.isPropertyAccessExpression(callee) &&
    (CONDITIONS.has(callee.name.text) || isConditional(callee.expression))
  );
}

/** Whether the options have such a modifier, as in `test(title, { skip: true }, …)`. */
function hasCondition({ arguments: given }: ts.CallExpression): boolean {
  const options = given[1];
  return (
    options !== undefined &&
    ts.isObjectLiteralExpression(options) &&
    options.properties.some(({ name }) => name && CONDITIONS.has(name.getText()))
  );
}

/** The beginning of a string literal; empty for any other expression. */
function textOf(expression: ts.Expression | undefined): string {
  if (expression === undefined) return '';
  if (ts.isStringLiteralLike(expression)) return expression.text;
  return ts.isTemplateExpression(expression) ? expression.head.text : '';
}

/** The value without `as const`, `satisfies` and brackets; a constant of the file is looked up. */
function valueOf(
  expression: ts.Expression,
  constants: ReadonlyMap<string, ts.Expression>,
): ts.Expression | undefined {
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return valueOf(expression.expression, constants);
  if (ts.isParenthesizedExpression(expression)) return valueOf(expression.expression, constants);
  if (!ts.isIdentifier(expression)) return expression;
  const constant = constants.get(expression.text);
  return constant && valueOf(constant, constants);
}

/** The titles of a test: its own, or one for each row where the title begins with the first cell of the row. */
function titlesOf(call: ts.CallExpression, constants: ReadonlyMap<string, ts.Expression>): string[] {
  const title = textOf(call.arguments[0]);
  const [placeholder = '', field] = /^(?:%s|\$(\w+))/.exec(title) ?? [];
  if (!/^[%$]/.test(title) || !ts.isCallExpression(call.expression)) return [title];
  const [given] = call.expression.arguments;
  const table = given && valueOf(given, constants);
  if (!table || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements.map((element) => {
    const row = valueOf(element, constants);
    return title.replace(placeholder, firstOf(row, field));
  });
}

/** The titles of the tests in a source that always run, at any depth. */
export function testTitles(file: string, text: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const constants = new Map<string, ts.Expression>();
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    if (ts.isCallExpression(node)) {
      if (isConditional(node.expression) || hasCondition(node)) return;
      // `test.each(rows)` alone is not a test yet.
      if (isTest(node.expression) && !ts.isPropertyAccessExpression(node.expression)) calls.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls.flatMap((call) => titlesOf(call, constants));
}

/** The first text of a row of a table, or the text of one of its fields. */
function firstOf(row: ts.Expression | undefined, field: string | undefined): string {
  if (row && ts.isArrayLiteralExpression(row)) return textOf(row.elements[0]);
  if (!row || !ts.isObjectLiteralExpression(row)) return textOf(row);
  const property = row.properties.find((one) => one.name?.getText() === field);
  return property && ts.isPropertyAssignment(property) ? textOf(property.initializer) : '';
}

/** The requirements that a title claims whole, and those that it claims in part. */
export type Claim = { whole: string[]; inPart: string[] };

const CLAIM =
  /^(?<whole>(?:[A-Z0-9]+-\d+[ ,]+)*)(?:part of (?<inPart>[A-Z0-9]+-\d+(?:[ ,]+[A-Z0-9]+-\d+)*):)?/;

/** Reads `ORD-14 ORD-17 …` as whole, `part of NAV-18 ERR-01: …` as in part, and `ORD-14, part of NAV-18: …` as both. */
export function claimOf(title: string): Claim {
  const { whole, inPart } = CLAIM.exec(title)?.groups ?? {};
  const idsIn = (text = '') => text.match(/[A-Z0-9]+-\d+/g) ?? [];
  return { whole: idsIn(whole), inPart: idsIn(inPart) };
}
