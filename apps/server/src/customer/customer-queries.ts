import type { Database } from '@refectory/database/database';
import type { CustomerType } from '@refectory/domain/customer';

/** A customer as stored. */
export type CustomerRow = {
  id: number;
  userName: string;
  type: CustomerType;
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  additionalData: { variableId: string; value: unknown }[];
};

/** The SQL of customers. */
export function customerQueries({ pool }: Database) {
  return {
    /** A customer by id. */
    async find(id: number): Promise<CustomerRow | undefined> {
      const { rows } = await pool.query<CustomerRow>({
        name: 'customer-find',
        text: `select id, user_name as "userName", type, company_name as "companyName",
                 first_name as "firstName", last_name as "lastName", email,
                 additional_data as "additionalData"
               from customer where id = $1`,
        values: [id],
      });
      return rows[0];
    },
  };
}
