import { useLayoutEffect, useState, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';

import { Dialog } from './dialog.tsx';
import { OnBackContext } from './use-back-closes.ts';

function Question({ closable }: { closable: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Sign out
      </button>
      <Dialog
        open={open}
        title="Really?"
        closable={closable}
        closeLabel="Close"
        onClose={() => setOpen(false)}
        footer={
          <button type="button" onClick={() => setOpen(false)}>
            No
          </button>
        }
      >
        You will be signed out.
      </Dialog>
    </>
  );
}

const opener = page.getByRole('button', { name: 'Sign out' });
const dialog = page.getByRole('dialog', { name: 'Really?' });

async function openDialog(closable: boolean) {
  await render(<Question closable={closable} />);
  await opener.click();
  await expect.element(dialog).toBeVisible();
}

describe('a dialog', () => {
  test('MODAL-01 takes the focus and gives it back', async () => {
    await openDialog(false);
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'No' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.activeElement).toBe(opener.element());
  });

  test('part of MODAL-03: without a cross stays against Escape, however often, and a click beside it', async () => {
    await openDialog(false);
    await expect.element(page.getByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}{Escape}{Escape}{Escape}');
    await userEvent.click(dialog, { position: { x: 1, y: -20 }, force: true });
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().matches(':modal')).toBe(true);
  });

  test('part of MODAL-03: without a cross opens again when the browser closes it without asking', async () => {
    await openDialog(false);
    (dialog.element() as HTMLDialogElement).close();
    await expect.poll(() => document.querySelector('dialog')?.matches(':modal')).toBe(true);
  });

  test('MODAL-04 with a cross goes by the cross', async () => {
    await openDialog(true);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('MODAL-04 with a cross goes by Escape, and again after it came back', async () => {
    await openDialog(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await opener.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('MODAL-04 with a cross goes by a click beside it', async () => {
    await openDialog(true);
    await userEvent.click(dialog, { position: { x: 1, y: -20 }, force: true });
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is closed by going back from the moment it is on screen', async () => {
    const overlays: (() => void)[] = [];
    const onBack = (close: () => void) => {
      overlays.push(close);
      return () => undefined;
    };
    let onScreen = -1;
    // Its effect is the last before the browser draws.
    const Page = ({ children }: { children: ReactNode }) => {
      useLayoutEffect(() => {
        onScreen = overlays.length;
      });
      return children;
    };
    await render(
      <OnBackContext value={onBack}>
        <Page>
          <Dialog open title="Really?" closable closeLabel="Close">
            You will be signed out.
          </Dialog>
        </Page>
      </OnBackContext>,
    );
    await expect.element(dialog).toBeVisible();
    expect(onScreen).toBe(1);
  });
});

test('what has to be scrolled is reached by the keyboard, and nothing else of the words is', async () => {
  await page.viewport(360, 400);
  const Words = ({ lines }: { lines: number }) => (
    <Dialog open title="Conditions" closable closeLabel="Close">
      {Array.from({ length: lines }, (_, line) => (
        <p key={line}>These are the conditions of the canteen.</p>
      ))}
    </Dialog>
  );
  const screen = await render(<Words lines={1} />);
  const reached = () => document.querySelectorAll('dialog [tabindex="0"]').length;
  await expect.element(page.getByRole('dialog', { name: 'Conditions' })).toBeVisible();
  expect(reached()).toBe(0);
  await screen.rerender(<Words lines={60} />);
  await expect.poll(reached).toBe(1);
});
