import type { Database } from '@refectory/database/database';
import type { Instant } from '@refectory/domain/day';
import type { CardStatus } from '@refectory/domain/card';
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
  cardStatus: CardStatus;
  /** The address that the customer wants, until its link is opened. */
  wantedEmail: string | null;
  /** The code of the virtual card. */
  virtualCard: string | null;
};

/** The SQL of customers. */
export function customerQueries({ pool }: Database) {
  return {
    /** A customer by id, as of a moment. */
    async find(id: number, now: Instant): Promise<CustomerRow | undefined> {
      const { rows } = await pool.query<CustomerRow>({
        name: 'customer-find',
        text: `select c.id, c.user_name as "userName", c.type, c.company_name as "companyName",
                 c.first_name as "firstName", c.last_name as "lastName", c.email, l.recipient as "wantedEmail",
                 c.additional_data as "additionalData", v.code as "virtualCard",
                 case when d.is_blocked then 'BLOCKED' when d.customer_id is null then 'NONE' else 'USED' end
                   as "cardStatus"
               from customer c left join card d on d.customer_id = c.id
               left join virtual_card v on v.customer_id = c.id
               left join mailed_link l
                 on l.purpose = 'email-change' and l.subject = c.id::text and l.expires_at > $2
              where c.id = $1`,
        values: [id, new Date(now)],
      });
      return rows[0];
    },
  };
}
