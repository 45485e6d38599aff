import { readFileSync } from 'node:fs';

import ts from 'typescript';

/** The doc comments of one file of the contract, by the names they document. */
export type ContractComments = {
  /** Of an exported schema: its own comment, and those of its fields. */
  readonly schemas: ReadonlyMap<string, { comment: string; fields: ReadonlyMap<string, string> }>;
  /** Of a call: its own comment, and those of the fields written into it, by part: `query`, `body`, `response`. */
  readonly calls: ReadonlyMap<
    string,
    { comment: string; parts: ReadonlyMap<string, ReadonlyMap<string, string>> }
  >;
};

/** A comment as a sentence, with the section of the specification at its end in words. */
function sentenceOf(node: ts.Node): string {
  const comment = ts.getJSDocCommentsAndTags(node).at(0)?.comment;
  const text = (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim();
  return text.replace(/\s*\/\/ spec (§.+)$/, ' (specification $1)').trim();
}

/** The object literal in a call of `z.object` or `z.extend`, also inside other calls. */
function objectOf(node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  if (!ts.isCallExpression(node)) return undefined;
  const called = node.expression.getText();
  const argument = node.arguments[called === 'z.extend' ? 1 : 0];
  return argument && called.startsWith('z.') ? objectOf(argument) : undefined;
}

/** Reads the doc comments of the contract, so that the documents repeat none of them by hand. */
export function contractComments(file: string): ContractComments {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = new Map<string, { statement: ts.Statement; value: ts.Expression }>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (initializer) constants.set(name.getText(), { statement, value: initializer });
  }

  function fieldsOf(value: ts.Expression): Map<string, string> {
    const fields = new Map<string, string>();
    for (const property of objectOf(value)?.properties ?? []) {
      if (ts.isSpreadAssignment(property)) {
        const spread = constants.get(property.expression.getText().replace(/\.shape$/, ''));
        for (const [name, comment] of spread ? fieldsOf(spread.value) : []) fields.set(name, comment);
      } else if (property.name) fields.set(property.name.getText(), sentenceOf(property));
    }
    return fields;
  }

  const schemas = new Map<string, { comment: string; fields: ReadonlyMap<string, string> }>();
  const calls = new Map<
    string,
    { comment: string; parts: ReadonlyMap<string, ReadonlyMap<string, string>> }
  >();
  for (const [name, { statement, value }] of constants) {
    schemas.set(name, { comment: sentenceOf(statement), fields: fieldsOf(value) });
    if (!ts.isObjectLiteralExpression(value)) continue;
    for (const property of value.properties) {
      if (!ts.isPropertyAssignment(property) || !ts.isCallExpression(property.initializer)) continue;
      const [definition] = property.initializer.arguments;
      if (property.initializer.expression.getText() !== 'endpoint' || !definition) continue;
      const parts = new Map<string, ReadonlyMap<string, string>>();
      for (const part of ts.isObjectLiteralExpression(definition) ? definition.properties : [])
        if (ts.isPropertyAssignment(part)) parts.set(part.name.getText(), fieldsOf(part.initializer));
      calls.set(property.name.getText(), { comment: sentenceOf(property), parts });
    }
  }
  return { schemas, calls };
}
