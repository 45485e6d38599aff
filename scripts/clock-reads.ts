import ts from 'typescript';

/** The members of `Date` that do not read the clock. */
const TIMELESS = new Set(['parse', 'UTC', 'prototype']);

/** Whether a use of `Date` in an expression reads the clock of the machine, or lets other code read it. */
function tellsTime(mention: ts.Identifier): boolean {
  const { parent } = mention;
  if (ts.isNewExpression(parent) && parent.expression === mention) return !parent.arguments?.length;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === mention)
    return !TIMELESS.has(parent.name.text);
  return !(
    ts.isBinaryExpression(parent) &&
    parent.right === mention &&
    parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword
  );
}

/** The places of a source, as `line: text`, that read the clock of the machine, directly or by an alias. */
export function clockReads(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) && node.text === 'Date' && tellsTime(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${line + 1}: ${node.parent.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
