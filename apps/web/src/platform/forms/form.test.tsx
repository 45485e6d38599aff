import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { renderApp } from '../../../test/render-app.ts';

const form = page.getByRole('form', { name: 'Registration' });
const submit = form.getByRole('button', { name: 'Continue' });
const toasts = page.getByRole('region', { name: 'Notifications' });
const GENERAL = 'The provided information is incorrect or empty. Please review the inputs.';

type Rendered = Awaited<ReturnType<typeof renderApp>>;

/** Opens a registration of these fields alone; its call is answered that an e-mail was sent. */
async function open(
  fields: readonly object[],
  options: Parameters<typeof renderApp>[1] = {},
): Promise<Rendered> {
  const app = await renderApp('/registration', {
    ...options,
    config: { allowRegistration: true, customerFields: { common: fields }, ...options.config },
  });
  await app.server.fault(/register\/start/, { answer: { status: 200, body: { success: true } } });
  await expect.element(submit).toBeVisible();
  return app;
}

/** The bodies of the registrations that were sent. */
const sent = async ({ server }: Rendered) =>
  (await server.requests(/register\/start/)).map(({ body }) => JSON.parse(body) as unknown);

const box = (name: string) => form.getByRole('textbox', { name, exact: true });
const field = (id: string, more: object = {}) => ({ id, label: id, ...more });
const choices = ['x', 'y', 'z'].map((value) => ({ value, label: `Choice ${value}` }));

test('FORM-01 FORM-02 FORM-28 ERR-09 two wrong fields both say so, nothing is sent, and one notification is shown', async () => {
  const app = await open([field('A', { required: true }), field('B', { type: 'email' }), field('C')]);
  await userEvent.fill(box('B'), 'a@b');
  await userEvent.click(submit);
  await expect.element(form.getByText('A is required')).toBeVisible();
  await expect.element(form.getByText('B is not an email')).toBeVisible();
  await expect.element(box('A')).toHaveFocus();
  await expect.element(box('A')).toBeInvalid();
  await expect.element(box('C')).toBeValid();
  await expect.element(toasts.getByText(GENERAL)).toBeVisible();
  expect(page.getByText(GENERAL).elements()).toHaveLength(1);
  expect(await sent(app)).toEqual([]);
});

test('FORM-03 LIMIT-12 three submits within 400 ms are told once, 500 ms after the last', async () => {
  const app = await open([field('A', { required: true })]);
  const shown: number[] = [];
  app.platform.toasts.subscribe((list) => {
    if (list.length > 0) shown.push(performance.now());
  });
  const button = submit.element() as HTMLElement;
  button.click();
  const press = (afterMs: number) =>
    new Promise<number>((resolve) => setTimeout(() => (button.click(), resolve(performance.now())), afterMs));
  await press(150);
  const last = await press(150);
  await expect.element(toasts.getByText(GENERAL, { exact: true })).toBeVisible();
  expect(shown).toHaveLength(1);
  expect(shown[0]).toBeGreaterThanOrEqual(last + 490);
  expect(shown[0]).toBeLessThan(last + 1_000);
  expect(app.platform.toasts.getState()).toMatchObject([{ count: 1 }]);
});

test('FORM-04 a message goes while the value is typed, without another submit', async () => {
  await open([field('A', { type: 'email', required: true })]);
  await userEvent.click(submit);
  await expect.element(form.getByText('A is required')).toBeVisible();
  await userEvent.type(box('A'), 'a@b.c');
  await expect.element(box('A')).toBeValid();
  expect(form.getByText(/^A is/).elements()).toEqual([]);
});

test('FORM-06 a required field has a star and is announced as required, an optional one neither', async () => {
  await open([field('A', { required: true }), field('B')]);
  await expect.element(box('A')).toBeRequired();
  await expect.element(box('B')).not.toBeRequired();
  const label = (element: Element) => (element as HTMLInputElement).labels?.[0]?.textContent;
  expect(label(box('A').element())).toBe('A*');
  expect(label(box('B').element())).toBe('B');
});

