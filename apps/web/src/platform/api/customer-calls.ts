import { account } from '@refectory/contract/account';
import { customer } from '@refectory/contract/customer';
import { orders } from '@refectory/contract/orders';
import { terms } from '@refectory/contract/terms';

/** What is called for a customer on the first page. */
export const customerCalls = { ...customer, ...orders, ...account, getTerms: terms.getTerms };
