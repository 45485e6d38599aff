import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import ts from 'typescript';

// The clock is an argument: nothing in packages may ask the machine what time it is. Measuring how
// long something takes, by `performance.now`, is no question for the time.

const files = execFileSync('git', ['ls-files', '--', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));

function isClock(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) {
    return node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0;
  }
  return ts.isCallExpression(node) && ['Date.now', 'Date'].includes(node.expression.getText());
}

let found = 0;
for (const file of files) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (isClock(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      process.stdout.write(`${file}:${line + 1} asks the machine for the time: ${node.getText()}\n`);
      found += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
if (found > 0) process.exitCode = 1;
