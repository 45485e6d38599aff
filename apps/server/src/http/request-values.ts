import type { Endpoint } from '@refectory/contract/endpoint';
import * as z from 'zod/mini';

import { refuse } from './refusal.ts';
import { unstorableField } from './unstorable.ts';

/** Decodes what came over the wire, or refuses it and names the first field that is wrong or cannot be stored. */
export function decodeOrRefuse(
  schema: NonNullable<Endpoint['query']>,
  value: unknown,
  whole: 'query' | 'body',
): unknown {
  const decoded = z.safeDecode(schema as z.ZodMiniType, value);
  if (decoded.success) {
    const field = unstorableField(decoded.data);
    if (field !== undefined) throw refuse('badRequest', { field: field || whole });
    return decoded.data;
  }
  const path = decoded.error.issues[0]?.path.map(String).join('.');
  throw refuse('badRequest', { field: path || whole });
}

type Definition = {
  readonly type: string;
  readonly innerType?: { readonly _zod: { readonly def: Definition } };
  readonly element?: { readonly _zod: { readonly def: Definition } };
  readonly in?: { readonly _zod: { readonly def: Definition } };
  readonly shape?: Readonly<Record<string, { readonly _zod: { readonly def: Definition } }>>;
};

const NUMBER_TEXT = /^-?\d+(?:\.\d+)?$/;

/** A parameter's text as the JSON value that its schema expects; the schema refuses any other text. */
function parameterValue(definition: Definition, text: string): unknown {
  const inner = definition.innerType ?? definition.in;
  if (inner) return parameterValue(inner._zod.def, text);
  if (definition.type === 'number' && NUMBER_TEXT.test(text)) return Number(text);
  if (definition.type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  if (definition.type === 'array' && definition.element) {
    const element = definition.element._zod.def;
    return text.split(',').map((part) => parameterValue(element, part));
  }
  return text;
}

/** The parameters of a query as JSON: an empty one counts as left out, commas separate lists. */
export function queryValues(
  schema: NonNullable<Endpoint['query']>,
  parameters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shape = (schema._zod.def as Definition).shape ?? {};
  const values: Record<string, unknown> = {};
  for (const [name, { _zod: part }] of Object.entries(shape)) {
    const text = parameters[name];
    if (text === undefined || text === '') continue;
    if (typeof text !== 'string') throw refuse('badRequest', { field: name });
    values[name] = parameterValue(part.def, text);
  }
  return values;
}
