import '#ui/styles/index.css';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';

import { Dialog } from './dialog.tsx';
import { type ToastItem, ToastView } from './toast-view.tsx';

function createEvents() {
  return {
    onDismiss: vi.fn(),
    onPin: vi.fn(),
    onUnpin: vi.fn(),
    onFollow: vi.fn(),
    onAct: vi.fn(),
    onReadOn: vi.fn(),
  };
}

function Toasts({
  toasts,
  events,
}: {
  toasts: readonly ToastItem[];
  events: ReturnType<typeof createEvents>;
}) {
  return (
    <ToastView
      toasts={toasts}
      {...events}
      dismissLabel="Dismiss"
      moreLabel="Whole text"
      regionLabel="Messages"
    />
  );
}

const ordered: ToastItem = { id: 'a', text: 'Ordered', tone: 'success', count: 1 };
const region = page.getByRole('region', { name: 'Messages' });

test('TOAST-04 a repeated message carries its count', async () => {
  const screen = await render(<Toasts toasts={[ordered]} events={createEvents()} />);
  await expect.element(region).toHaveTextContent('Ordered');
  await expect.element(region).not.toHaveTextContent('x)');
  await screen.rerender(<Toasts toasts={[{ ...ordered, count: 2 }]} events={createEvents()} />);
  await expect.element(region).toHaveTextContent('Ordered (2x)');
});

test('part of TOAST-02: the region that announces messages is there before the first of them', async () => {
  const screen = await render(<Toasts toasts={[]} events={createEvents()} />);
  // Without a message it is hidden.
  const live = screen.container.querySelector('[aria-label="Messages"]');
  expect(live?.getAttribute('aria-live')).toBe('polite');
  await screen.rerender(<Toasts toasts={[ordered]} events={createEvents()} />);
  await expect.element(region).toHaveTextContent('Ordered');
  expect(region.element()).toBe(live);
  await expect.element(region).toHaveAttribute('aria-live', 'polite');
});

test('TOAST-03 the close control dismisses its message', async () => {
  const events = createEvents();
  await render(<Toasts toasts={[ordered]} events={events} />);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  expect(events.onDismiss).toHaveBeenCalledExactlyOnceWith('a');
});

test('TOAST-05 pointer and focus pin a message and release it', async () => {
  const events = createEvents();
  await render(
    <>
      <h1>Page</h1>
      <Toasts toasts={[ordered]} events={events} />
    </>,
  );
  await userEvent.hover(page.getByText('Ordered'));
  expect(events.onPin).toHaveBeenLastCalledWith('a');
  await userEvent.hover(page.getByRole('heading'));
  expect(events.onUnpin).toHaveBeenCalledExactlyOnceWith('a');
  await userEvent.tab();
  expect(events.onPin).toHaveBeenCalledTimes(2);
  await userEvent.tab();
  expect(events.onUnpin).toHaveBeenCalledTimes(2);
});

test.each(['focus', 'pointer'] as const)(
  'TOAST-05 a message that is pointed at and focused stays when the %s leaves first',
  async (first) => {
    const events = createEvents();
    await render(
      <>
        <h1>Page</h1>
        <Toasts toasts={[ordered]} events={events} />
      </>,
    );
    const leaveByPointer = () => userEvent.hover(page.getByRole('heading'));
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    const leaveByFocus = async () => dismiss.element().blur();
    const [leave, leaveToo] =
      first === 'focus' ? [leaveByFocus, leaveByPointer] : [leaveByPointer, leaveByFocus];
    await userEvent.hover(page.getByText('Ordered'));
    dismiss.element().focus();
    await leave();
    expect(events.onUnpin).not.toHaveBeenCalled();
    await leaveToo();
    expect(events.onUnpin).toHaveBeenCalledExactlyOnceWith('a');
  },
);

test('TOAST-06 a message with a link is followed from anywhere on it, by an ordinary click only', async () => {
  const events = createEvents();
  await render(<Toasts toasts={[{ ...ordered, href: '#orders' }]} events={events} />);
  const link = page.getByRole('link', { name: 'Ordered' });
  // The link's area covers the toast: its icon, too.
  const box = region.element().firstElementChild?.getBoundingClientRect();
  const hit = box && document.elementFromPoint(box.left + 8, box.top + 8);
  expect(hit).toBe(link.element());
  // Left to the browser, it would open this test's own page in another tab: seen here, and kept from it.
  const leftToBrowser = new Promise<boolean>((resolve) => {
    const see = (event: MouseEvent) => {
      resolve(!event.defaultPrevented);
      event.preventDefault();
    };
    window.addEventListener('click', see, { once: true });
  });
  await link.click({ modifiers: ['ControlOrMeta'] });
  expect(await leftToBrowser).toBe(true);
  expect(events.onFollow).not.toHaveBeenCalled();
  await link.click();
  expect(events.onFollow).toHaveBeenCalledExactlyOnceWith('a');
});

