import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ICruiseResult } from 'dependency-cruiser';

// Holds the architecture against the imports, and holds the check itself against planted violations:
// a cruiser that resolves nothing reports nothing.

const FOLDERS = ['packages', 'apps'];

function violations(): ICruiseResult {
  // It ends with the number of violations, which says nothing that its output does not.
  const { stdout, stderr } = spawnSync(
    'node_modules/.bin/depcruise',
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...FOLDERS],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (stdout === '') throw new Error(`the check did not run: ${stderr}`);
  return JSON.parse(stdout) as ICruiseResult;
}

/** A file that breaks one rule, by the rule it has to be reported for. */
const PLANTED: readonly { rule: string; file: string; text: string }[] = [
  { rule: 'domain-is-pure', file: 'packages/domain/src/planted-a.ts', text: "import 'node:fs';" },
  {
    rule: 'domain-is-pure',
    file: 'packages/domain/src/planted-b.ts',
    text: "import '@refectory/contract/api';",
  },
  {
    rule: 'packages-below-apps',
    file: 'packages/contract/src/planted-c.ts',
    text: "import '../../../apps/server/src/app.ts';",
  },
  {
    rule: 'apps-do-not-import-apps',
    file: 'apps/web/src/planted-d.ts',
    text: "import '../../server/src/app.ts';",
  },
  {
    rule: 'features-are-islands',
    file: 'apps/web/src/features/orders/planted-e.ts',
    text: "import '#features/login/login-page.tsx';",
  },
  {
    rule: 'features-below-app',
    file: 'apps/web/src/features/login/planted-f.ts',
    text: "import '#app/app.tsx';",
  },
  {
    rule: 'ui-is-presentational',
    file: 'apps/web/src/ui/planted-g.ts',
    text: "import '#platform/platform.ts';",
  },
  {
    rule: 'no-cycles',
    file: 'packages/domain/src/planted-h.ts',
    text: "import './planted-i.ts';\nexport const h = 1;",
  },
  {
    rule: 'no-cycles',
    file: 'packages/domain/src/planted-i.ts',
    text: "import './planted-h.ts';\nexport const i = 1;",
  },
  { rule: 'resolvable', file: 'apps/web/src/planted-j.ts', text: "import '@refectory/nowhere/at-all';" },
];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const { summary } = violations();
for (const { rule, from, to } of summary.violations) say(`${rule.name}: ${from} -> ${to}`);

const tracked = execFileSync('git', ['ls-files', '--', ...FOLDERS.map((folder) => `${folder}/**/*.ts*`)], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file));
if (summary.totalCruised < tracked.length) {
  say(`the check saw ${summary.totalCruised} modules, but ${tracked.length} source files are tracked`);
  process.exitCode = 1;
}
if (summary.violations.length > 0) process.exitCode = 1;

try {
  for (const { file, text } of PLANTED) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(join(process.cwd(), file), `${text}\n`);
  }
  const reported = violations().summary.violations;
  for (const { rule, file } of PLANTED) {
    if (
      reported.some(
        (violation) => violation.rule.name === rule && [violation.from, violation.to].includes(file),
      )
    )
      continue;
    say(`the check is blind: ${file} breaks ${rule} and was not reported`);
    process.exitCode = 1;
  }
} finally {
  for (const { file } of PLANTED) rmSync(file, { force: true });
}
