import { Settings } from '@refectory/contract/settings';
import { customerFormFields, registrationPayload, startingValues } from '@refectory/domain/form-customer';
import { languages, type Language } from '@refectory/domain/texts';
import { allWords } from '@refectory/translations/all-words';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';

import { I18nProvider } from '#platform/i18n/i18n-provider.tsx';
import { PlatformProvider } from '#platform/platform.ts';

import { acceptLinks } from '../../../test/open-links.ts';
import { renderAlone } from '../../../test/render-alone.tsx';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';
import { Form } from './form.tsx';

const form = page.getByRole('form', { name: 'Registration' });
const submit = form.getByRole('button', { name: 'Continue' });
const toasts = page.getByRole('region', { name: 'Notifications' });
const GENERAL = 'The provided information is incorrect or empty. Please review the inputs.';

/** A form of these fields alone, which sends the payload of a registration. */
async function open(
  fields: readonly object[],
  { language, config }: { readonly language?: Language; readonly config?: object } = {},
) {
  const customerFields = z.parse(Settings, { customerFields: { common: fields } }).customerFields;
  const own = customerFormFields(customerFields, 'Person', 'registration');
  const payloads: unknown[] = [];
  const words = await allWords(language ?? 'en');
  const platform = await renderAlone(
    <Form
      label={words.pages.registration}
      groups={[{ fields: own }]}
      start={startingValues(own, {})}
      extraValues={{ type: 'Person' }}
      send={async (values) => {
        payloads.push(JSON.parse(JSON.stringify(registrationPayload('Person', own, values))));
      }}
      failedText="Registration.messageFail"
      submitLabel={words.Registration.submit}
    />,
    { ...(language && { language }), ...(config && { config }) },
  );
  await expect.element(page.getByRole('form')).toBeVisible();
  return { platform, sent: () => payloads };
}

/** The page of the registration with these fields alone; its call is answered that an e-mail was sent. */
async function openPage(fields: readonly object[], config: object = {}) {
  const app = await renderApp('/registration', {
    config: { allowRegistration: true, customerFields: { common: fields }, ...config },
  });
  await app.server.fault(/register\/start/, { answer: { status: 200, body: { success: true } } });
  await expect.element(submit).toBeVisible();
  return app;
}

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
  expect(app.sent()).toEqual([]);
});

test('FORM-03 LIMIT-12 three submits within 400 ms are told once, 500 ms after the last', async () => {
  const app = await open([field('A', { required: true })]);
  const shown = () => app.platform.toasts.getState();
  const button = submit.element() as HTMLElement;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const waited of [150, 150, 499]) {
    button.click();
    // What is wrong is found without a timer of the page.
    await expect.element(box('A')).toBeInvalid();
    await vi.advanceTimersByTimeAsync(waited);
    expect(shown()).toEqual([]);
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toMatchObject([{ count: 1 }]);
  vi.useRealTimers();
  await expect.element(toasts.getByText(GENERAL, { exact: true })).toBeVisible();
});

test('FORM-04 a message goes while the value is typed, without another submit', async () => {
  await open([field('A', { type: 'email', required: true })]);
  await userEvent.click(submit);
  await expect.element(form.getByText('A is required')).toBeVisible();
  await userEvent.type(box('A'), 'a@b.c');
  await expect.element(box('A')).toBeValid();
  expect(form.getByText(/^A is/).elements()).toEqual([]);
});