/** A field with a value that breaks one rule, and what is said. */
const rules: readonly (readonly [ids: string, field: object, value: string, message: string])[] = [
  ['FORM-07', { required: true }, '', 'is required'],
  ['FORM-09', { type: 'email' }, 'a b@c.cz', 'is not an email'],
  ['FORM-10', { type: 'number' }, '1x', 'is not a number'],
  ['FORM-11', { validationRegExp: '^\\d{5}$' }, '1234', 'does not match the pattern'],
  ['FORM-20', { positiveInteger: true }, '1.5', 'is not a positive integer'],
  ['FORM-21', { notZero: true, type: 'number' }, '0', "can't be zero"],
  ['FORM-23', { type: 'date', inThePast: true }, '2026-11-21', 'is not a past date'],
  ['FORM-24', { maxLength: 3 }, 'abcd', 'exceeded maximum length'],
  ['FORM-25', { minLength: 3 }, 'ab', 'is not long enough'],
  ['FORM-35', { type: 'dayMonth' }, '31-02', 'is not a day and month like 05-03'],
  ['FORM-27', { type: 'phone' }, '12ab', 'Invalid phone number'],
  ['FORM-19', {}, 'lunch 🍲', 'Input field contains unsupported characters'],
];

test('part of FORM-48: each rule says its own text, after the name of the field where it is a predicate', async () => {
  const app = await open([
    ...rules.map(([id, definition]) => field(id, definition)),
    field('FORM-26', { type: 'checkbox', required: true }),
  ]);
  for (const [id, , value] of rules) if (value !== '') await userEvent.fill(form.getByLabelText(id), value);
  await userEvent.click(submit);
  for (const [id, , , message] of rules) {
    const text = /^[a-z]/.test(message) ? `${id} ${message}` : message;
    await expect.element(form.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(form.getByText('FORM-26 must be checked', { exact: true })).toBeVisible();
  await expect.element(form.getByRole('region', { name: '13 fields need another look' })).toBeVisible();
  expect(await sent(app)).toEqual([]);
});

test.each([
  ['FORM-09', { type: 'email' }, ['a@b', 'a b@c.cz', 'a@'], ['a@b.cz', '']],
  ['FORM-10', { type: 'number' }, ['1x', 'Infinity'], ['12.5', '']],
  ['FORM-19', {}, ['lunch 🍲', 'a\u0007b'], ['Příliš žluťoučký kůň, zażółć gęślą jaźń 1+1=2', '']],
  ['FORM-20', { positiveInteger: true }, ['0', '-1', '1.5'], ['3']],
  ['FORM-21', { notZero: true, type: 'number' }, ['0'], ['0.01']],
  ['FORM-23', { type: 'date', inThePast: true }, ['2026-11-21', '2026-11-20'], ['2026-11-19']],
  ['FORM-24', { maxLength: 3 }, ['abcd'], ['abc']],
  ['FORM-25', { minLength: 3 }, ['ab'], ['abc']],
  ['FORM-27', { type: 'phone' }, ['12ab'], ['+420 123 456 789']],
] as const)(
  'FORM-09 FORM-10 FORM-19 FORM-20 FORM-21 FORM-23 FORM-24 FORM-25 FORM-27 the rule of %s: of %j the values %j are told and %j pass',
  async (id, definition, wrong, right) => {
    await open([field('A', definition), field('B', { required: true })]);
    const control = form.getByLabelText('A', { exact: true });
    const message = rules.find(([rule]) => rule === id)?.[3] ?? '';
    await userEvent.click(submit);
    for (const value of [...wrong, ...right]) {
      await userEvent.fill(control, value);
      const isWrong = (wrong as readonly string[]).includes(value);
      await expect.poll(() => form.getByText(message).elements().length).toBe(isWrong ? 1 : 0);
      await (isWrong ? expect.element(control).toBeInvalid() : expect.element(control).toBeValid());
    }
  },
);

test('FORM-07 FORM-26 an empty text, an empty list and a box that is not ticked are told, and pass once they are filled in', async () => {
  const app = await open([
    field('A', { required: true }),
    field('B', { required: true, type: 'checkboxList', items: choices }),
    field('C', { required: true, type: 'checkbox' }),
  ]);
  await userEvent.click(submit);
  for (const text of ['A is required', 'B is required', 'C must be checked'])
    await expect.element(form.getByText(text)).toBeVisible();
  expect(await sent(app)).toEqual([]);
  await userEvent.fill(box('A'), 'a');
  await userEvent.click(form.getByRole('checkbox', { name: 'Choice x' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'C', exact: true }));
  await userEvent.click(submit);
  await expect.poll(() => sent(app)).toHaveLength(1);
});

test('FORM-08 optional fields may be empty, whatever other rules they have', async () => {
  const app = await open([
    field('A', { type: 'email' }),
    field('B', { validationRegExp: '^x$', minLength: 3 }),
    field('C', { type: 'date', inThePast: true }),
  ]);
  await userEvent.click(submit);
  await expect.element(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  expect(await sent(app)).toEqual([{ type: 'Person' }]);
});

test.each([
  ['cs', { cs: 'Jen číslice', en: 'Digits only' }, 'Jen číslice'],
  ['pl', { cs: 'Jen číslice', en: 'Digits only' }, 'Digits only'],
  ['pl', { cs: 'Jen číslice' }, 'Błąd weryfikacji'],
  ['en', { cs: 'Jen číslice' }, 'Validation error'],
] as const)('FORM-30 FORM-11 in %s of the texts %j is shown: %s', async (language, texts, shown) => {
  const definition = field('A', { validationRegExp: '^\\d$', validationErrorMessage: texts });
  await renderApp('/registration', {
    language,
    config: { allowRegistration: true, customerFields: { common: [definition] } },
  });
  await userEvent.fill(page.getByRole('textbox', { name: 'A' }), 'x');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
});

test('FORM-22 half a date and a day that does not exist are told, also where a date is optional', async () => {
  const app = await open([field('A', { type: 'date' })]);
  const date = form.getByLabelText('A');
  await userEvent.click(date);
  await userEvent.keyboard('02312024');
  expect((date.element() as HTMLInputElement).validity.badInput).toBe(true);
  await userEvent.click(submit);
  await expect.element(form.getByText('A is not a date')).toBeVisible();
  await userEvent.fill(date, '2024-02-29');
  await expect.element(date).toBeValid();
  await userEvent.click(submit);
  await expect
    .poll(() => sent(app))
    .toEqual([{ type: 'Person', additionalData: [{ variableId: 'A', value: '2024-02-29' }] }]);
});

test('FORM-35 a day and month gets its zeros when the field is left, and what is none is refused', async () => {
  await open([field('A', { type: 'dayMonth' })]);
  await userEvent.fill(box('A'), '5-3');
  await userEvent.tab();
  await expect.element(box('A')).toHaveValue('05-03');
  for (const wrong of ['31-02', '5/3']) {
    await userEvent.fill(box('A'), wrong);
    await userEvent.click(submit);
    await expect.element(form.getByText('A is not a day and month like 05-03')).toBeVisible();
  }
});

test('FORM-36 no day before today and none after the last can be chosen or typed', async () => {
  const app = await open([field('A', { type: 'date', daysAhead: 10 })]);
  const date = form.getByLabelText('A');
  await expect.element(date).toHaveAttribute('min', '2026-11-20');
  await expect.element(date).toHaveAttribute('max', '2026-11-30');
  for (const day of ['2026-11-19', '2026-12-01']) {
    await userEvent.fill(date, day);
    await userEvent.click(submit);
    await expect.element(form.getByText('A has to be today or at most 10 days ahead')).toBeVisible();
  }
  await userEvent.fill(date, '2026-11-20');
  await expect.element(date).toBeValid();
  expect(await sent(app)).toEqual([]);
});

test('FORM-32 the last ticked box of a required list stays ticked, of another it does not', async () => {
  await open([
    field('A', { type: 'checkboxList', items: choices, required: true }),
    field('B', { type: 'checkboxList', items: choices }),
  ]);
  for (const [name, left] of [
    ['A', 1],
    ['B', 0],
  ] as const) {
    const group = form.getByRole('group', { name });
    const boxes = ['Choice x', 'Choice z'].map((choice) => group.getByRole('checkbox', { name: choice }));
    for (const one of boxes) await userEvent.click(one);
    for (const one of boxes) await userEvent.click(one);
    expect(group.getByRole('checkbox', { checked: true }).elements()).toHaveLength(left);
  }
});

test.each([
  ['FORM-37', { visibleIfThisEquals: { id: 'A', value: 'x' } }, { x: true, y: false }],
  ['FORM-38', { visibleIfThisNotEquals: { id: 'A', value: 'x' } }, { x: false, y: true }],
  ['FORM-39', { visibleIfThisOneOf: { id: 'A', values: ['x', 'y'] } }, { x: true, y: true, z: false }],
  ['FORM-40', { visibleIfFilled: 'A' }, { x: true, '': false }],
] as const)(
  'FORM-37 FORM-38 FORM-39 FORM-40 the rule of %s: a field comes and goes with the value of another: %j',
  async (_, rule, shown) => {
    await open([field('A'), field('B', rule)]);
    for (const [value, isShown] of Object.entries(shown)) {
      await userEvent.fill(box('A'), value);
      await expect.poll(() => box('B').elements().length).toBe(isShown ? 1 : 0);
    }
  },
);

test('FORM-41 a hidden field is neither checked nor sent, and keeps what was typed', async () => {
  const app = await open([
    field('A'),
    field('B', { required: true, visibleIfFilled: 'A' }),
    field('C', { type: 'email', visibleIfFilled: 'A' }),
  ]);
  await userEvent.fill(box('A'), 'x');
  await userEvent.fill(box('C'), 'no address');
  await userEvent.clear(box('A'));
  await expect.element(box('C')).not.toBeInTheDocument();
  await userEvent.fill(box('A'), 'x');
  await expect.element(box('C')).toHaveValue('no address');
  await userEvent.clear(box('A'));
  await userEvent.click(submit);
  await expect.poll(() => sent(app)).toEqual([{ type: 'Person' }]);
});

test('FORM-42 FORM-43 a definition gives label, placeholder, link and rules in the language of the page, and may forbid a change', async () => {
  await open([
    field('A', {
      label: { cs: 'Osobní číslo', en: 'Number' },
      placeholder: { cs: 'pět číslic', en: 'five digits' },
      validationRegExp: '^\\d{5}$',
      required: true,
      link: {
        label: { en: 'Where is it?' },
        url: 'https://example.org/help',
        text: { en: 'Help' },
        target: '_blank',
      },
    }),
    field('B', { disabled: true, required: true }),
  ]);
  const number = box('Number');
  await expect.element(number).toHaveAttribute('placeholder', 'five digits');
  await expect.element(number).toHaveAccessibleDescription('Where is it? Help');
  const link = form.getByRole('link', { name: 'Help' });
  await expect.element(link).toHaveAttribute('href', 'https://example.org/help');
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(box('B')).toBeDisabled();
  await userEvent.fill(number, '1234');
  await userEvent.click(submit);
  await expect.element(form.getByText('Number does not match the pattern')).toBeVisible();
});

test('FORM-44 FORM-45 of choices one can be taken, or several, which are sent with what there was to choose', async () => {
  const app = await open([
    field('A', { type: 'radio', options: choices }),
    field('B', { type: 'select', options: choices }),
    field('C', { type: 'select', multiple: true, options: choices }),
  ]);
  const one = form.getByRole('radiogroup', { name: 'A' });
  await userEvent.click(one.getByRole('radio', { name: 'Choice x' }));
  await userEvent.click(one.getByRole('radio', { name: 'Choice y' }));
  expect(one.getByRole('radio', { checked: true }).elements()).toHaveLength(1);
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'B' }), 'Choice z');
  const several = form.getByRole('group', { name: 'C' });
  await userEvent.click(several.getByRole('checkbox', { name: 'Choice z' }));
  await userEvent.click(several.getByRole('checkbox', { name: 'Choice x' }));
  await userEvent.click(submit);
  await expect
    .poll(() => sent(app))
    .toEqual([
      {
        type: 'Person',
        additionalData: [
          { variableId: 'A', value: 'y' },
          { variableId: 'B', value: 'z' },
          { variableId: 'C', multiple: true, options: ['x', 'y', 'z'], value: ['x', 'z'] },
        ],
      },
    ]);
});

