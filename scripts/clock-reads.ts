import ts from 'typescript';

/** What can be asked of `Date` without learning what time it is. */
const TIMELESS = new Set(['parse', 'UTC', 'prototype']);

/** Whether a mention of `Date` in an expression tells the time of the machine, or lets somebody else ask for it. */
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

/** The places of a source, as `line: text`, that ask the machine what time it is, by a call or by a name for one. */
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
