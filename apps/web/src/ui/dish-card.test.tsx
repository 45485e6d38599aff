import '#ui/styles/index.css';
import type { ComponentProps } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';

import { DishCard } from './dish-card.tsx';
import { DishList, DishPlace } from './dish-list.tsx';

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')}`;

function renderCard(props: Partial<ComponentProps<typeof DishCard>> = {}) {
  return render(
    <DishList>
      <DishPlace>
        <DishCard
          name="Goulash"
          headingLevel={3}
          imageFallback={<span>empty plate</span>}
          allergensLabel="Allergens"
          action={<button type="button">Order</button>}
          {...props}
        />
      </DishPlace>
    </DishList>,
  );
}

const gluten = { shortName: '1', longName: 'Gluten' };
const allergens = page.getByRole('button', { name: 'Allergens 1, 7' });

describe('the card of a dish', () => {
  beforeEach(() => page.viewport(360, 740));

  const said = {
    description: 'with dumplings',
    size: '150 g',
    price: '124.00',
    left: { text: '140 left', areFew: false },
    properties: [{ id: 'energy', text: '870 kcal' }],
  };

  test('OFFER-24 shows what there is and leaves no gap for what is missing', async () => {
    await page.viewport(768, 1024);
    await renderCard(said);
    const card = page.getByRole('article', { name: 'Goulash' });
    for (const text of ['with dumplings', '150 g', '124.00', '870 kcal']) {
      await expect.element(card.getByText(text)).toBeVisible();
    }
  });

  test('part of OFFER-24: on a phone it shows what one chooses by, and few portions', async () => {
    const screen = await renderCard({ ...said, onDetails: () => undefined });
    for (const text of ['150 g', '124.00']) await expect.element(page.getByText(text)).toBeVisible();
    for (const text of ['with dumplings', '140 left', '870 kcal'])
      await expect.element(page.getByText(text)).not.toBeVisible();
    await screen.unmount();
    // A card that opens no sheet is the only place of the rest.
    await renderCard({ ...said, left: { text: '4 left', areFew: true } });
    for (const text of ['4 left', 'with dumplings', '870 kcal'])
      await expect.element(page.getByText(text)).toBeVisible();
  });

  test('OFFER-24 has no empty part without them', async () => {
    await renderCard({ action: null });
    const heading = page.getByRole('heading', { name: 'Goulash' }).element();
    const others = [...(heading.parentElement?.children ?? [])].filter((part) => part !== heading);
    expect(others.filter((part) => part.getBoundingClientRect().height > 0)).toEqual([]);
  });

  test('asks for a picture by the size of its box', async () => {
    const boxes: { width: number; height: number }[] = [];
    await renderCard({
      image: (box) => {
        boxes.push(box);
        return picture;
      },
    });
    expect(boxes[0]?.width).toBe(76);
    expect(boxes[0]?.height).toBeGreaterThanOrEqual(76);
  });

  test('OFFER-24 shows the plate where a picture cannot be loaded', async () => {
    await renderCard({ image: 'data:image/png;base64,broken' });
    await expect.element(page.getByText('empty plate')).toBeVisible();
  });

  test.each([
    ['HEALTHY', 'Healthy'],
    ['NORMAL', 'Ordinary'],
    ['UNHEALTHY', 'Hearty'],
  ] as const)('OFFER-26 marks %s in a way and word of its own', async (kind, label) => {
    await renderCard({ health: { kind, label } });
    const mark = page.getByText(label).element();
    expect(mark.querySelector('path')?.getAttribute('d')).toBeTruthy();
    const shapes = new Set<string | null | undefined>([mark.querySelector('path')?.getAttribute('d')]);
    for (const other of ['HEALTHY', 'NORMAL', 'UNHEALTHY'] as const) {
      if (other === kind) continue;
      const screen = await renderCard({ health: { kind: other, label: other } });
      shapes.add(screen.getByText(other).element().querySelector('path')?.getAttribute('d'));
    }
    expect(shapes.size).toBe(3);
  });

  test('OFFER-27 says what an allergen is under the pointer, with the focus, and to those who listen', async () => {
    await renderCard({ allergens: [gluten, { shortName: '7', longName: 'Milk' }] });
    const longName = page.getByText('Gluten');
    await expect.element(longName).not.toBeVisible();
    await expect.element(allergens).toHaveAccessibleDescription(/1 Gluten 7 Milk/);

    await allergens.hover();
    await expect.element(longName).toBeVisible();
    await userEvent.hover(page.getByRole('heading', { name: 'Goulash' }));
    await expect.element(longName).not.toBeVisible();

    await userEvent.tab();
    await expect.element(allergens).toHaveFocus();
    await expect.element(longName).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(longName).not.toBeVisible();
  });

  test.each([
    [360, 740],
    [320, 400],
    [768, 1024],
  ])(
    'OFFER-27 at %i × %i what the allergens are keeps away from every edge of the window',
    async (width, height) => {
      await page.viewport(width, height);
      const longName = 'Obiloviny obsahující lepek: pšenice, žito, ječmen, oves a výrobky z nich';
      await renderCard({
        allergens: Array.from({ length: 14 }, (_, index) => ({ shortName: `${index + 1}`, longName })),
      });
      await userEvent.tab();
      const box = page.getByText(longName).first().element().closest('[popover]')?.getBoundingClientRect();
      expect(box?.left).toBeGreaterThanOrEqual(16);
      expect(box?.top).toBeGreaterThanOrEqual(16);
      expect(box?.right).toBeLessThanOrEqual(width - 16);
      expect(box?.bottom).toBeLessThanOrEqual(height - 16);
    },
  );

  test.each([
    ['beside the price as wide as its words', 'Order', false],
    ['alone on a line of its own', 'Order as many of them as there are', true],
  ])('the button stands %s', async (_, words, isAlone) => {
    await renderCard({ price: 'CZK 119.00', action: <button type="button">{words}</button> });
    const button = page.getByRole('button', { name: words }).element();
    const row = button.parentElement?.getBoundingClientRect();
    const padding = 10;
    const price = page.getByText('CZK 119.00').element().getBoundingClientRect();
    const { left, top, right } = button.getBoundingClientRect();
    expect(right).toBeCloseTo((row?.right ?? 0) - padding, 0);
    expect(top >= price.bottom).toBe(isAlone);
    if (isAlone) expect(left).toBeCloseTo((row?.left ?? 0) + padding, 0);
    else expect(left).toBeGreaterThan(price.right);
  });

  test('OFFER-27 shows the mark alone where the long name is not known', async () => {
    await renderCard({ allergens: [{ shortName: '1' }] });
    await expect.element(page.getByText('Allergens 1')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Allergens 1' })).not.toBeInTheDocument();
  });
});