test('a message that comes while a dialog is open lies above it', async () => {
  const events = createEvents();
  const dialog = (
    <Dialog open closable={false} title="Question">
      text
    </Dialog>
  );
  const screen = await render(
    <>
      <Toasts toasts={[]} events={events} />
      {dialog}
    </>,
  );
  // Whoever is shown last lies on top: the region has to be shown anew.
  const shownAnew = new Promise((resolve) => region.element().addEventListener('beforetoggle', resolve));
  await screen.rerender(
    <>
      <Toasts toasts={[ordered]} events={events} />
      {dialog}
    </>,
  );
  await shownAnew;
  await expect.element(page.getByText('Ordered')).toBeVisible();
});

test('on a phone a message with an action has its words in at most four lines, and the action below them', async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1280, 800));
  const text =
    'Objednávka byla zrušena: Kuřecí stehno na rozmarýnu, pečené brambory, 115,00 Kč je zpět na účtu';
  await render(<Toasts toasts={[{ ...ordered, text, action: 'Vrátit' }]} events={createEvents()} />);
  const words = page.getByText(text).element();
  const undo = page.getByRole('button', { name: 'Vrátit' }).element().getBoundingClientRect();
  const { height, bottom } = words.getBoundingClientRect();
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(words);
  const lines = (height - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight);
  expect(Math.round(lines)).toBeLessThanOrEqual(4);
  expect(undo.top + undo.height / 2).toBeGreaterThan(bottom);
  const dismiss = page.getByRole('button', { name: 'Dismiss' }).element().getBoundingClientRect();
  expect(dismiss.bottom).toBeLessThanOrEqual(undo.bottom);
});

test('a message lies neither over the control that has the focus nor over the one that was pressed', async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1280, 800));
  const at = (end: 'top' | 'bottom') => ({ position: 'fixed', insetInline: 16, [end]: 60 }) as const;
  const controls = (
    <>
      <input style={at('top')} aria-label="Name" />
      {/* As in a browser that does not focus the button that is pressed. */}
      <button type="button" style={at('bottom')} onPointerDown={(event) => event.preventDefault()}>
        Order
      </button>
    </>
  );
  const screen = await render(
    <>
      {controls}
      <Toasts toasts={[]} events={createEvents()} />
    </>,
  );
  const say = (...toasts: readonly ToastItem[]) =>
    screen.rerender(
      <>
        {controls}
        <Toasts toasts={toasts} events={createEvents()} />
      </>,
    );
  const name = page.getByRole('textbox', { name: 'Name' });
  const order = page.getByRole('button', { name: 'Order' });
  const words = page.getByText('Ordered');
  const topOf = (locator: typeof words) => locator.element().getBoundingClientRect().top;
  await name.click();
  await say(ordered);
  expect(topOf(words)).toBeGreaterThan(topOf(name) + 400);
  expect(words.element().getBoundingClientRect().bottom).toBeLessThan(740);
  await order.click();
  expect(topOf(words)).toBeLessThan(topOf(order) - 400);
  // What comes next begins above.
  await say();
  await say({ ...ordered, id: 'b' });
  expect(topOf(words)).toBeLessThan(200);
});

test('at twice the text size a message on a phone is whole, and breaks no word', async () => {
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(async () => {
    document.documentElement.style.removeProperty('font-size');
    await page.viewport(1280, 800);
  });
  const text = 'Objednáno: Bramboračka s houbami a čerstvou majoránkou, 34,00\u00a0Kč';
  const twice = { ...ordered, text, count: 2, action: 'Vrátit zpět' };
  await render(<Toasts toasts={[twice]} events={createEvents()} />);
  const words = page.getByText(text).element();
  expect(words.getBoundingClientRect().bottom).toBeLessThan(740);
  const written = words.firstChild;
  if (!(written instanceof Text)) throw new Error('The message begins with its text.');
  const dismiss = page.getByRole('button', { name: 'Dismiss' }).element().getBoundingClientRect();
  for (const { index, 0: word } of text.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(written, index);
    range.setEnd(written, index + word.length);
    const [line, ...others] = range.getClientRects();
    expect([word, others.length]).toEqual([word, 0]);
    const isUnderButton = line && line.right > dismiss.left && line.top < dismiss.bottom - 24;
    expect([word, isUnderButton]).toEqual([word, false]);
  }
});
