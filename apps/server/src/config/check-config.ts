import { featuresWithoutParameters } from '@refectory/contract/features';
import { formFindings } from '@refectory/contract/form-findings';
import { positionOfMistake, positionsIn, repeatedIn } from '@refectory/contract/json-position';
import type { Settings } from '@refectory/contract/settings';
import { settingsSchema, type JsonSchema } from '@refectory/contract/settings-schema';

import { inWords, type EntryFinding, type EntryPath } from './config-entry.ts';
import { settingsOrMistakes } from './config-mistakes.ts';
import { fileNotes, type WhyNotSent } from './file-notes.ts';
import { didYouMean, nearestName } from './nearest-name.ts';
import { pageNotes } from './page-notes.ts';
import { translationNotes } from './translation-notes.ts';

/** Something wrong in a configuration file, or worth knowing; the place is counted from 1. */
export type ConfigFinding = { readonly line: number; readonly column: number; readonly text: string };

/** What is wrong in a configuration, and what is worth knowing about it, both in the order of its lines. */
type CheckedConfig = {
  readonly mistakes: readonly ConfigFinding[];
  readonly notes: readonly ConfigFinding[];
};

/** Entries that editors and people put into a file for themselves. */
const FOR_EDITORS: ReadonlySet<string> = new Set(['$schema']);

/** The entries of a value that its schema does not know: most often they are misspelt. */
function unknownEntries(value: unknown, schema: JsonSchema, path: EntryPath): EntryFinding[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => unknownEntries(item, schema.items ?? {}, [...path, index]));
  const known = schema.properties ?? schema.anyOf?.find(({ properties }) => properties)?.properties;
  if (typeof value !== 'object' || value === null || !known) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const own = [...path, name];
    const inner = Object.hasOwn(known, name) ? known[name] : undefined;
    if (inner) return unknownEntries(child, inner, own);
    if (path.length === 0 && FOR_EDITORS.has(name)) return [];
    const text = `there is no such entry; it is ignored${didYouMean(nearestName(name, Object.keys(known)))}`;
    return [{ path: own, text }];
  });
}

const TOO_DEEP: ConfigFinding = { line: 1, column: 1, text: 'the file is nested too deeply' };

/** The place of each finding in a text, in the order of its lines. */
function located(text: string, findings: readonly EntryFinding[]): ConfigFinding[] {
  const positionOf = positionsIn(text);
  return inOrder(
    findings.map(({ path, text: words }) => ({
      ...positionOf([...path]),
      text: path.length === 0 ? `the file ${words}` : `${inWords(path)}: ${words}`,
    })),
  );
}

const inOrder = (findings: readonly ConfigFinding[]) =>
  findings.toSorted((one, other) => one.line - other.line || one.column - other.column);

/** Entries that are written twice: JSON reads the last one, and whoever changes the first one wonders. */
const repeatedEntries = (text: string): ConfigFinding[] =>
  repeatedIn(text).map(({ path, at, counts }) => ({
    ...at,
    text: `${inWords(path)}: it stands once more in line ${counts.line}, which counts`,
  }));

/** What is wrong in the text of a configuration, and what is worth knowing about it. */
export function checkConfig(text: string, whyNotSent: WhyNotSent): Promise<CheckedConfig> {
  return checked(text, (settings) => notesOn(settings, whyNotSent));
}

/** What is wrong in the text of a configuration alone: of a large file the notes take long. */
export async function mistakesInConfig(text: string): Promise<readonly ConfigFinding[]> {
  return (await checked(text, undefined)).mistakes;
}

/** What is worth knowing about settings without a mistake. */
type NotesOn = (settings: Settings) => Promise<readonly EntryFinding[]>;

async function notesOn(settings: Settings, whyNotSent: WhyNotSent): Promise<readonly EntryFinding[]> {
  return [
    ...formFindings(settings),
    ...pageNotes(settings),
    ...fileNotes(settings, whyNotSent),
    ...(await translationNotes(settings)),
  ];
}

async function checked(text: string, notesOf: NotesOn | undefined): Promise<CheckedConfig> {
  try {
    return await checkedConfig(text, notesOf);
  } catch (error) {
    // The stack is too small for thousands of brackets within brackets, wherever they are walked through.
    if (error instanceof RangeError && error.message.includes('call stack'))
      return { mistakes: [TOO_DEEP], notes: [] };
    throw error;
  }
}

async function checkedConfig(text: string, notesOf: NotesOn | undefined): Promise<CheckedConfig> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return {
      mistakes: [{ ...positionOfMistake(text), text: 'the file is no JSON from here on' }],
      notes: [],
    };
  }
  const unknown = notesOf ? unknownEntries(json, settingsSchema('inline'), []) : [];
  const repeated = notesOf ? repeatedEntries(text) : [];
  const withRepeated = (notes: readonly EntryFinding[]) => inOrder([...located(text, notes), ...repeated]);
  const read = settingsOrMistakes(json);
  if ('mistakes' in read) return { mistakes: located(text, read.mistakes), notes: withRepeated(unknown) };
  const { settings } = read;
  const { topUpLeast = 0, topUpMost = Infinity } = settings;
  const mistakes: readonly EntryFinding[] = [
    ...featuresWithoutParameters(settings).map(({ feature, parameter }) => ({
      path: [feature],
      text: `it is on, but ${parameter} is missing or cannot be used`,
    })),
    ...(topUpLeast > topUpMost
      ? [{ path: ['topUpMost'], text: `is ${topUpMost}, but must not be below topUpLeast` }]
      : []),
  ];
  const notes = [...unknown, ...((await notesOf?.(settings)) ?? [])];
  return { mistakes: located(text, mistakes), notes: withRepeated(notes) };
}