test('every type of field is drawn, says its name, and sends what it holds', async () => {
  const app = await open([
    field('text'),
    field('unheard-of', { type: 'slider' }),
    field('textarea', { type: 'textarea' }),
    field('phone', { type: 'phone' }),
    field('secret', { type: 'password' }),
    field('ticked', { type: 'checkbox' }),
    field('counted', { type: 'counter', min: 1, max: 4 }),
    { id: 'info', type: 'info', label: 'Only to be read' },
  ]);
  await userEvent.fill(box('text'), ' Jana ');
  await userEvent.fill(box('unheard-of'), 'u');
  await userEvent.fill(box('textarea'), 'one\ntwo');
  await userEvent.fill(box('phone'), '+420 123 456 789');
  await expect.element(box('phone')).toHaveAttribute('autocomplete', 'tel');
  await userEvent.fill(box('secret'), ' s ');
  await userEvent.click(form.getByRole('checkbox', { name: 'ticked' }));
  const counter = form.getByRole('group', { name: 'counted' });
  await userEvent.click(counter.getByRole('button', { name: 'More' }));
  await expect.element(form.getByText('Only to be read')).toBeVisible();
  await userEvent.click(submit);
  await expect
    .poll(() => sent(app))
    .toEqual([
      {
        type: 'Person',
        additionalData: [
          { variableId: 'text', value: 'Jana' },
          { variableId: 'unheard-of', value: 'u' },
          { variableId: 'textarea', value: 'one\ntwo' },
          { variableId: 'phone', value: '+420 123 456 789' },
          { variableId: 'secret', value: ' s ' },
          { variableId: 'ticked', value: true },
          { variableId: 'counted', value: '2' },
        ],
      },
    ]);
});

