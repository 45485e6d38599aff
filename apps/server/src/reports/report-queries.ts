import type { Database } from '@refectory/database/database';
import type { CalendarDay, Instant } from '@refectory/domain/day';

/** A voucher as stored. */
export type VoucherRow = {
  id: number;
  voucherSet: string;
  voucherType: string;
  validFrom: CalendarDay;
  validTo: CalendarDay;
  creationTimeStamp: Instant;
};

/** The SQL of reports. */
export function reportQueries({ pool }: Database) {
  return {
    /** The first vouchers of a customer by their last day, and how many there are. */
    async listVouchers(
      customerId: number,
      most: number,
    ): Promise<{ vouchers: VoucherRow[]; totalCount: number }> {
      const { rows } = await pool.query<VoucherRow & { totalCount: number }>({
        name: 'report-vouchers',
        text: `select id, voucher_set as "voucherSet", voucher_type as "voucherType",
                      valid_from as "validFrom", valid_to as "validTo", created_at as "creationTimeStamp",
                      count(*) over () as "totalCount"
               from voucher where customer_id = $1
               order by valid_to, valid_from, created_at, id limit $2`,
        values: [customerId, most],
      });
      return { vouchers: rows, totalCount: rows[0]?.totalCount ?? 0 };
    },
  };
}
