import { methodOf, type Endpoint } from '@refectory/contract/endpoint';
import fc from 'fast-check';
import * as z from 'zod/mini';

/** One request as it is sent; `payload` is the text of the body. */
export type CallCase = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
};

/** What the cases are made of, beside the contract. */
export type CaseParts = {
  /** Ids that exist, of the caller and of others. */
  readonly ids: readonly number[];
  /** Texts that mean something somewhere: days, names, tokens. */
  readonly texts: readonly string[];
  /** Session tokens, and other texts. */
  readonly tokens: readonly string[];
};

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Stand for texts that are numbers elsewhere and nothing in JSON. */
const NO_JSON = ['NaN', 'Infinity', '-Infinity', '1e999', '01', '+1', '.5', 'undefined'];
const marked = (text: string) => `\u0001${text}\u0001`;
const unmark = (text: string) => text.replaceAll(/"\\u0001(.*?)\\u0001"/g, '$1');

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    'x',
    '\0',
    '\ud800',
    '1',
    '1e3',
    'a'.repeat(3_000),
    '2026-02-30',
    '9999-99-99',
    '0000-00-00',
    '2026-11-20T25:00',
    "' or 1=1 --",
    '%s%n',
    '../..',
    -1,
    0,
    0.5,
    1e21,
    1e300,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    -(2 ** 63),
    1.00005,
    [],
    {},
    [[]],
    { $ne: null },
    { toString: 1 },
    { length: 1e9 },
    { constructor: { name: 'x' } },
    ...NO_JSON.map(marked),
  ),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values of the right shape, by the wire side of a schema. */
function rightValue(schema: JsonSchema, parts: CaseParts): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => rightValue(one, parts)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => rightValue({ ...schema, type }, parts)));
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  switch (schema.type) {
    case 'string':
      if (schema.pattern !== undefined) {
        const pattern = new RegExp(schema.pattern);
        const fitting = parts.texts.filter((text) => pattern.test(text));
        const any = fc.stringMatching(pattern);
        // Most texts that fit mean nothing, such as the 50th of a month.
        return fitting.length === 0 ? any : fc.oneof(fc.constantFrom(...fitting), any);
      }
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...parts.texts) },
        { weight: 1, arbitrary: fc.string({ minLength: schema.minLength ?? 0 }) },
      );
    case 'number':
    case 'integer':
      return fc.oneof(
        fc.constantFrom(...parts.ids),
        fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: Math.min(schema.maximum ?? 1_000, 1_000) }),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(rightValue((schema.items ?? {}) as JsonSchema, parts), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, field]) => [
            name,
            rightValue(field as JsonSchema, parts),
          ]),
        ),
        { requiredKeys: schema.required ?? [], noNullPrototype: true },
      );
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

type Place = { readonly of: Record<string, unknown>; readonly name: string };

/** Every place inside a value where something else can stand. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const of = value as Record<string, unknown>;
  return Object.keys(of).flatMap((name) => [{ of, name }, ...placesIn(of[name])]);
}

/** A value of the right shape with one place in it wrong, left out, or besides. */
function spoiled(right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.constantFrom('replace', 'remove', 'add');
  return fc.tuple(right, change, fc.nat(), odd).map(([value, how, at, other]) => {
    const copy = structuredClone(value);
    const places = placesIn(copy);
    const place = places[at % Math.max(places.length, 1)];
    if (!place) return other;
    if (how === 'remove') delete place.of[place.name];
    else place.of[how === 'add' ? `${place.name}2` : place.name] = other;
    return copy;
  });
}

/** Ways to break the text of a body. */
const breakings: readonly ((text: string, at: number) => string)[] = [
  (text, at) => text.slice(0, at % Math.max(text.length, 1)),
  (text) => text.replace('{', '{"__proto__":{"polluted":1},'),
  (text) => text.replace('{', '{"constructor":{"prototype":{"polluted":1}},'),
  (text) => text.replace('{', '{"toString":1,"hasOwnProperty":1,"valueOf":null,'),
  (text) => `[${text}]`,
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  (text) => `${text}${' '.repeat(70_000)}`,
  (text) => `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)},"b":${text}}`,
  () => '['.repeat(20_000),
  (_, at) => NO_JSON[at % NO_JSON.length] ?? '',
  () => '<xml/>',
];

function bodyTexts(right: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const text = (value: unknown) => unmark(JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 5, arbitrary: right.map(text) },
    { weight: 6, arbitrary: spoiled(right).map(text) },
    { weight: 1, arbitrary: odd.map(text) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(right, fc.constantFrom(...breakings), fc.nat())
        .map(([value, broken, at]) => broken(text(value), at)),
    },
  );
}

/** The text of a query: right, with a parameter wrong, twice, or such as no parser likes. */
function queryTexts(right: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const written = (part: unknown) =>
    (typeof part === 'string' ? part : (JSON.stringify(part) ?? '')).replaceAll(/\p{Surrogate}/gu, '');
  const text = (value: unknown) =>
    Object.entries(value ?? {})
      .map(([name, part]) => `${name}=${encodeURIComponent(written(part))}`)
      .join('&');
  const tail = fc.constantFrom(
    '',
    '',
    '',
    '&__proto__=1',
    '&constructor[prototype]=1',
    '&a=%zz',
    '&=',
    '&from=1&from=2',
  );
  return fc.tuple(fc.oneof(right.map(text), spoiled(right).map(text)), tail).map((two) => two.join(''));
}

const maybe = (name: string, ...values: string[]) =>
  fc.option(
    fc.constantFrom(...values).map((value) => ({ [name]: value })),
    { nil: {} },
  );

/** Requests to one call: some right, most of them wrong in one way or another. */
export function callCases(definition: Endpoint, parts: CaseParts): fc.Arbitrary<CallCase> {
  const method = methodOf(definition);
  const shapeOf = (schema: Endpoint['query']) =>
    schema ? rightValue(z.toJSONSchema(schema, { io: 'input' }), parts) : fc.constant({});
  const headers = fc
    .tuple(
      maybe('accept-language', 'cs', 'pl;q=0.5', '*', ';;,=', 'x'.repeat(2_000)),
      maybe('idempotency-key', 'key-1', 'key-2', '', 'with space', 'ü', 'k'.repeat(256), '__proto__'),
      maybe(
        'x-asw-force',
        'yes',
        'a,b',
        ',,',
        '%zz',
        '%00',
        '__proto__',
        `price-${'9'.repeat(15)}`,
        `price-${'9'.repeat(20)}`,
        `portions-${'9'.repeat(9)}`,
        `portions-${'9'.repeat(15)}`,
      ),
      maybe(
        'authorization',
        'Basic eDp4',
        'Basic',
        'Basic ====',
        'Card x',
        'Bearer ',
        'Basic AAAA',
        'Basic //8=',
      ),
      maybe('x-asw-keep-logged', '1', 'yes'),
      fc.constantFrom(...parts.tokens).map((token) => ({ 'x-asw-token': token })),
    )
    .map((all): Record<string, string> => Object.assign({}, ...all) as Record<string, string>);
  const contentType = fc.oneof(
    { weight: 12, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'x', '') },
  );
  const body = definition.body === 'empty' ? fc.oneof(fc.constant({}), odd) : shapeOf(definition.body);
  return fc
    .tuple(headers, queryTexts(shapeOf(definition.query)), bodyTexts(body), contentType)
    .map(([sent, query, payload, type]) => ({
      method,
      url: `/api${definition.path}?${query}`,
      headers: { ...sent, ...(method === 'POST' && { 'content-type': type }) },
      ...(method === 'POST' && { payload }),
    }));
}
