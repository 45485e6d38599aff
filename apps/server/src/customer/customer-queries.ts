import type { Database } from '@refectory/database/database';
import { cardStatus, type CardStatus } from '@refectory/domain/card';
import type { Instant } from '@refectory/domain/day';
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
      const { rows } = await pool.query<Omit<CustomerRow, 'cardStatus'> & { isBlocked: boolean | null }>({
        name: 'customer-find',
        text: `select c.id, c.user_name as "userName", c.type, c.company_name as "companyName",
                 c.first_name as "firstName", c.last_name as "lastName", c.email, l.recipient as "wantedEmail",
                 c.additional_data as "additionalData", v.code as "virtualCard",
                 d.is_blocked as "isBlocked"
               from customer c left join card d on d.customer_id = c.id
               left join virtual_card v on v.customer_id = c.id
               left join mailed_link l
                 on l.purpose = 'email-change' and l.subject = c.id::text and l.expires_at > $2
              where c.id = $1`,
        values: [id, new Date(now)],
      });
      const [row] = rows;
      if (row === undefined) return undefined;
      const { isBlocked, ...customer } = row;
      return { ...customer, cardStatus: cardStatus(isBlocked) };
    },
  };
}
