import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { api } from '@refectory/contract/api';
import { methodOf, type Endpoint } from '@refectory/contract/endpoint';
import * as z from 'zod/mini';

import { contractComments } from './contract-comments.ts';

/** The part of JSON Schema that is read here. */
export type JsonSchema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  [keyword: string]: unknown;
};

/** One call with its comment and the wire side of its parts. */
export type DescribedCall = {
  readonly name: string;
  readonly noun: string;
  readonly method: 'GET' | 'POST';
  readonly definition: Endpoint;
  readonly comment: string;
  readonly query: JsonSchema | undefined;
  readonly body: JsonSchema | undefined;
  readonly response: JsonSchema;
};

/** The contract as documents need it. */
export type DescribedContract = {
  readonly calls: readonly DescribedCall[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
};

const FOLDER = join(import.meta.dirname, '../../packages/contract/src');
/** Files that define nothing that the API sends or receives. */
const OTHERS = new Set(['api.ts', 'client.ts', 'endpoint.ts', 'settings.ts']);

const schemaAddress = (id: string) => `#/components/schemas/${id}`;

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value;

function isCalls(value: unknown): value is Readonly<Record<string, Endpoint>> {
  if (typeof value !== 'object' || value === null || isSchema(value)) return false;
  const parts: unknown[] = Object.values(value);
  return (
    parts.length > 0 &&
    parts.every((part) => typeof part === 'object' && part !== null && 'path' in part && 'auth' in part)
  );
}

function describeFields(schema: JsonSchema, comments: ReadonlyMap<string, string> | undefined): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const comment = comments?.get(name);
    if (comment) field.description = comment;
  }
}

/** Every call and every exported schema of the contract. A codec is described by its form on the wire. */
export async function describeContract(): Promise<DescribedContract> {
  const registry = z.registry<{ id: string }>();
  const comments = new Map<string, string>();
  const fieldComments = new Map<string, ReadonlyMap<string, string>>();
  const found: (Pick<DescribedCall, 'name' | 'noun' | 'comment' | 'definition'> & {
    parts: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
  })[] = [];

  const files = readdirSync(FOLDER).filter((file) => /^[a-z-]+\.ts$/.test(file) && !OTHERS.has(file));
  for (const file of files) {
    const values = (await import(join(FOLDER, file))) as Record<string, unknown>;
    const { schemas, calls } = contractComments(join(FOLDER, file));
    for (const [name, value] of Object.entries(values)) {
      if (isSchema(value)) {
        registry.add(value, { id: name });
        const { comment, fields } = schemas.get(name) ?? { comment: '', fields: new Map<string, string>() };
        comments.set(name, comment);
        fieldComments.set(name, fields);
      } else if (isCalls(value)) {
        for (const [call, definition] of Object.entries(value)) {
          const { comment = '', parts } = calls.get(call) ?? {};
          if (comment === '') throw new Error(`the call ${call} of ${file} has no comment`);
          found.push({ name: call, noun: name, comment, definition, parts });
        }
      }
    }
  }

  // In the order of the API, a gateway's calls behind it.
  const order = Object.keys(api);
  const placeOf = (call: string) => (order.includes(call) ? order.indexOf(call) : order.length);
  found.sort((one, other) => placeOf(one.name) - placeOf(other.name));

  // Parts without a name of their own are converted in the same run, so that they refer to the named schemas.
  const partId = (call: string, part: string) => `${call}.${part}`;
  for (const { name, definition } of found) {
    for (const part of ['query', 'body', 'response'] as const) {
      const schema = definition[part];
      if (isSchema(schema) && !registry.has(schema)) registry.add(schema, { id: partId(name, part) });
    }
  }
  const { schemas: all } = z.toJSONSchema(registry, {
    io: 'input',
    uri: schemaAddress,
    override: ({ jsonSchema }) => {
      // The value that replaces a wrong one is a matter of the reader, and the largest number is that of JavaScript.
      delete jsonSchema.default;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  }) as { schemas: Record<string, JsonSchema> };
  for (const schema of Object.values(all)) {
    delete schema['$schema'];
    delete schema['$id'];
    delete schema['id'];
  }

  const schemas: Record<string, JsonSchema> = {};
  for (const [name, comment] of [...comments].sort(([one], [other]) => one.localeCompare(other, 'en'))) {
    const schema = all[name];
    if (!schema) throw new Error(`the schema ${name} was not described`);
    if (comment) schema.description = comment;
    describeFields(schema, fieldComments.get(name));
    schemas[name] = schema;
  }
  const calls = found.map(({ parts, ...call }): DescribedCall => {
    const partOf = (part: 'query' | 'body' | 'response'): JsonSchema | undefined => {
      const schema = call.definition[part];
      if (!isSchema(schema)) return undefined;
      const id = registry.get(schema)?.id ?? '';
      if (id !== partId(call.name, part)) return { $ref: schemaAddress(id) };
      const described = all[id] ?? {};
      describeFields(described, parts?.get(part));
      return described;
    };
    return {
      ...call,
      method: methodOf(call.definition),
      query: partOf('query'),
      body: partOf('body'),
      response: partOf('response') ?? {},
    };
  });
  return { calls, schemas };
}
