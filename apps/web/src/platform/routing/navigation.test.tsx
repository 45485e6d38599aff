import { createMemoryHistory } from '@tanstack/history';
import { expect, test } from 'vitest';

import { latePart } from '#platform/late/late-part.ts';

import { createNavigation, type Route } from './navigation.ts';

/** Something that comes when the test says so. */
function awaited<Value>(value: Value) {
  let come: () => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    come = () => resolve(value);
  });
  return { promise, come };
}

test('the next page is on its way while where it is is asked, and while its code or its words are fetched', async () => {
  const answer = awaited<undefined>(undefined);
  const code = awaited(() => null);
  const words = awaited<undefined>(undefined);
  const hasWords = words.promise.then(() => true);
  let areWordsThere = false;
  const component = latePart(() => code.promise);
  const start = latePart(async () => () => null);
  const routes: readonly Route<undefined>[] = [
    { path: '/', page: () => ({ component: start }) },
    { path: '/cart', redirect: () => answer.promise, page: () => ({ component }) },
  ];
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const navigation = createNavigation<undefined>({
    history,
    basePath: '/',
    context: () => undefined,
    load: async (part) => {
      const loaded = await part.load();
      areWordsThere = await (part === start || hasWords);
      return loaded;
    },
    isLoaded: (part) => areWordsThere && part.loaded() !== undefined,
    prefetch: async () => undefined,
    onUnknown: () => undefined,
  });
  const changes: boolean[] = [];
  const shownPath = () => navigation.shown.getState()?.place.path;
  const stop = navigation.start(routes);
  await expect.poll(shownPath).toBe('/');
  navigation.isFetching.subscribe((isFetching) => changes.push(isFetching));
  expect(navigation.isFetching.getState()).toBe(false);

  areWordsThere = false;
  history.push('/cart');
  expect(navigation.isFetching.getState()).toBe(true);
  answer.come();
  await Promise.resolve();
  code.come();
  await expect.poll(() => component.loaded()).toBeDefined();
  expect([shownPath(), navigation.isFetching.getState()]).toEqual(['/', true]);
  words.come();
  await expect.poll(shownPath).toBe('/cart');
  expect(changes).toEqual([true, false]);
  stop();
});
