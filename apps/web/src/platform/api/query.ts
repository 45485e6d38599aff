import { failureOf } from '@refectory/contract/errors';
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';

import type { ToastStore } from '#platform/toasts/toast-store.ts';

import type { ApiInput, ApiName, Call } from './api.ts';
import { tellFailure } from './describe-error.ts';

/** The cache of what the server said. A failed read is told once, as a toast, and repeated by hand. */
export function createQueryClient(toasts: ToastStore): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => tellFailure(toasts, failureOf(error) ?? { kind: 'malformed' }),
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

export type Query = ReturnType<typeof createQuery>;

/** Reads again whatever is on screen of these calls. */
export async function invalidate(queries: QueryClient, ...names: readonly ApiName[]): Promise<void> {
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
}
