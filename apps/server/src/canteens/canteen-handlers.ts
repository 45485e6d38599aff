import type { canteens } from '@refectory/contract/canteens';
import { textIn } from '@refectory/domain/texts';

import type { ServerHandlers } from '../http/implement.ts';
import type { canteenQueries } from './canteen-queries.ts';

/** The handlers of canteens. */
export function canteenHandlers(queries: ReturnType<typeof canteenQueries>): ServerHandlers<typeof canteens> {
  return {
    async listCanteens({ language }) {
      const rows = await queries.list();
      return {
        canteens: rows.map(({ id, key, name }) => ({ id, key, name: textIn(name, language) })),
      };
    },
  };
}
