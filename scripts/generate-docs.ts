import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import packageFile from '../package.json' with { type: 'json' };
import { apiPage } from './docs/api-page.ts';
import { describeContract } from './docs/describe-contract.ts';
import { openApi } from './docs/openapi.ts';
import { configSchema, settingsPage } from './docs/settings-page.ts';

// Writes the documents that are generated from the code. With --check it only says which of them are out of date.

const ROOT = join(import.meta.dirname, '..');
const contract = await describeContract();
const asJson = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;

const documents: Readonly<Record<string, string>> = {
  'docs/api.md': apiPage(contract),
  'docs/openapi.json': asJson(await openApi(contract, packageFile.version)),
  'docs/settings.md': settingsPage(),
  'docs/config.schema.json': asJson(configSchema()),
};

function written(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
}

const stale = Object.entries(documents).filter(([path, text]) => written(path) !== text);
if (process.argv.includes('--check')) {
  for (const [path] of stale) process.stdout.write(`${path} is out of date: npm run docs\n`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const [path, text] of stale) {
    writeFileSync(join(ROOT, path), text);
    process.stdout.write(`${path} is written\n`);
  }
}
