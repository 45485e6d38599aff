import type { Database } from '@refectory/database/database';
import type { Texts } from '@refectory/domain/texts';

/** A canteen as stored. */
export type CanteenRow = { id: number; key: string; name: Texts; timeZone: string };

const COLUMNS = 'id, key, name, time_zone as "timeZone"';

/** The SQL of canteens. */
export function canteenQueries({ pool }: Database) {
  return {
    /** Every canteen, the oldest first. */
    async list(): Promise<CanteenRow[]> {
      const { rows } = await pool.query<CanteenRow>({
        name: 'canteen-list',
        text: `select ${COLUMNS} from canteen order by id`,
      });
      return rows;
    },

    /** A canteen by id; any number may be asked for. */
    async find(id: number): Promise<CanteenRow | undefined> {
      const { rows } = await pool.query<CanteenRow>({
        name: 'canteen-find',
        text: `select ${COLUMNS} from canteen where id = $1::float8`,
        values: [id],
      });
      return rows[0];
    },
  };
}
