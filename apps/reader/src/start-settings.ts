import { readFile } from 'node:fs/promises';

import { StartRefusal } from '@refectory/contract/environment';
import * as z from 'zod/mini';

const Origin = z.string().check(
  z.refine((text) => URL.canParse(text) && new URL(text).origin === text, {
    message: 'has to be an origin such as https://canteen.example.org',
  }),
);

/** What the configuration file of a kiosk says. */
const Configuration = z.strictObject({
  /** Where pages reach the bridge on this machine: `ws://localhost:<port>/reader`. */
  port: z._default(z.number().check(z.int(), z.gte(1), z.lte(65_535)), 4330),
  /** The origins whose pages may read cards. */
  origins: z.array(Origin).check(z.minLength(1, 'has to name at least one origin')),
  /** What `npx refectory terminal add` showed. */
  terminal: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  /** A part of the name of the reader, where the machine has several. */
  reader: z.optional(z.string()),
});
export type Configuration = z.output<typeof Configuration>;

/** Reads the configuration file, or says in one sentence what is wrong with it. */
export async function readConfiguration(file: string): Promise<Configuration> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new StartRefusal(
      `The configuration ${file} cannot be read: write it as apps/reader/README.md says.`,
    );
  }
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new StartRefusal(`The configuration ${file} is no JSON: ${(error as Error).message}.`);
  }
  const read = z.safeParse(Configuration, json);
  if (read.success) return read.data;
  throw new StartRefusal(
    `The configuration ${file} cannot be used: ${read.error.issues.map(describeIssue).join('; ')}.`,
  );
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `"${issue.keys.join('", "')}" means nothing`;
  return `"${issue.path.join('.')}" ${issue.message === 'Invalid input' ? 'is missing or of another kind' : issue.message}`;
}
