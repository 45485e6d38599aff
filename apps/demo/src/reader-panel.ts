import { createBridge } from '@refectory/reader/bridge';
import { serveBridge } from '@refectory/reader/serve-bridge';
import { createSimulatedSource, type SimulatedSource } from '@refectory/reader/simulated-source';
import { escaped } from '@refectory/server/mail/write-mail';
import type { FastifyInstance } from 'fastify';

import { demoPage } from './demo-page.ts';
import { isOwnHost } from './own-host.ts';
import { demoAccounts } from './seed.ts';
import { serveDemoPage } from './serve-demo-page.ts';

/** Where the simulated reader is, as the settings without an address have it, and where it is tapped. */
const READER_PATH = '/reader';
export const READER_PANEL_PATH = `${READER_PATH}/panel`;

/** A number that no card of the demo has. */
const UNKNOWN_CARD = '04FFFFFFFFFFFF';

const cards: readonly { readonly number: string; readonly whose: string }[] = [
  ...demoAccounts.flatMap(({ card, firstName = '', lastName = '', hasBlockedCard = false }) =>
    card === undefined
      ? []
      : [{ number: card, whose: `${firstName} ${lastName}${hasBlockedCard ? ' (blocked)' : ''}` }],
  ),
  { number: UNKNOWN_CARD, whose: 'A card that nobody knows' },
];

/** Does what a button of the panel says; answers what happened. */
function act(source: SimulatedSource, sent: URLSearchParams): string {
  const action = sent.get('action');
  const card = sent.get('card')?.trim();
  if (action === 'unplug') {
    source.unplug();
    return 'The reader was unplugged.';
  }
  if (action === 'plug') {
    source.plug();
    return 'The reader was plugged in.';
  }
  const isThere = action === 'unreadable' ? source.tapUnreadable() : card ? source.tap(card) : undefined;
  if (isThere === undefined) return 'Nothing was held to the reader: type a number.';
  return isThere ? 'The card was held to the reader.' : 'There is no reader: plug it in first.';
}

function panel(source: SimulatedSource, waiting: number, happened: string | undefined): string {
  const button = (label: string, action: string, card = '') =>
    `<form method="post"><input type="hidden" name="action" value="${action}"><input type="hidden" name="card" value="${escaped(card)}"><button>${escaped(label)}</button></form>`;
  const state = source.isReady()
    ? `${waiting === 0 ? 'No page waits' : waiting === 1 ? 'One page waits' : `${waiting} pages wait`} for a card.`
    : 'The reader is unplugged.';
  return demoPage(
    'Card reader',
    'A reader of the demo, simulated: hold a card to it and see the page that waits for one.',
    `<p role="status">${happened === undefined ? '' : `${escaped(happened)} `}${state}</p>
<section><h2>Cards</h2>
${cards.map(({ number, whose }) => button(whose, 'tap', number)).join('\n')}
<form method="post"><input type="hidden" name="action" value="tap"><label>Another number, as of a virtual card<input name="card" maxlength="100"></label><button>Hold it to the reader</button></form>
</section>
<section><h2>Mishaps</h2>
${button('A card that cannot be read', 'unreadable')}
${source.isReady() ? button('Unplug the reader', 'unplug') : button('Plug the reader in', 'plug')}
</section>`,
  );
}

/** Serves a simulated reader and the panel where cards are held to it; `terminal` is its credential. */
export async function serveSimulatedReader(app: FastifyInstance, terminal: string): Promise<void> {
  const source = createSimulatedSource();
  const bridge = createBridge(source, terminal);
  const stop = serveBridge(app.server, bridge, {
    path: READER_PATH,
    // The demo may be reached by any name of the machine, but only by its own pages.
    isAllowed: (origin, host) => isOwnHost(host) && URL.canParse(origin) && new URL(origin).host === host,
  });
  app.addHook('preClose', (done) => {
    stop();
    bridge.close();
    done();
  });
  await serveDemoPage(app, READER_PANEL_PATH, (sent) =>
    Promise.resolve(panel(source, bridge.waiting(), sent && act(source, sent))),
  );
}
