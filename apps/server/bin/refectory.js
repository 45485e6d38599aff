#!/usr/bin/env node
// Committed, because npm links a bin only when its file exists at install time; the program itself is built.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = new URL('../dist/cli.js', import.meta.url);

if (existsSync(fileURLToPath(program))) {
  await import(program.href);
} else {
  process.stderr.write('refectory is not built yet: run "npm run build" (or "npm start" once) first.\n');
  process.exitCode = 1;
}
