import { page, userEvent } from 'vitest/browser';

/** Chooses another canteen on the offer, as a customer does. */
export async function pickCanteen(name: string): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: /^Canteen:/ }));
  await userEvent.click(page.getByRole('dialog', { name: 'Choose a canteen' }).getByRole('button', { name }));
}
