import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import type { ICruiseResult } from 'dependency-cruiser';

// Checks the imports against the architecture, and checks itself by planted violations, because a cruiser that resolves
// no import reports none. Both work on a copy, so that a killed check leaves nothing behind in the sources.

const FOLDERS = ['packages', 'apps'];
const CONFIGURATION = [
  '.dependency-cruiser.cjs',
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
];
const OWN_PACKAGES = join('node_modules', '@refectory');

function cruise(folder: string): ICruiseResult {
  // The exit code is the number of violations; the output says the same.
  const { stdout, stderr } = spawnSync(
    resolve('node_modules/.bin/depcruise'),
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...FOLDERS],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (stdout === '') throw new Error(`the check did not run: ${stderr}`);
  return JSON.parse(stdout) as ICruiseResult;
}

/** The files of a folder that the linter reports for direct access to a database. */
function lintedForSql(folder: string, files: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(resolve('node_modules/.bin/oxlint'), ['--format', 'json', ...files], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(`the linter did not run: ${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return diagnostics
    .filter(({ code }) => code === 'eslint(no-restricted-properties)')
    .map(({ filename }) => filename);
}

/** The files that git tracks, and new ones that it does not ignore. */
function sources(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...FOLDERS], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));
}

/** Copies the sources; links third-party packages, and lets our own packages resolve into the copy. */
function copyInto(folder: string, files: readonly string[]): void {
  for (const file of [...CONFIGURATION, ...files]) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copyFileSync(file, join(folder, file));
  }
  mkdirSync(join(folder, OWN_PACKAGES), { recursive: true });
  for (const name of readdirSync(OWN_PACKAGES))
    symlinkSync(readlinkSync(join(OWN_PACKAGES, name)), join(folder, OWN_PACKAGES, name));
  for (const name of readdirSync('node_modules')) {
    const path = join('node_modules', name);
    if (path !== OWN_PACKAGES) symlinkSync(resolve(path), join(folder, path));
  }
  for (const within of FOLDERS) {
    for (const name of readdirSync(within)) {
      const path = join(within, name, 'node_modules');
      if (existsSync(path)) symlinkSync(resolve(path), join(folder, path));
    }
  }
}

/** For every rule of the configuration, a file that breaks it. */
const PLANTED: readonly { rule: string; file: string; text: string }[] = [
  {
    rule: 'no-cycles',
    file: 'packages/domain/src/planted-a.ts',
    text: "import './planted-b.ts';\nexport const a = 1;",
  },
  {
    rule: 'no-cycles',
    file: 'packages/domain/src/planted-b.ts',
    text: "import './planted-a.ts';\nexport const b = 1;",
  },
  { rule: 'resolvable', file: 'apps/web/src/planted-c.ts', text: "import '@refectory/nowhere/at-all';" },
  { rule: 'domain-is-pure', file: 'packages/domain/src/planted-d.ts', text: "import 'node:fs';" },
  {
    rule: 'domain-is-pure',
    file: 'packages/domain/src/planted-e.ts',
    text: "import '@refectory/contract/api';",
  },
  {
    rule: 'contract-knows-domain-and-parsers',
    file: 'packages/contract/src/planted-f.ts',
    text: "import '@refectory/translations/refusals';",
  },
  {
    rule: 'translations-know-languages-only',
    file: 'packages/translations/src/planted-g.ts',
    text: "import '@refectory/contract/api';",
  },
  {
    rule: 'database-knows-domain',
    file: 'packages/database/src/planted-h.ts',
    text: "import '../../contract/src/api.ts';",
  },
  {
    rule: 'database-does-not-launch-postgres',
    file: 'packages/database/src/planted-w.ts',
    text: "import '@refectory/embedded-postgres/embedded-postgres';",
  },
  {
    rule: 'embedded-postgres-stands-alone',
    file: 'packages/embedded-postgres/src/planted-x.ts',
    text: "import '../../domain/src/money.ts';",
  },
  {
    rule: 'packages-below-apps',
    file: 'packages/contract/src/planted-i.ts',
    text: "import '../../../apps/server/src/app.ts';",
  },
  {
    rule: 'apps-do-not-import-apps',
    file: 'apps/web/src/planted-j.ts',
    text: "import '../../server/src/app.ts';",
  },
  {
    rule: 'web-tests-use-the-test-server-only',
    file: 'apps/web/src/planted-k.test.ts',
    text: "import '../../server/src/app.ts';",
  },
  {
    rule: 'web-does-not-touch-the-database',
    file: 'apps/web/src/planted-l.ts',
    text: "import '../../../packages/database/src/database.ts';",
  },
  {
    rule: 'ui-is-presentational',
    file: 'apps/web/src/ui/planted-m.ts',
    text: "import '#platform/platform.ts';",
  },
  {
    rule: 'platform-below-features',
    file: 'apps/web/src/platform/planted-n.ts',
    text: "import '#features/login/login-page.tsx';",
  },
  {
    rule: 'features-below-app',
    file: 'apps/web/src/features/login/planted-o.ts',
    text: "import '#app/app.tsx';",
  },
  {
    rule: 'features-are-islands',
    file: 'apps/web/src/features/orders/planted-p.ts',
    text: "import '#features/login/login-page.tsx';",
  },
  {
    rule: 'menu-knows-orders-and-cart',
    file: 'apps/web/src/features/menu/planted-q.ts',
    text: "import '#features/login/login-page.tsx';",
  },
  { rule: 'sql-in-queries-only', file: 'apps/server/src/commands/planted-r.ts', text: "import 'pg';" },
  { rule: 'sql-in-queries-only', file: 'apps/demo/src/planted-s.ts', text: "import 'drizzle-orm';" },
  {
    rule: 'production-does-not-import-tests',
    file: 'apps/server/src/planted-t.ts',
    text: "import './testing/faults.ts';",
  },
];

/** Files that contain SQL without an import; `npm run lint` has to report them. */
const PLANTED_SQL: readonly { file: string; text: string }[] = [
  {
    file: 'apps/server/src/menu/planted-u.ts',
    text: "export const one = ({ pool }) => pool.query('select 1');",
  },
  {
    file: 'apps/demo/src/planted-v.ts',
    text: 'export const one = (database) => database.orm.select();',
  },
];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const files = sources();
const copy = mkdtempSync(join(tmpdir(), 'refectory-boundaries-'));
try {
  copyInto(copy, files);
  for (const { file, text } of [...PLANTED, ...PLANTED_SQL]) writeFileSync(join(copy, file), `${text}\n`);
  const { summary } = cruise(copy);

  const planted = new Set(PLANTED.map(({ file }) => file));
  for (const { rule, from, to } of summary.violations) {
    if (planted.has(from)) continue;
    say(`${rule.name}: ${from} -> ${to}`);
    process.exitCode = 1;
  }

  for (const { rule, file } of PLANTED) {
    if (
      summary.violations.some(
        (violation) => violation.rule.name === rule && [violation.from, violation.to].includes(file),
      )
    )
      continue;
    say(`the check is blind: ${file} breaks ${rule} and was not reported`);
    process.exitCode = 1;
  }

  const plantedRules = new Set(PLANTED.map(({ rule }) => rule));
  for (const { name } of summary.ruleSetUsed?.forbidden ?? []) {
    if (name !== undefined && plantedRules.has(name)) continue;
    say(`nothing is planted against ${name ?? 'a rule without a name'}`);
    process.exitCode = 1;
  }

  const linted = lintedForSql(
    copy,
    PLANTED_SQL.map(({ file }) => file),
  );
  for (const { file } of PLANTED_SQL) {
    if (linted.includes(file)) continue;
    say(`the linter is blind: ${file} has SQL and was not reported`);
    process.exitCode = 1;
  }

  const modules = files.filter((file) => /\.tsx?$/.test(file));
  if (summary.totalCruised < modules.length + PLANTED.length + PLANTED_SQL.length) {
    say(`the check saw ${summary.totalCruised} modules, but there are ${modules.length} source files`);
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