test.each([
  ['text', {}, 'textbox'],
  ['text area', { type: 'textarea' }, 'textbox'],
  ['address', { type: 'email' }, 'textbox'],
  ['number', { type: 'number' }, 'textbox'],
  ['phone', { type: 'phone' }, 'textbox'],
  ['password', { type: 'password' }, 'textbox'],
  ['day and month', { type: 'dayMonth' }, 'textbox'],
  ['checkbox', { type: 'checkbox' }, 'checkbox'],
  ['select', { type: 'select', options: choices }, 'combobox'],
  ['counter', { type: 'counter' }, 'textbox'],
  ['radio', { type: 'radio', options: choices }, 'radiogroup'],
  ['checkbox list', { type: 'checkboxList', options: choices }, 'group'],
] as const)(
  'FORM-06 a required %s has a star and is announced as required, an optional one neither',
  async (_, more, role) => {
    await open([field('A', { ...more, required: true }), field('B', more)]);
    const control = (name: string) => form.getByRole(role, { name, exact: true });
    await expect.element(control('A')).toBeVisible();
    if (role === 'group') {
      // Of several boxes any one will do: it is said once, of the list.
      await expect.element(control('A')).toHaveAccessibleDescription('Required');
      await expect.element(control('B')).not.toHaveAccessibleDescription('Required');
      for (const choice of control('A').getByRole('checkbox').all())
        await expect.element(choice).not.toBeRequired();
    } else {
      await expect.element(control('A')).toBeRequired();
      await expect.element(control('B')).not.toBeRequired();
    }
    expect(form.getByText('A*', { exact: true }).elements()).not.toEqual([]);
    expect(form.getByText('B*', { exact: true }).elements()).toEqual([]);
  },
);

test('part of FORM-06: a required date has a star and is announced as required, an optional one neither', async () => {
  await open([field('A', { type: 'date', required: true }), field('B', { type: 'date' })]);
  // The star is a part of the label.
  await expect.element(form.getByLabelText(/^A/)).toBeRequired();
  await expect.element(form.getByLabelText(/^B/)).not.toBeRequired();
  expect(form.getByText('A*', { exact: true }).elements()).not.toEqual([]);
  expect(form.getByText('B*', { exact: true }).elements()).toEqual([]);
});

test('FORM-34 a counter goes by the step of its field, and a typed amount is counted on from', async () => {
  await open([field('A', { type: 'counter', multiplier: 5 })]);
  const counter = form.getByRole('group', { name: 'A' });
  const press = (name: string) => userEvent.click(counter.getByRole('button', { name }));
  await press('More');
  await expect.element(box('A')).toHaveValue('5');
  await userEvent.fill(box('A'), '10');
  await press('More');
  await expect.element(box('A')).toHaveValue('15');
  await press('Less');
  await expect.element(box('A')).toHaveValue('10');
});

