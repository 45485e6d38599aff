import * as z from 'zod/mini';

import { Settings } from './settings.ts';

/** As much of JSON Schema as the schema of a configuration is read for. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly title?: string;
  description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
};

/** The JSON Schema of `config.json`, what stands in several places repeated or referred to. */
export function settingsSchema(reused: 'inline' | 'ref'): JsonSchema {
  return z.toJSONSchema(Settings, { io: 'input', unrepresentable: 'any', reused }) as JsonSchema;
}