test('ids with any characters are fields of their own', async () => {
  const app = await open([field('a.b'), field('a'), field('a[0]'), field('__proto__'), field('constructor')]);
  for (const id of ['a.b', 'a[0]', '__proto__', 'constructor']) {
    await userEvent.fill(form.getByRole('textbox', { name: id, exact: true }), id);
  }
  await userEvent.click(submit);
  await expect
    .poll(() => sent(app))
    .toEqual([
      {
        type: 'Person',
        additionalData: ['a.b', 'a[0]', '__proto__', 'constructor'].map((id) => ({
          variableId: id,
          value: id,
        })),
      },
    ]);
});

test('FORM-46 REG-06 a failure is a notification and stays in the form until the next attempt, and nothing that was typed is lost', async () => {
  const app = await open([field('A', { required: true })]);
  await app.server.clearFaults();
  await app.server.fault(/register\/start/, {
    answer: { status: 400, body: { success: false, resultText: 'We know this person already.' } },
  });
  await userEvent.fill(box('A'), 'typed');
  await userEvent.click(submit);
  await expect.element(toasts.getByText('Registration failed')).toBeVisible();
  const note = form.getByText('Registration failed We know this person already.');
  await expect.element(note).toBeVisible();
  await expect.element(toasts.getByText('Registration failed')).not.toBeInTheDocument();
  await expect.element(note).toBeVisible();
  await expect.element(box('A')).toHaveValue('typed');
  await app.server.clearFaults();
  const { release } = await app.server.fault(/register\/start/, { hold: true });
  await userEvent.click(submit);
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  await expect.element(note).not.toBeInTheDocument();
  await release();
});