test('FORM-33 a counter stays between the limits of its field, which are 0 and 999 without its own', async () => {
  await open([field('A', { type: 'counter', min: 1, max: 4 }), field('B', { type: 'counter' })]);
  for (const [name, least, most] of [
    ['A', '1', '4'],
    ['B', '0', '999'],
  ] as const) {
    const counter = form.getByRole('group', { name });
    // What would do nothing is no longer enabled.
    const press = (button: string) =>
      userEvent.click(counter.getByRole('button', { name: button }), { force: true });
    await expect.element(box(name)).toHaveValue(least);
    await press('Less');
    await expect.element(box(name)).toHaveValue(least);
    await userEvent.fill(box(name), most);
    await press('More');
    await expect.element(box(name)).toHaveValue(most);
    await userEvent.fill(box(name), '1234');
    await userEvent.tab();
    await expect.element(box(name)).toHaveValue(most);
  }
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

test.each(languages)(
  'FORM-02 FORM-28 FORM-48 in %s each rule says its own text, after the name of the field where it is a predicate, and the notification is one',
  async (language) => {
    const [words, english] = await Promise.all([allWords(language), allWords('en')]);
    /** The text in the language that is, in English, exactly this one. */
    const inLanguage = (message: string) => {
      if (language === 'en') return message;
      const key = Object.entries(english.Form).find(([, text]) => text === message)?.[0];
      const text = words.Form[key as keyof typeof words.Form];
      expect(text).not.toBe(message);
      return text;
    };
    const fields = [
      ...rules.map(([id, definition]) => field(id, definition)),
      field('FORM-26', { type: 'checkbox', required: true }),
      field('FORM-22', { type: 'date' }),
    ];
    const app = await open(fields, { language });
    const drawn = page.getByRole('form');
    for (const [id, , value] of rules)
      if (value !== '') await userEvent.fill(drawn.getByLabelText(id), value);
    // Half a date can only be typed.
    await userEvent.click(drawn.getByLabelText('FORM-22'));
    await userEvent.keyboard('0231');
    await userEvent.click(drawn.getByRole('button', { name: words.Registration.submit }));
    // First, since a notification goes by itself.
    const general = language === 'en' ? GENERAL : words.Toasts.formValidationFailed;
    await expect.element(page.getByText(general, { exact: true })).toBeVisible();
    expect(page.getByText(general, { exact: true }).elements()).toHaveLength(1);
    if (language !== 'en') expect(general).not.toBe(GENERAL);
    const others = [
      ['FORM-26', {}, '', 'must be checked'],
      ['FORM-22', {}, '', 'is not a date'],
    ] as const;
    for (const [id, , , message] of [...rules, ...others]) {
      const text = /^[a-z]/.test(message) ? `${id} ${inLanguage(message)}` : inLanguage(message);
      await expect.element(drawn.getByText(text, { exact: true })).toBeVisible();
    }
    expect(app.sent()).toEqual([]);
  },
);

test('FORM-05 each code of the check of a form as a whole is told by its own text, and nothing is sent', async () => {
  // No form of the application has two of them.
  const { platform } = await open([field('A')]);
  const values: unknown[] = [];
  await render(
    <PlatformProvider value={platform}>
      <I18nProvider>
        <Form
          label="Two codes"
          groups={[]}
          validate={() => ['cardNumber', 'samePassword']}
          send={async (given) => values.push(given)}
          failedText="Profile.messagePasswordFail"
          submitLabel="Send both"
        />
      </I18nProvider>
    </PlatformProvider>,
  );
  const both = page.getByRole('form', { name: 'Two codes' });
  await userEvent.click(both.getByRole('button', { name: 'Send both' }));
  for (const told of ['This is not a card number.', 'The new password is the same as the current one.'])
    await expect.element(both.getByText(told, { exact: true })).toBeVisible();
  await expect.element(toasts.getByText(GENERAL)).toBeVisible();
  expect(values).toEqual([]);
});

test('the fields that need another look are counted, and each is a way to it', async () => {
  await open([field('A', { required: true }), field('B', { type: 'email' })]);
  await userEvent.fill(box('B'), 'a@b');
  await userEvent.click(submit);
  const summary = form.getByRole('region', { name: '2 fields need another look' });
  await userEvent.click(summary.getByRole('button', { name: 'B' }));
  await expect.element(box('B')).toHaveFocus();
});

test.each([
  ['FORM-09', { type: 'email' }, ['a@b', 'a b@c.cz', 'a@'], ['a@b.cz', '']],
  ['FORM-10', { type: 'number' }, ['1x', 'Infinity'], ['12.5', '']],
  ['FORM-11', { validationRegExp: '^\\d{5}$' }, ['1234'], ['12345', '']],
  ['FORM-19', {}, ['lunch 🍲', 'a\u0007b'], ['Příliš žluťoučký kůň, zażółć gęślą jaźń 1+1=2', '']],
  ['FORM-20', { positiveInteger: true }, ['0', '-1', '1.5'], ['3']],
  ['FORM-21', { notZero: true, type: 'number' }, ['0'], ['0.01']],
  ['FORM-23', { type: 'date', inThePast: true }, ['2026-11-21', '2026-11-20'], ['2026-11-19']],
  ['FORM-24', { maxLength: 3 }, ['abcd'], ['abc']],
  ['FORM-25', { minLength: 3 }, ['ab'], ['abc']],
  ['FORM-27', { type: 'phone' }, ['12ab'], ['+420 123 456 789']],
] as const)(
  'FORM-09 FORM-10 FORM-11 FORM-19 FORM-20 FORM-21 FORM-23 FORM-24 FORM-25 FORM-27 the rule of %s: of %j the values %j are told and %j pass',
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
  expect(app.sent()).toEqual([]);
  await userEvent.fill(box('A'), 'a');
  await userEvent.click(form.getByRole('checkbox', { name: 'Choice x' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'C', exact: true }));
  await userEvent.click(submit);
  await expect.poll(() => app.sent()).toHaveLength(1);
});

test('FORM-08 optional fields may be empty, whatever other rules they have', async () => {
  const app = await open([
    field('A', { type: 'email' }),
    field('B', { validationRegExp: '^x$', minLength: 3 }),
    field('C', { type: 'date', inThePast: true }),
  ]);
  await userEvent.click(submit);
  await expect.poll(() => app.sent()).toEqual([{ type: 'Person' }]);
});

test.each([
  ['cs', { cs: 'Jen číslice', en: 'Digits only' }, 'Jen číslice'],
  ['pl', { cs: 'Jen číslice', en: 'Digits only' }, 'Digits only'],
  ['pl', { cs: 'Jen číslice' }, 'Nieprawidłowa wartość'],
  ['en', { cs: 'Jen číslice' }, 'Validation error'],
] as const)('FORM-30 FORM-11 I18N-10 in %s of the texts %j is shown: %s', async (language, texts, shown) => {
  const definition = field('A', { validationRegExp: '^\\d$', validationErrorMessage: texts });
  await open([definition], { language });
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
    .poll(() => app.sent())
    .toEqual([{ type: 'Person', additionalData: [{ variableId: 'A', value: '2024-02-29' }] }]);
});

test('FORM-35 FMT-09 a day and month gets its zeros when the field is left, and what is none is refused', async () => {
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
  expect(app.sent()).toEqual([]);
});

test('FORM-32 the last ticked box of a required list stays ticked, of another it does not', async () => {
  await open([
    field('A', { type: 'checkboxList', items: choices, required: true }),
    field('B', { type: 'checkboxList', items: choices }),
  ]);
  for (const [name, isKept] of [
    ['A', true],
    ['B', false],
  ] as const) {
    const group = form.getByRole('group', { name });
    const boxIn = (value: string) => group.getByRole('checkbox', { name: `Choice ${value}` });
    const [first, last] = [boxIn('x'), boxIn('z')];
    for (const one of [first, last, first, last]) await userEvent.click(one);
    await expect.element(first).not.toBeChecked();
    await (isKept ? expect.element(last).toBeChecked() : expect.element(last).not.toBeChecked());
    expect(group.getByRole('checkbox', { checked: true }).elements()).toHaveLength(isKept ? 1 : 0);
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
  await expect.poll(() => app.sent()).toEqual([{ type: 'Person' }]);
});

test.each([
  ['en', 'Number', 'five digits', 'Where is it?', 'Help', 'Five digits, please', 'Choice'],
  ['cs', 'Osobní číslo', 'pět číslic', 'Kde je?', 'Nápověda', 'Prosím pět číslic', 'Volba'],
] as const)(
  'FORM-42 FORM-43, part of FORM-44 I18N-10: in %s a definition gives label, placeholder, link, choices and rules, and may forbid a change',
  async (language, label, placeholder, linkLabel, linkText, wrong, choiceText) => {
    const inBoth = ['x', 'y', 'z'].map((value) => ({
      value,
      label: { cs: `Volba ${value}`, en: `Choice ${value}` },
    }));
    const targets = { text: '_blank', box: '_self', info: undefined };
    const linkTo = (name: keyof typeof targets) => ({
      label: { cs: 'Kde je?', en: 'Where is it?' },
      url: `https://example.org/${name}`,
      text: { cs: `Nápověda ${name}`, en: `Help ${name}` },
      target: targets[name],
    });
    await open(
      [
        field('A', {
          label: { cs: 'Osobní číslo', en: 'Number' },
          placeholder: { cs: 'pět číslic', en: 'five digits' },
          validationRegExp: '^\\d{5}$',
          validationErrorMessage: { cs: 'Prosím pět číslic', en: 'Five digits, please' },
          required: true,
          link: linkTo('text'),
        }),
        field('B', { disabled: true, required: true }),
        field('C', { type: 'select', multiple: true, options: inBoth }),
        field('D', { type: 'checkboxList', items: inBoth }),
        field('G', { type: 'select', options: inBoth }),
        field('E', { type: 'checkbox', link: linkTo('box') }),
        field('F', { type: 'info', link: linkTo('info') }),
      ],
      { language },
    );
    const drawn = page.getByRole('form');
    const number = drawn.getByRole('textbox', { name: label, exact: true });
    await expect.element(number).toHaveAttribute('placeholder', placeholder);
    await expect.element(number).toHaveAccessibleDescription(`${linkLabel} ${linkText} text`);
    await expect.element(number).toBeRequired();
    await expect
      .element(drawn.getByRole('checkbox', { name: 'E', exact: true }))
      .toHaveAccessibleDescription(`${linkLabel} ${linkText} box`);
    await expect.element(drawn.getByText(`F${linkLabel} ${linkText} info`, { exact: true })).toBeVisible();
    for (const [name, target] of Object.entries(targets)) {
      const link = drawn.getByRole('link', { name: `${linkText} ${name}` });
      await expect.element(link).toHaveAttribute('href', `https://example.org/${name}`);
      expect(link.element().getAttribute('target')).toBe(target ?? null);
    }
    await expect.element(drawn.getByRole('textbox', { name: 'B', exact: true })).toBeDisabled();
    for (const name of ['C', 'D']) {
      const group = drawn.getByRole('group', { name });
      for (const value of ['x', 'z'])
        await userEvent.click(group.getByRole('checkbox', { name: `${choiceText} ${value}`, exact: true }));
      expect(group.getByRole('checkbox', { checked: true }).elements()).toHaveLength(2);
    }
    for (const value of ['x', 'y', 'z'])
      await expect
        .element(drawn.getByRole('option', { name: `${choiceText} ${value}`, exact: true }))
        .toBeInTheDocument();
    await userEvent.fill(number, '1234');
    await userEvent.keyboard('{Enter}');
    await expect.element(drawn.getByText(wrong, { exact: true })).toBeVisible();
  },
);

test('part of FORM-42: no type of field can be changed while it is locked', async () => {
  const types = [
    'text',
    'textarea',
    'password',
    'date',
    'checkbox',
    'counter',
    'select',
    'radio',
    'checkboxList',
  ];
  await open(types.map((type) => field(type, { type, disabled: true, options: choices, items: choices })));
  const controls = form.element().querySelectorAll('input, textarea, select');
  expect(controls.length).toBeGreaterThan(types.length);
  for (const control of controls) await expect.element(page.elementLocator(control)).toBeDisabled();
  for (const name of ['Less', 'More'])
    await expect.element(form.getByRole('button', { name })).toBeDisabled();
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
    .poll(() => app.sent())
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

test('part of FORM-11: a pattern that cannot be used is no rule, and the log says which one and why', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const app = await open([field('A', { validationRegExp: '(' }), field('B', { validationRegExp: '^x$' })]);
  await userEvent.fill(box('A'), 'anything');
  await userEvent.fill(box('B'), 'y');
  await userEvent.click(submit);
  await expect.element(form.getByText('B does not match the pattern')).toBeVisible();
  await expect.element(box('A')).toBeValid();
  await userEvent.fill(box('B'), 'x');
  await userEvent.click(submit);
  await expect.poll(() => app.sent()).toHaveLength(1);
  expect(log.mock.calls).toEqual([
    [expect.stringMatching(/^The pattern "\(" of a field is ignored: .{10,}\.$/)],
  ]);
});

test('part of FORM-42: every type of field is drawn, says its name, and sends what it holds', async () => {
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
    .poll(() => app.sent())
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
    .poll(() => app.sent())
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

test('a failure that has no room above the button is brought in sight', async () => {
  await page.viewport(360, 640);
  const app = await openPage(['A', 'B', 'C', 'D', 'E'].map((id) => field(id)));
  await app.server.clearFaults();
  const words = 'We know this person already, who has an account here since the first days. '
    .repeat(5)
    .trim();
  await app.server.fault(/register\/start/, {
    answer: { status: 400, body: { success: false, resultText: words } },
  });
  const { bottom } = submit.element().getBoundingClientRect();
  globalThis.scrollBy({ top: bottom - globalThis.innerHeight, behavior: 'instant' });
  await expect.element(submit).toBeInViewport({ ratio: 0.9 });
  await userEvent.click(submit);
  const note = form.getByText(words);
  await expect.element(note).toBeInViewport({ ratio: 1 });

  // Whoever went on elsewhere meanwhile stays there.
  await app.server.clearFaults();
  const { release } = await app.server.fault(/register\/start/, {
    hold: true,
    answer: { status: 400, body: { success: false, resultText: words } },
  });
  await userEvent.click(submit);
  await expect.element(note).not.toBeInTheDocument();
  (page.getByRole('banner').getByRole('link').first().element() as HTMLElement).focus();
  globalThis.scrollTo({ top: 0, behavior: 'instant' });
  await release();
  await expect.element(note).toBeInTheDocument();
  await expect.element(note).not.toBeInViewport();
});

test('REG-06 FORM-46 a failure is a notification and stays in the form until the next attempt or page, and nothing that was typed is lost', async () => {
  const app = await openPage([field('A', { required: true })]);
  await app.server.clearFaults();
  await app.server.fault(/register\/start/, {
    answer: { status: 400, body: { success: false, resultText: 'We know this person already.' } },
  });
  await userEvent.fill(box('A'), 'typed');
  await userEvent.click(submit);
  const TEXT = 'Registration failed: We know this person already.';
  await expect.element(toasts.getByText(TEXT, { exact: true })).toBeVisible();
  const note = form.getByText(TEXT, { exact: true });
  await expect.element(note).toBeVisible();
  await expect.element(toasts.getByText('Registration failed')).not.toBeInTheDocument();
  await expect.element(note).toBeVisible();
  await expect.element(box('A')).toHaveValue('typed');
  await userEvent.click(page.getByRole('main').getByRole('link', { name: 'I already have an account' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Leave' }));
  await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Create an account' }));
  await expect.element(box('A')).toHaveValue('');
  expect(page.getByText(TEXT).elements()).toEqual([]);
  await userEvent.fill(box('A'), 'typed');
  await userEvent.click(submit);
  await expect.element(note).toBeVisible();
  await app.server.clearFaults();
  const { release } = await app.server.fault(/register\/start/, { hold: true });
  await userEvent.click(submit);
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  await expect.element(note).not.toBeInTheDocument();
  await release();
});

test('what a notification says of a refused attempt goes with the next one that is sent', async () => {
  const app = await openPage([field('A', { required: true })]);
  const failing = { status: 400, body: { success: false, resultText: 'We know this person already.' } };
  await app.server.clearFaults();
  await app.server.fault(/register\/start/, { answer: failing });
  await userEvent.fill(box('A'), 'typed');
  await userEvent.click(submit);
  const toast = toasts.getByText('Registration failed: We know this person already.');
  await expect.element(toast).toBeVisible();
  // Under the pointer it would stay.
  await userEvent.hover(toast);
  await app.server.clearFaults();
  await app.server.fault(/register\/start/, { hold: true, answer: { status: 200, body: { success: true } } });
  (submit.element() as HTMLElement).click();
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  expect(toast.elements()).toEqual([]);
});

test('the Enter key of a phone leads to the next field, and sends from the last one that is shown', async () => {
  await open([field('A'), field('B'), field('C', { visibleIfFilled: 'A' })]);
  await expect.element(box('A')).toHaveAttribute('enterkeyhint', 'next');
  await expect.element(box('B')).toHaveAttribute('enterkeyhint', 'send');
  await userEvent.fill(box('A'), 'x');
  await expect.element(box('C')).toHaveAttribute('enterkeyhint', 'send');
  await expect.element(box('B')).toHaveAttribute('enterkeyhint', 'next');
});

test('whoever leaves in the very moment in which a form that was sent is gone is not asked about it', async () => {
  const app = await openPage([field('A', { required: true })]);
  await app.server.clearFaults();
  await app.server.fault(/register\/start/, { answer: { status: 200, body: { success: true } } });
  await userEvent.fill(box('A'), 'typed');
  // Called after the form is taken out of the page, and before anything that follows the drawing.
  const gone = new MutationObserver(() => {
    if (form.elements().length > 0) return;
    gone.disconnect();
    app.history.push('/login');
  });
  gone.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => gone.disconnect());
  await userEvent.click(submit);
  await expect.poll(() => app.history.location.pathname).toBe('/login');
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('a pattern that would run for years holds nobody up', async () => {
  const app = await open([field('A', { validationRegExp: '^(a+)+$' })]);
  await userEvent.fill(box('A'), `${'a'.repeat(60)}!`);
  await userEvent.click(submit);
  await expect.element(form.getByText('A does not match the pattern')).toBeVisible();
  expect(app.sent()).toEqual([]);
});

test('a link away asks before what was typed is lost, and staying keeps it', async () => {
  const app = await openPage([field('A')]);
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

test('FORM-13 FORM-14 FORM-15 FORM-16 FORM-17 FORM-29, part of FORM-12: the canteen can put words of its own in the place of each message, by the whole key and by the bare one', async () => {
  const own = {
    'Form.messageField': 'OWN-FIELD',
    messageEmail: 'OWN-EMAIL',
    'Form.messageNumber': 'OWN-NUMBER',
    messageRegexp: 'OWN-PATTERN',
    'Form.messageRequired': 'OWN-REQUIRED',
    messagePasswords: 'OWN-DIFFER',
    'Form.messageEquals': 'OWN-EQUALS',
    messageAtLeastMinLength: 'OWN-LENGTH',
    'Form.messageAtLeastOneLowercase': 'OWN-LOWER',
    messageAtLeastOneUppercase: 'OWN-UPPER',
    'Form.messageAtLeastOneDigit': 'OWN-DIGIT',
    messageAtLeastOneSpecial: 'OWN-SPECIAL',
    'Form.messageUnsupportedCharacters': 'OWN-CHARACTERS',
  };
  const app = await openPage(
    [
      { id: 'nameless', required: true },
      field('B', { type: 'number' }),
      field('C', { type: 'email' }),
      field('D', { validationRegExp: '^x$' }),
      field('E'),
    ],
    {
      translations: { en: own },
      passwordRules: { minLength: 5, lowercase: true, uppercase: true, digit: true, special: true },
    },
  );
  for (const [name, text] of Object.entries({ B: 'x', C: 'x', D: 'y', E: '🍲' }))
    await userEvent.fill(box(name), text);
  await userEvent.click(submit);
  for (const told of [
    'OWN-FIELD OWN-REQUIRED',
    'B OWN-NUMBER',
    'C OWN-EMAIL',
    'D OWN-PATTERN',
    'OWN-CHARACTERS',
  ])
    await expect.element(form.getByText(told, { exact: true })).toBeVisible();

  // No field of a canteen has to repeat another one that is no password.
  const values: unknown[] = [];
  const repeated = await render(
    <PlatformProvider value={app.platform}>
      <I18nProvider>
        <Form
          label="Twice"
          groups={[{ fields: [field('A'), field('again', { repeats: 'A' })] }]}
          send={async (given) => values.push(given)}
          failedText="Profile.messagePasswordFail"
          submitLabel="Send twice"
        />
      </I18nProvider>
    </PlatformProvider>,
  );
  const twice = page.getByRole('form', { name: 'Twice' });
  const again = twice.getByRole('textbox', { name: 'again', exact: true });
  const different = twice.getByText('again OWN-EQUALS', { exact: true });
  await userEvent.fill(twice.getByRole('textbox', { name: 'A', exact: true }), 'x');
  await userEvent.fill(again, 'y');
  await userEvent.click(twice.getByRole('button', { name: 'Send twice' }));
  await expect.element(different).toBeVisible();
  expect(values).toEqual([]);
  await userEvent.fill(again, 'x');
  await expect.element(different).not.toBeInTheDocument();
  await userEvent.click(twice.getByRole('button', { name: 'Send twice' }));
  await expect.poll(() => values).toEqual([{ A: 'x', again: 'x' }]);
  await repeated.unmount();

  await acceptLinks(app.server);
  app.history.push('/registration/T1');
  await userEvent.click(page.getByRole('button', { name: 'Leave' }));
  const finish = page.getByRole('form', { name: 'Finish registration' });
  for (const [typed, told] of [
    ['A', ['OWN-LENGTH', 'OWN-LOWER', 'OWN-DIGIT', 'OWN-SPECIAL']],
    ['a', ['OWN-UPPER']],
  ] as const) {
    await userEvent.fill(finish.getByRole('textbox', { name: 'Password', exact: true }), typed);
    for (const text of told) await expect.element(finish.getByText(text, { exact: true })).toBeVisible();
  }
  await userEvent.fill(finish.getByRole('textbox', { name: 'Password again' }), 'b');
  await userEvent.tab();
  await expect.element(finish.getByText('OWN-DIFFER', { exact: true })).toBeVisible();
});

test('FORM-47 an address, the number of a card and a comment are required, user name and password of a login are not', async () => {
  const config = { allowPasswordRecovery: true, allowCardAdministration: true, allowGuestComments: true };
  const seed = [{ make: 'customer', with: { userName: 'jana', password: PASSWORD } }] as const;
  const app = await renderApp('/login', { seed, config });
  const main = page.getByRole('main');
  const signIn = main.getByRole('button', { name: 'Sign in', exact: true });
  await userEvent.click(signIn);
  await expect.element(main.getByText('Enter your user name and password.')).toBeVisible();
  expect(main.getByText(/is required/).elements()).toEqual([]);
  for (const name of ['User name', 'Password']) {
    const input = main.getByRole('textbox', { name, exact: true });
    await expect.element(input).not.toBeRequired();
    await expect.element(input).toBeValid();
  }

  const staysEmpty = async (label: string, press: string) => {
    const input = main.getByRole('textbox', { name: label, exact: true });
    await expect.element(input).toBeRequired();
    await userEvent.click(main.getByRole('button', { name: press, exact: true }));
    await expect.element(input).toHaveAccessibleDescription(new RegExp(`${label} is required$`));
  };
  app.history.push('/forgotten-password');
  await staysEmpty('E-mail', 'Send the link');
  await renderApp('/profile/manage-card', { server: app.server, as: 'jana', config });
  app.history.push('/login');
  await staysEmpty('New card number', 'Change the number');
  await renderApp('/profile/comment', { server: app.server, as: 'jana', config });
  await staysEmpty('Your comment', 'Send');
  expect(await app.server.requests(/login|resetrequest|card\/change|POST .*comment/)).toEqual([]);
});
