import { Validator } from '@seriousme/openapi-schema-validator';

import type { DescribedCall, DescribedContract, JsonSchema } from './describe-contract.ts';

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
const header = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  description,
  schema,
});

/** The object schema of a part, also where the part refers to it by name. */
function resolved(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema);
}

function parametersOf({ definition, query }: DescribedCall, schemas: DescribedContract['schemas']) {
  const { properties = {}, required = [] } = query ? resolved(query, schemas) : {};
  return [
    ...Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      style: 'form',
      explode: false,
      ...(description !== undefined && { description }),
      schema,
    })),
    header('Accept-Language', 'The language of texts in the answer.', { type: 'string' }),
    ...(definition.keepLogged
      ? [header('X-ASW-KEEP-LOGGED', 'Asks for a long session.', { type: 'string', enum: ['1'] })]
      : []),
    ...(definition.events
      ? [
          header('Last-Event-ID', 'The id of the last event that is known.', {
            type: 'string',
          }),
        ]
      : []),
    ...(definition.changes
      ? [
          header('Idempotency-Key', 'One per intent, the same when the call is repeated.', {
            type: 'string',
            minLength: 1,
            maxLength: 255,
          }),
          ...(definition.server === undefined
            ? [
                header('X-ASW-BASE-PATH', 'Where the application lies below the origin: mails link to it.', {
                  type: 'string',
                }),
              ]
            : []),
        ]
      : []),
    ...(definition.asks
      ? [
          header('X-ASW-FORCE', 'The answers to questions so far, in order, joined by commas.', {
            type: 'string',
          }),
        ]
      : []),
  ];
}

const failure = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/Envelope' }),
});

function responsesOf({ definition, response }: DescribedCall) {
  const answer = definition.events
    ? {
        description: 'A stream; each event holds this as JSON.',
        content: { 'text/event-stream': { schema: response } },
      }
    : {
        description: 'The call was carried out.',
        ...(definition.changes && {
          headers: {
            'Idempotency-Replayed': {
              description: 'This repeats the first answer to the key.',
              schema: { type: 'string', enum: ['true'] },
            },
          },
        }),
        content: json({
          allOf: [
            {
              type: 'object',
              properties: { success: { const: true } },
              required: definition.succeedsWith === undefined ? ['success'] : [],
            },
            response,
          ],
        }),
      };
  return {
    200: answer,
    ...(definition.changes && {
      409: failure('The first call with this key is still being worked on.'),
      422: failure('This key was used for another request.'),
    }),
    ...(definition.asks && {
      449: failure('A question to answer first, in `error.force`; the call is then sent again.'),
    }),
    default: failure('The call was refused or failed; nothing was changed.'),
  };
}

function securityOf({ auth, authorization }: DescribedCall['definition']) {
  if (auth === 'none') return [];
  return authorization
    ? [
        { session: [], password: [] },
        { session: [], card: [] },
      ]
    : [{ session: [] }];
}

function operationOf(call: DescribedCall, schemas: DescribedContract['schemas']) {
  const { definition, name, noun, comment, body } = call;
  return {
    operationId: name,
    tags: [noun],
    summary: comment.split(/(?<=\.)\s/)[0],
    description: comment,
    security: securityOf(definition),
    parameters: parametersOf(call, schemas),
    ...(definition.body !== undefined && {
      requestBody:
        body === undefined
          ? {
              required: false,
              description: 'Nothing, or `{}`.',
              content: json({ type: 'object', maxProperties: 0 }),
            }
          : { required: true, content: json(body) },
    }),
    responses: responsesOf(call),
  };
}

/** The contract as an OpenAPI description, checked against the rules of OpenAPI. Throws when it breaks one. */
export async function openApi({ calls, schemas }: DescribedContract, version: string): Promise<object> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = (paths[call.definition.path] ??= {});
    path[call.method.toLowerCase()] = operationOf(call, schemas);
    // A gateway has a base of its own.
    if (call.noun === 'topUp') path['servers'] = [{ url: '/payments' }];
  }
  const description = {
    openapi: '3.1.0',
    info: {
      title: 'Refectory',
      version,
      description:
        'Every answer is one JSON object in the envelope of the specification. Generated by `npm run docs` from packages/contract.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(calls.map(({ noun }) => noun))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'X-ASW-TOKEN', description: 'The session token.' },
        password: { type: 'http', scheme: 'basic', description: 'User name and password, in UTF-8.' },
        card: { type: 'http', scheme: 'Card', description: 'The token of `customer/cardlogin`.' },
      },
      schemas,
    },
  };
  const { valid, errors } = await new Validator().validate(structuredClone(description));
  if (!valid) throw new Error(`openapi.json is not valid: ${JSON.stringify(errors, undefined, 2)}`);
  return description;
}
