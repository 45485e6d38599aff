import { LONGEST_EMAIL_ADDRESS } from '@refectory/domain/email-address';
import * as z from 'zod/mini';

/** An e-mail address as it is typed: blanks around it are no part of it. Whether it is one is the form's to say. */
export const TypedEmail = z.string().check(z.maxLength(LONGEST_EMAIL_ADDRESS + 10));
