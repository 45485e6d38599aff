import { describe, expect, test } from 'vitest';

import { failureOfAnswer } from './errors.ts';

const answer = (status: number, body?: unknown, statusText = '') =>
  failureOfAnswer({ status, statusText, body });

describe('what an answer failed with', () => {
  test('an answer counts as successful only when it says so', () => {
    expect(answer(200, { success: true })).toBeUndefined();
    expect(answer(200, { success: false, resultText: 'T' })).toMatchObject({ kind: 'refused', message: 'T' });
    expect(answer(200, {})).toMatchObject({ kind: 'refused' });
    expect(answer(200, undefined)).toMatchObject({ kind: 'malformed' });
    expect(answer(200, 'text')).toMatchObject({ kind: 'malformed' });
    expect(answer(500, { success: true })).toMatchObject({ kind: 'refused', status: 500 });
  });

  test.each([
    ['error.message', { error: { message: 'A' }, message: 'B', resultText: 'C' }, 'A'],
    ['message', { message: 'B', resultText: 'C' }, 'B'],
    ['resultText', { resultText: 'C' }, 'C'],
    ['none', {}, undefined],
    ['an empty message is none', { error: { message: '' }, resultText: 'C' }, 'C'],
    ['a message of another type is none', { error: { message: 5 } }, undefined],
  ])('the message is taken in order: %s', (_, body, message) => {
    expect(answer(418, body, 'Teapot')).toMatchObject({ message, statusText: 'Teapot' });
  });

  test('part of ERR-04: the words of a status are told apart from a message, and those of a success are none', () => {
    expect(answer(418, undefined, '')).toMatchObject({ message: undefined, statusText: undefined });
    expect(answer(400, {}, '')).toMatchObject({ message: undefined, statusText: undefined });
    expect(answer(200, { success: false }, 'OK')).toMatchObject({
      message: undefined,
      statusText: undefined,
    });
  });

  test('503 is unavailable whatever its words', () => {
    expect(answer(503, { resultText: 'Busy' })).toEqual({ kind: 'unavailable' });
    expect(answer(503)).toEqual({ kind: 'unavailable' });
  });

  test('401 and 403 are unauthorized', () => {
    expect(answer(401, { resultText: 'T', error: { code: 'sessionMissing' } })).toEqual({
      kind: 'unauthorized',
      status: 401,
      code: 'sessionMissing',
      message: 'T',
    });
    expect(answer(403)).toEqual({
      kind: 'unauthorized',
      status: 403,
      code: undefined,
      message: undefined,
    });
  });

  test.each([
    [200, { success: false, error: { code: 991491 } }],
    [400, { error: { code: '991492' } }],
    [400, { code: 991491 }],
  ])('the codes of an old cart count whatever the status (%i)', (status, body) => {
    expect(answer(status, body)).toMatchObject({ kind: 'stale-cart' });
  });

  test.each([
    [200, { success: false, error: { code: 'passwordRequired' } }],
    [409, { code: 'passwordRequired' }],
    [449, { error: { code: 'passwordRequired', force: { message: 'Really?', answers: ['yes'] } } }],
    [503, { code: 'passwordRequired' }],
  ])(
    'part of ERR-37: the code that asks for the password counts whatever the status (%i)',
    (status, body) => {
      expect(answer(status, body)).toMatchObject({ kind: 'refused', status, code: 'passwordRequired' });
    },
  );

  test('449 with a question is a confirmation, its answers texts or values with labels', () => {
    const force = { message: 'Really?', answers: ['yes', { value: 'n', label: 'No' }, { value: 'x' }] };
    expect(answer(449, { error: { message: 'E', force } })).toEqual({
      kind: 'confirmation',
      message: 'Really?',
      answers: [
        { value: 'yes', label: 'yes' },
        { value: 'n', label: 'No' },
        { value: 'x', label: 'x' },
      ],
    });
    expect(answer(449, { error: { message: 'E', force: { answers: [] } } })).toMatchObject({ message: 'E' });
    expect(answer(449, {})).toMatchObject({ kind: 'refused', status: 449 });
  });
});
