import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../test/render.tsx';

import { usePrinting } from './use-printing.ts';

function Sheet() {
  return <p>{usePrinting() ? 'printed' : 'on screen'}</p>;
}

test('a page that is left while it is printed is not taken for printed when it comes back', async () => {
  const left = await render(<Sheet />);
  await expect.element(page.getByText('on screen')).toBeVisible();
  globalThis.dispatchEvent(new Event('beforeprint'));
  expect(page.getByText('printed').elements()).toHaveLength(1);
  await left.unmount();
  globalThis.dispatchEvent(new Event('afterprint'));
  await render(<Sheet />);
  expect(page.getByText('on screen').elements()).toHaveLength(1);
});
