import '#ui/styles/index.css';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';

import { ChoiceGroup } from './choice-group.tsx';

const choices = ['x', 'y'].map((value) => ({ value, label: `Choice ${value}` }));

function Boxes({ held, keepsLast }: { held: readonly string[]; keepsLast: boolean }) {
  const [chosen, setChosen] = useState(held);
  return (
    <ChoiceGroup
      label="Diets"
      several
      choices={choices}
      chosen={chosen}
      keepsLast={keepsLast}
      onChoose={setChosen}
    />
  );
}

const box = (value: string) => page.getByRole('checkbox', { name: `Choice ${value}` });

test('part of FORM-32: what is held and no longer among the choices is not the one that stays ticked', async () => {
  await render(<Boxes held={['gone', 'x']} keepsLast />);
  await userEvent.click(box('x'));
  await expect.element(box('x')).toBeChecked();
  await userEvent.click(box('y'));
  await userEvent.click(box('x'));
  await expect.element(box('x')).not.toBeChecked();
  await expect.element(box('y')).toBeChecked();
});

test('a choice that is not made is drawn as a red circle', async () => {
  const radios = (label: string, error?: string) => (
    <ChoiceGroup
      label={label}
      several={false}
      required
      choices={choices}
      chosen={[]}
      error={error}
      onChoose={() => {}}
    />
  );
  await render(
    <>
      {radios('Right')}
      {radios('Wrong', 'Wrong is required')}
      <p style={{ color: 'var(--paprika)' }}>Red</p>
    </>,
  );
  const drawn = (name: string) => {
    const radio = page.getByRole('radiogroup', { name }).getByRole('radio', { name: 'Choice x' }).element();
    return { radio, style: getComputedStyle(radio) };
  };
  const [right, wrong] = [drawn('Right'), drawn('Wrong')];
  await expect.element(page.elementLocator(wrong.radio)).toBeInvalid();
  await expect.element(page.elementLocator(right.radio)).not.toHaveAttribute('aria-invalid', 'true');
  const { color: red } = getComputedStyle(page.getByText('Red', { exact: true }).element());
  expect(wrong.style.borderColor).toBe(red);
  expect(right.style.borderColor).not.toBe(red);
  const { width, height } = wrong.radio.getBoundingClientRect();
  expect(width).toBe(height);
  expect(wrong.style.borderRadius).toBe('50%');
  // What the browser draws by itself has no border of that colour.
  expect(wrong.style.appearance).toBe('none');
});
