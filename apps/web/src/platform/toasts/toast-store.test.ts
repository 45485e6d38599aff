import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createToastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Notifications that are on screen. */
function shownToasts() {
  const store = createToastStore();
  store.begin();
  return store;
}

const textsOf = (store: ReturnType<typeof createToastStore>) =>
  store.getState().map(({ messageKey, count }) => `${messageKey} ${count}`);

test('DATA-20 TOAST-01 a toast has an id, a key or a text of the server, a link and a count', () => {
  const store = shownToasts();
  store.add({ messageKey: 'Toasts.messageCreateOrderSucceeded', tone: 'success' });
  store.add({ messageKey: 'The kitchen is closed', isFromServer: true, link: '/orders' });
  const [ordered, closed] = store.getState();
  expect(ordered).toMatchObject({ isFromServer: false, link: undefined, count: 1, tone: 'success' });
  expect(closed).toMatchObject({
    messageKey: 'The kitchen is closed',
    isFromServer: true,
    link: '/orders',
    count: 1,
  });
  expect(ordered?.id).not.toBe(closed?.id);
});

test('TOAST-02 LIMIT-01 a toast stays for 2500 ms', () => {
  const store = shownToasts();
  store.add({ messageKey: 'A', isFromServer: true });
  vi.advanceTimersByTime(2499);
  expect(textsOf(store)).toEqual(['A 1']);
  vi.advanceTimersByTime(1);
  expect(textsOf(store)).toEqual([]);
});

test('TOAST-03 a toast that is dismissed is gone at once, and no other', () => {
  const store = shownToasts();
  store.add({ messageKey: 'A', isFromServer: true });
  store.add({ messageKey: 'B', isFromServer: true });
  store.dismiss(store.getState()[0]?.id ?? 0);
  expect(textsOf(store)).toEqual(['B 1']);
});

test('TOAST-04 the same again replaces the older, counts, and has its time anew', () => {
  const store = shownToasts();
  store.add({ messageKey: 'A', isFromServer: true });
  vi.advanceTimersByTime(2000);
  store.add({ messageKey: 'A', isFromServer: true });
  expect(textsOf(store)).toEqual(['A 2']);
  vi.advanceTimersByTime(2000);
  store.add({ messageKey: 'A', isFromServer: true });
  expect(textsOf(store)).toEqual(['A 3']);
  vi.advanceTimersByTime(2499);
  expect(textsOf(store)).toEqual(['A 3']);
  vi.advanceTimersByTime(1);
  expect(textsOf(store)).toEqual([]);
  store.add({ messageKey: 'A', isFromServer: true });
  expect(textsOf(store)).toEqual(['A 1']);
});

test('two toasts of the same words keep an action each, and both go with the session', () => {
  const store = shownToasts();
  const done: string[] = [];
  for (const what of ['first', 'second'])
    store.add({
      messageKey: 'A',
      isFromServer: true,
      action: { label: 'orders.orderAgain', run: () => done.push(what) },
    });
  store.add({ messageKey: 'A', isFromServer: true });
  expect(textsOf(store)).toEqual(['A 1', 'A 1', 'A 1']);
  for (const { action } of store.getState()) action?.run();
  expect(done).toEqual(['first', 'second']);
  store.dismissActions();
  expect(textsOf(store)).toEqual(['A 1']);
});

test('TOAST-04 the same text with another link, or from the server, is another toast', () => {
  const store = shownToasts();
  store.add({ messageKey: 'A', isFromServer: true });
  store.add({ messageKey: 'A', isFromServer: true, link: '/orders' });
  store.add({ messageKey: 'menu.closedTitle' });
  store.add({ messageKey: 'menu.closedTitle', isFromServer: true });
  expect(textsOf(store)).toEqual(['A 1', 'A 1', 'menu.closedTitle 1', 'menu.closedTitle 1']);
});

test('TOAST-05 a pinned toast stays, and 2500 ms begin anew when it is released', () => {
  const store = shownToasts();
  store.add({ messageKey: 'A', isFromServer: true });
  const id = store.getState()[0]?.id ?? 0;
  vi.advanceTimersByTime(2000);
  store.pin(id);
  vi.advanceTimersByTime(5000);
  expect(textsOf(store)).toEqual(['A 1']);
  store.unpin(id);
  vi.advanceTimersByTime(2499);
  expect(textsOf(store)).toEqual(['A 1']);
  vi.advanceTimersByTime(1);
  expect(textsOf(store)).toEqual([]);
});

test('TOAST-02 at most five are shown, the oldest goes first', () => {
  const store = shownToasts();
  for (const messageKey of ['A', 'B', 'C', 'D', 'E', 'F']) store.add({ messageKey, isFromServer: true });
  expect(textsOf(store)).toEqual(['B 1', 'C 1', 'D 1', 'E 1', 'F 1']);
  vi.advanceTimersByTime(2500);
  expect(vi.getTimerCount()).toBe(0);
});

test('TOAST-05 the same again under the pointer stays until the pointer leaves', () => {
  const store = shownToasts();
  store.add({ messageKey: 'A', isFromServer: true });
  store.pin(store.getState()[0]?.id ?? 0);
  store.add({ messageKey: 'A', isFromServer: true });
  vi.advanceTimersByTime(5000);
  expect(textsOf(store)).toEqual(['A 2']);
  store.unpin(store.getState()[0]?.id ?? 0);
  vi.advanceTimersByTime(2500);
  expect(textsOf(store)).toEqual([]);
});

test('TOAST-04 reads that fail with a press are not counted, and presses are', () => {
  const store = shownToasts();
  const offline = { messageKey: 'Error.offline' } as const;
  store.add(offline);
  for (let read = 0; read < 3; read += 1) store.add({ ...offline, isOfRead: true });
  expect(textsOf(store)).toEqual(['Error.offline 1']);
  store.add(offline);
  expect(textsOf(store)).toEqual(['Error.offline 2']);
});

test('TOAST-04 what reads have said is said once, and a press after them is the first', () => {
  const store = shownToasts();
  const offline = { messageKey: 'Error.offline' } as const;
  for (let read = 0; read < 3; read += 1) store.add({ ...offline, isOfRead: true });
  expect(textsOf(store)).toEqual(['Error.offline 1']);
  vi.advanceTimersByTime(2_000);
  store.add({ ...offline, isOfRead: true });
  vi.advanceTimersByTime(2_000);
  store.add(offline);
  vi.advanceTimersByTime(2_000);
  expect(textsOf(store)).toEqual(['Error.offline 1']);
});

test('TOAST-05 a toast that went while it was pinned is not brought back by its release', () => {
  const store = shownToasts();
  store.add({ messageKey: 'A', isFromServer: true });
  const id = store.getState()[0]?.id ?? 0;
  store.pin(id);
  store.dismiss(id);
  store.unpin(id);
  expect(vi.getTimerCount()).toBe(0);
});

test('part of TOAST-02: the time of a toast begins when it can be seen', () => {
  const store = createToastStore();
  store.add({ messageKey: 'The kitchen is closed', isFromServer: true });
  vi.advanceTimersByTime(60_000);
  store.begin();
  vi.advanceTimersByTime(2_499);
  expect(textsOf(store)).toEqual(['The kitchen is closed 1']);
  vi.advanceTimersByTime(1);
  expect(textsOf(store)).toEqual([]);
});