test('a pattern that would run for years holds nobody up', async () => {
  const app = await open([field('A', { validationRegExp: '^(a+)+$' })]);
  await userEvent.fill(box('A'), `${'a'.repeat(60)}!`);
  await userEvent.click(submit);
  await expect.element(form.getByText('A does not match the pattern')).toBeVisible();
  expect(await sent(app)).toEqual([]);
});

test('a link away asks before what was typed is lost, and staying keeps it', async () => {
  const app = await open([field('A')]);
  const link = page.getByRole('main').getByRole('link', { name: 'I already have an account' });
  await userEvent.fill(box('A'), 'typed');
  await userEvent.click(link);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(question.getByRole('button', { name: 'Stay' }));
  await expect.element(box('A')).toHaveValue('typed');
  expect(app.history.location.pathname).toBe('/registration');
  await userEvent.click(link);
  await userEvent.click(question.getByRole('button', { name: 'Leave' }));
  await expect.poll(() => app.history.location.pathname).toBe('/login');
});

test('hostile text comes back as text', async () => {
  const hostile = '<img src=x onerror=alert(1)>{{7*7}}';
  await open([{ id: 'A', label: hostile, required: true }]);
  await expect.element(box(hostile)).toBeVisible();
  await userEvent.click(submit);
  await expect.element(form.getByText(`${hostile} is required`)).toBeVisible();
});

test('part of FORM-29: texts of the configuration take the place of ours, by the whole key and by the bare one', async () => {
  await open([field('A', { type: 'email', required: true }), field('B', { type: 'number' })], {
    config: {
      allowRegistration: true,
      customerFields: {
        common: [field('A', { type: 'email', required: true }), field('B', { type: 'number' })],
      },
      translations: {
        en: { 'Form.messageRequired': 'has to be there', messageNumber: 'should be a number' },
      },
    },
  });
  await userEvent.fill(box('B'), 'x');
  await userEvent.click(submit);
  await expect.element(form.getByText('A has to be there')).toBeVisible();
  await expect.element(form.getByText('B should be a number')).toBeVisible();
});
