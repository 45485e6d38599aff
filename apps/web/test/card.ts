import { page } from 'vitest/browser';

import { PASSWORD, renderApp, type RenderedApp } from './render-app.ts';

/** A customer who looks after their card. */
export const jana = {
  make: 'customer',
  as: 'jana',
  with: {
    userName: 'jana',
    password: PASSWORD,
    firstName: 'Jana',
    lastName: 'Malá',
    email: 'jana@example.org',
  },
} as const;
const card = (isBlocked: boolean) =>
  ({ make: 'card', with: { customerId: '$jana', number: '04A1B2C3D4', isBlocked } }) as const;

/** What makes the customer's card be of a status. */
export const withCard = {
  NONE: [jana],
  USED: [jana, card(false)],
  BLOCKED: [jana, card(true)],
} as const;

const allowed = { allowCardAdministration: true, virtualCard: true };

/** Opens an address as the customer whose card is of a status, in a canteen where cards are looked after. */
export function openWithCard(
  path: string,
  status: keyof typeof withCard = 'USED',
  {
    settings,
    config,
    ...more
  }: Parameters<typeof renderApp>[1] & { settings?: object; config?: object } = {},
): Promise<RenderedApp> {
  return renderApp(path, {
    seed: withCard[status],
    as: 'jana',
    settings: { ...allowed, ...settings },
    config: { ...allowed, ...config },
    ...more,
  });
}

/** The path of the link in the newest mail to the customer. */
export async function newestLink({ server }: RenderedApp): Promise<string> {
  const [mail] = await server.mailsTo('jana@example.org');
  return mail?.link ? new URL(mail.link).pathname : 'no link was sent';
}

/** A section of the card page by its heading. */
export const section = (name: string) => page.getByRole('region', { name });
