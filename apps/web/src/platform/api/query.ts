import { failureOf } from '@refectory/contract/errors';
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';

import type { ToastStore } from '#platform/toasts/toast-store.ts';

import type { ApiInput, ApiName, Call } from './api.ts';
import { tellFailedRead } from './describe-error.ts';

/**
 * The cache of what the server answered. A failed read is shown as a toast. Of a read that repeats itself the first failure
 * is shown, and the next one after a success; a reread that is repeated for its failure says so by its meta data.
 */
export function createQueryClient(toasts: ToastStore): QueryClient {
  const told = new WeakSet<object>();
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const repeatsItself =
          query.state.fetchMeta ?? query.observers.some(({ options }) => Boolean(options.refetchInterval));
        if (repeatsItself && told.has(query)) return;
        told.add(query);
        tellFailedRead(toasts, failureOf(error) ?? { kind: 'malformed' });
      },
      onSuccess: (_, query) => void told.delete(query),
    }),
    defaultOptions: {
      // Reads are tried even when the browser believes to be offline: it may be wrong, and the text is ours. What was
      // missed meanwhile is read when the line is back.
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        staleTime: 1_000,
      },
    },
  });
}

/** The bridge from the contract to the cache: the key is the call's name and input. */
export function createQuery(call: Call) {
  return <Name extends ApiName>(name: Name, input: ApiInput<Name>) =>
    queryOptions({
      queryKey: [name, input ?? null] as const,
      queryFn: ({ signal }) => call(name, input, { signal }),
    });
}

/** How a page says which call it reads. */
export type Query = ReturnType<typeof createQuery>;

/** Reads again whatever is on screen of these calls. */
export async function invalidate(queries: QueryClient, ...names: readonly ApiName[]): Promise<void> {
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
}
