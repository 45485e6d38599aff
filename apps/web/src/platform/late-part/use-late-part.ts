import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';

/**
 * A part of a page whose code is fetched after the page itself, once it is wanted: what only some visitors see is not
 * in the first load. There is no `Part` until then; where it cannot be fetched, the page does without until it is
 * opened again.
 */
export function useLatePart<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
): { readonly Part: ComponentType<Props> | undefined; readonly isAwaited: boolean } {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [hasFailed, setFailed] = useState(false);
  const fetchPart = useEffectEvent(() =>
    load().then(
      (loaded) => setPart(() => loaded),
      () => setFailed(true),
    ),
  );
  useEffect(() => {
    if (isWanted) void fetchPart();
  }, [isWanted]);
  return { Part: isWanted ? Part : undefined, isAwaited: isWanted && !Part && !hasFailed };
}
