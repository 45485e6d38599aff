import { useEffect } from 'react';

import { useLatePart } from '#platform/late/use-late-part.ts';
import { warnOperator } from '#platform/settings/warn-operator.ts';

import { patternPart } from './pattern-part.ts';
import type { ScreenField } from './screen-field.ts';

/** The engine of patterns, where a field has one; a form that cannot fetch it leaves patterns to the server. */
export function usePatterns(fields: readonly ScreenField[]) {
  const patterns = fields.map(({ validationRegExp }) => validationRegExp).filter((one) => one !== undefined);
  const isNeeded = patterns.length > 0;
  const { loaded } = useLatePart(patternPart, isNeeded);
  const source = patterns.join('\n');
  useEffect(() => {
    for (const pattern of loaded ? source.split('\n') : []) {
      const why = loaded?.whyUnusable(pattern);
      if (why !== undefined) warnOperator(`The pattern "${pattern}" of a field is ignored: ${why}.`);
    }
  }, [loaded, source]);
  return {
    loaded,
    ready: () => (isNeeded ? patternPart.load().catch(() => undefined) : Promise.resolve(undefined)),
  };
}
