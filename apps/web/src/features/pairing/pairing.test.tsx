import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { handMade } from '../../../test/hand-made-menu.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const config = { allowPairingManagement: true, capabilities: { customersPairing: 1 } };
const dates = {
  pairedDT: '2026-11-01 08:01:00',
  invalidDT: '2026-11-02 08:02:00',
  pairingRequestDT: '2026-11-03 08:03:00',
  requestValidTillDT: '2026-11-04 08:04:00',
};
const pairing = (pairingStatus: string, more: object = {}) => ({
  pairingStatus,
  ...dates,
  loyaltySystem: `Club ${pairingStatus}`,
  externalSystemCustomerName: 'Jana N.',
  pairingNote: 'from the shop',
  pairingToken: `T-${pairingStatus}`,
  ...more,
});
const oneOfEach = ['missed', 'invalid', 'rejected', 'valid', 'pending'].map((status) => pairing(status));

const table = page.getByRole('table', { name: 'Pairing' });
const dialog = page.getByRole('dialog');
/** What can be filled in on the page. */
const fields = () => page.getByRole('main').element().querySelectorAll('input, textarea, select');
const toasts = page.getByRole('region', { name: 'Notifications' });
const button = (action: string, system: string) =>
  table.getByRole('button', { name: `${action}: ${system}`, exact: true });
/** The cells of the table, row by row. */
const cells = () =>
  table
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent));

/** The list of a server that knows these pairings. */
async function openList(pairings: readonly object[], more: object = {}) {
  const app = await renderApp('/login', { seed: [jana], as: 'jana', config: { ...config, ...more } });
  await app.server.fault(/pairing\/list$/, { answer: handMade({ pairings }) });
  app.history.push('/profile/pairing');
  await expect.element(table).toBeVisible();
  return app;
}

describe('/profile/pairing', () => {
  test('PAIR-01 PAIR-02 PAIR-03 PAIR-04 PAIR-19 DATA-16 API-40 FMT-03 pairings stand by status and date, each with what it is', async () => {
    const app = await openList([
      ...oneOfEach,
      pairing('pending', { pairingRequestDT: '2026-11-05 08:05:00', loyaltySystem: 'Newer' }),
      pairing('missed', {
        requestValidTillDT: undefined,
        // Newer than the request of the one above it, which is shown with its end.
        pairingRequestDT: '2026-11-03 20:00:00',
        loyaltySystem: 'Without end',
      }),
      pairing('valid', {
        pairedDT: '2026-11-09 08:09:00',
        pairingRequestDT: '2026-10-01 08:00:00',
        loyaltySystem: 'Later',
      }),
    ]);
    const rest = ['Jana N.', 'from the shop'];
    const decide = 'ConfirmDeclineRemove';
    expect(cells()).toEqual([
      ['Date', 'Loyalty system', 'Your name there', 'Note', 'Status', 'Action'],
      ['5. 11. 2026 08:05', 'Newer', ...rest, 'Waiting for you', decide],
      ['3. 11. 2026 08:03', 'Club pending', ...rest, 'Waiting for you', decide],
      ['9. 11. 2026 08:09', 'Later', ...rest, 'Paired', 'End'],
      ['1. 11. 2026 08:01', 'Club valid', ...rest, 'Paired', 'End'],
      ['3. 11. 2026 08:03', 'Club rejected', ...rest, 'Declined', ''],
      ['2. 11. 2026 08:02', 'Club invalid', ...rest, 'No longer valid', ''],
      ['4. 11. 2026 08:04', 'Club missed', ...rest, 'Missed', ''],
      ['3. 11. 2026 20:00', 'Without end', ...rest, 'Missed', ''],
    ]);
    expect(await app.server.requests(/GET .*pairing\/list$/)).toHaveLength(1);
    expect(fields()).toHaveLength(0);
  });

  test('FORM-31 a date that cannot be read says so, and its pairing is the last of its status', async () => {
    await openList([
      pairing('pending', {
        pairingRequestDT: 'yesterday',
        loyaltySystem: 'Undated',
        pairingToken: 'T-undated',
      }),
      ...oneOfEach,
    ]);
    expect(cells().map(([date, system]) => [date, system])).toEqual([
      ['Date', 'Loyalty system'],
      ['3. 11. 2026 08:03', 'Club pending'],
      ['Invalid date', 'Undated'],
      ['1. 11. 2026 08:01', 'Club valid'],
      ['3. 11. 2026 08:03', 'Club rejected'],
      ['2. 11. 2026 08:02', 'Club invalid'],
      ['4. 11. 2026 08:04', 'Club missed'],
    ]);
  });

  test.each([
    ['Confirm', 'pending', 'confirm', 'Your account will be paired with Club pending.'],
    ['Decline', 'pending', 'reject', 'Your account will not be paired with Club pending.'],
    ['Remove', 'pending', 'delete', 'The request of Club pending will be removed from the list.'],
    ['End', 'valid', 'invalidate', 'Your account and Club valid will no longer be paired.'],
  ])(
    'PAIR-05 PAIR-06 PAIR-08 MODAL-02 MODAL-10 API-06 API-41 API-42 API-43 API-44 %s of a %s pairing asks, and then sends %s once',
    async (label, status, call, question) => {
      const app = await openList(oneOfEach);
      await app.server.fault(/POST .*pairing\//, { answer: handMade({}) });
      const press = () => userEvent.click(button(label, `Club ${status}`));
      await press();
      await expect.element(dialog.getByText(question)).toBeVisible();
      await expect.element(dialog.getByText('Jana N.')).toBeVisible();
      await userEvent.click(dialog.getByRole('button', { name: 'No' }));
      await expect.element(dialog).not.toBeInTheDocument();
      await press();
      expect(await app.server.requests(/POST .*pairing\//)).toEqual([]);
      await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
      await expect.poll(async () => (await app.server.requests(/GET .*pairing\/list$/)).length).toBe(2);
      const sent = await app.server.requests(/POST .*pairing\//);
      expect(sent.map(({ path, body }) => [path.replace(/^.*\/pairing\//, ''), JSON.parse(body)])).toEqual([
        [call, { pairingToken: `T-${status}` }],
      ]);
      expect(sent[0]?.headers).not.toHaveProperty('x-asw-force');
    },
  );

  test('PAIR-06 PAIR-07 a pairing that is rejected, invalid or missed, or has no token, has no button, and a valid one a single one', async () => {
    await openList([...oneOfEach, pairing('pending', { pairingToken: undefined, loyaltySystem: 'Mute' })]);
    const buttonsOf = (system: string) =>
      table.getByRole('row', { name: system }).getByRole('button').elements().length;
    expect(['pending', 'valid', 'rejected', 'invalid', 'missed'].map((s) => buttonsOf(`Club ${s}`))).toEqual([
      3, 1, 0, 0, 0,
    ]);
    expect(buttonsOf('Mute')).toBe(0);
  });

  test.each([
    ['in small letters', (status: string) => status],
    ['in capitals', (status: string) => status.toUpperCase()],
    ['in both', (status: string) => status.charAt(0).toUpperCase() + status.slice(1)],
  ])('DATA-34 each status is known %s, by its date and its actions', async (_, written) => {
    const app = await openList(
      ['pending', 'valid', 'rejected', 'invalid', 'missed'].map((status) =>
        pairing(written(status), { loyaltySystem: `Club ${status}`, pairingToken: `T-${status}` }),
      ),
    );
    expect(cells().map((row) => [row[0], row[4], row[5]])).toEqual([
      ['Date', 'Status', 'Action'],
      ['3. 11. 2026 08:03', 'Waiting for you', 'ConfirmDeclineRemove'],
      ['1. 11. 2026 08:01', 'Paired', 'End'],
      ['3. 11. 2026 08:03', 'Declined', ''],
      ['2. 11. 2026 08:02', 'No longer valid', ''],
      ['4. 11. 2026 08:04', 'Missed', ''],
    ]);
    await app.server.fault(/POST .*pairing\//, { answer: handMade({}) });
    const actions = [
      ['Confirm', 'pending', 'confirm'],
      ['Decline', 'pending', 'reject'],
      ['Remove', 'pending', 'delete'],
      ['End', 'valid', 'invalidate'],
    ] as const;
    for (const [index, [label, status]] of actions.entries()) {
      await userEvent.click(button(label, `Club ${status}`));
      await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
      await expect
        .poll(async () => (await app.server.requests(/GET .*pairing\/list$/)).length)
        .toBe(index + 2);
    }
    const sent = await app.server.requests(/POST .*pairing\//);
    expect(sent.map(({ path, body }) => [path.replace(/^.*\/pairing\//, ''), JSON.parse(body)])).toEqual(
      actions.map(([, status, call]) => [call, { pairingToken: `T-${status}` }]),
    );
  });

  test('PAIR-09 after an action the list is read again; a refusal says why, and the row stays', async () => {
    const app = await openList([pairing('pending')]);
    const refusal = { ...handMade({ success: false, resultText: 'The club is closed' }), status: 400 };
    await app.server.fault(/pairing\/reject$/, { answer: refusal }, 1);
    await userEvent.click(button('Decline', 'Club pending'));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await expect.element(toasts.getByText('The club is closed')).toBeVisible();
    await expect.element(table.getByText('Waiting for you')).toBeVisible();
    await app.server.clearFaults();
    await app.server.fault(/pairing\/reject$/, { answer: handMade({}) });
    await app.server.fault(/pairing\/list$/, { answer: handMade({ pairings: [pairing('rejected')] }) });
    await userEvent.click(button('Decline', 'Club pending'));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await expect.element(toasts.getByText('The pairing is declined')).toBeVisible();
    await expect.element(table.getByText('Declined')).toBeVisible();
  });

  test('a loyalty system without a name is called what it is', async () => {
    await openList([pairing('valid', { loyaltySystem: undefined })]);
    await userEvent.click(button('End', 'Loyalty system'));
    const text = 'Your account and the loyalty system will no longer be paired.';
    await expect.element(dialog.getByText(text)).toBeVisible();
  });

  test('PAIR-20 while an action is at work the others wait', async () => {
    const app = await openList(oneOfEach);
    const held = await app.server.fault(/pairing\/reject$/, { hold: true, answer: handMade({}) });
    await userEvent.click(button('Decline', 'Club pending'));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    const others = [button('Confirm', 'Club pending'), button('End', 'Club valid')];
    for (const other of others) await expect.element(other).toHaveAttribute('aria-disabled', 'true');
    for (const pressed of [button('Decline', 'Club pending'), ...others])
      (pressed.element() as HTMLElement).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => app.server.requests(/POST .*pairing\//)).toHaveLength(1);
    await held.release();
    for (const other of others) await expect.element(other).not.toHaveAttribute('aria-disabled');
  });

  test('without pairings the page says what would come', async () => {
    const app = await renderApp('/login', { seed: [jana], as: 'jana', config });
    await app.server.fault(/pairing\/list$/, { answer: handMade({ pairings: [] }) });
    app.history.push('/profile/pairing');
    await expect.element(page.getByRole('heading', { name: 'No records to display' })).toBeVisible();
  });

  test('part of PAIR-13: where no tab can be opened, a link leads on', async () => {
    vi.spyOn(globalThis, 'open').mockReturnValue(null);
    onTestFinished(() => void vi.restoreAllMocks());
    const app = await openList([pairing('pending')]);
    const externalSystemConfirmationURL = 'https://club.example/go';
    await app.server.fault(/pairing\/confirm$/, { answer: handMade({ externalSystemConfirmationURL }) });
    await userEvent.click(button('Confirm', 'Club pending'));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    const link = page.getByRole('link', { name: 'Go on to the loyalty system' });
    await expect.element(link).toHaveAttribute('href', externalSystemConfirmationURL);
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  });
});

describe('/pairing/{token}', () => {
  const open = async (answer: ReturnType<typeof handMade>) => {
    const app = await renderApp('/login', { seed: [jana], as: 'jana', config });
    await app.server.fault(/GET .*pairing\/pairing/, { answer });
    app.history.push('/pairing/T1');
    return app;
  };
  const main = page.getByRole('main');

  test('PAIR-08 PAIR-10 PAIR-19 NAV-20 API-39 a pending request says who asks, and is confirmed or declined', async () => {
    const app = await open(handMade({ pairing: pairing('pending', { pairingToken: undefined }) }));
    await expect.element(main.getByText('Club pending')).toBeVisible();
    await expect.element(main.getByText('Jana N.')).toBeVisible();
    await expect.element(main.getByText('from the shop')).toBeVisible();
    await expect.element(main.getByText('Answer by')).toBeVisible();
    await expect.element(main.getByText('4. 11. 2026 08:04')).toBeVisible();
    expect(
      main
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Confirm', 'Decline']);
    expect(fields()).toHaveLength(0);
    const [asked, ...more] = await app.server.requests(/GET .*pairing\//);
    expect(asked?.path).toContain('pairing/pairing?pairingToken=T1');
    expect(more).toEqual([]);
    await app.server.fault(/pairing\/reject$/, { answer: handMade({}) });
    for (const name of ['Confirm', 'Decline']) {
      await userEvent.click(main.getByRole('button', { name }));
      await userEvent.click(dialog.getByRole('button', { name: 'No' }));
      await expect.element(dialog).not.toBeInTheDocument();
    }
    await userEvent.click(main.getByRole('button', { name: 'Decline' }));
    await expect.element(dialog).toBeVisible();
    expect(await app.server.requests(/POST .*pairing\//)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('heading', { name: 'The pairing is declined' })).toBeVisible();
    expect(toasts.getByText('The pairing is declined').elements()).toEqual([]);
    expect(
      (await app.server.requests(/pairing\/reject$/)).map(({ body }) => JSON.parse(body) as unknown),
    ).toEqual([{ pairingToken: 'T1' }]);
  });

  test('PAIR-20 while one answer is at work the other waits, and no second one is sent', async () => {
    const app = await open(handMade({ pairing: pairing('pending') }));
    const held = await app.server.fault(/pairing\/reject$/, { hold: true, answer: handMade({}) });
    const confirm = main.getByRole('button', { name: 'Confirm' });
    const decline = main.getByRole('button', { name: 'Decline' });
    await userEvent.click(decline);
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
    for (const pressed of [confirm, decline]) (pressed.element() as HTMLElement).click();
    await expect.poll(() => app.server.requests(/POST .*pairing\//)).toHaveLength(1);
    await held.release();
    await expect.element(page.getByRole('heading', { name: 'The pairing is declined' })).toBeVisible();
    // A question that a press had asked would still be open.
    expect(dialog.elements()).toEqual([]);
    expect(await app.server.requests(/POST .*pairing\//)).toHaveLength(1);
  });

  test.each([
    ['valid', 'The pairing is already confirmed'],
    ['invalid', 'The pairing is invalid'],
    ['missed', 'The request was missed: its time is over'],
    ['rejected', 'The pairing was rejected'],
  ])('PAIR-11 ERR-29 a request that is %s says so', async (status, text) => {
    await open(handMade({ pairing: pairing(status) }));
    await expect.element(main.getByRole('alert').getByRole('heading', { name: text })).toBeVisible();
    expect(main.getByRole('button').elements()).toEqual([]);
  });

  test.each([
    ['no pairing', handMade({})],
    ['a refusal', { ...handMade({ success: false }), status: 404 }],
  ])('PAIR-12 ERR-29 where the server answers %s, there is nothing to confirm', async (_, answer) => {
    await open(answer);
    await expect.element(page.getByRole('heading', { name: 'There is nothing to confirm' })).toBeVisible();
    expect(toasts.getByRole('paragraph').elements()).toEqual([]);
  });

  test.each([
    ['fails', { ...handMade({ success: false }), status: 500 }],
    ['is asked too often', { ...handMade({ success: false }), status: 429 }],
    ['answers with a page', { status: 200, body: '<!doctype html><h1>Sign in to the Wi-Fi</h1>' }],
    ['answers nothing', { status: 200, body: '' }],
  ])('where the server %s, nothing is said of the request, and it is read again', async (_, answer) => {
    const app = await open(answer);
    await expect
      .element(page.getByRole('heading', { name: 'The pairings could not be loaded' }))
      .toBeVisible();
    expect(page.getByText('There is nothing to confirm').elements()).toEqual([]);
    await app.server.clearFaults();
    await app.server.fault(/pairing\/pairing/, { answer: handMade({ pairing: pairing('pending') }) });
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(main.getByText('Club pending')).toBeVisible();
  });

  test('a link that is followed while the line is down is there once it is back', async () => {
    const app = await open(handMade({ pairing: pairing('pending') }));
    await expect.element(main.getByText('Club pending')).toBeVisible();
    await app.server.fault(/GET .*\/customer$/, { cut: true });
    const again = await app.reload();
    const retry = page.getByRole('button', { name: 'Try again' });
    await expect.element(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    expect(again.history.location.pathname).toBe('/pairing/T1');
    await app.server.clearFaults();
    await app.server.fault(/GET .*pairing\/pairing/, { answer: handMade({ pairing: pairing('pending') }) });
    await userEvent.click(retry);
    await expect.element(main.getByText('Club pending')).toBeVisible();
  });

  test('DATA-36 that a request is confirmed is not said of the request of another link', async () => {
    const app = await open(handMade({ pairing: pairing('pending') }));
    await app.server.fault(/pairing\/confirm$/, { answer: handMade({}) });
    await userEvent.click(main.getByRole('button', { name: 'Confirm' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('heading', { name: 'The pairing is confirmed' })).toBeVisible();
    app.history.push('/pairing/T2');
    await expect.element(main.getByRole('button', { name: 'Confirm' })).toBeVisible();
    expect(page.getByRole('heading', { name: 'The pairing is confirmed' }).elements()).toEqual([]);
    expect(await app.server.requests(/pairing\?pairingToken=T2$/)).toHaveLength(1);
  });

  test.each([
    ['https://club.example/go', ['https://club.example/go']],
    ['javascript:alert(1)', []],
    ['data:text/html,x', []],
    [undefined, []],
  ])('PAIR-13 PAIR-17 DATA-17 API-64 the answer %s leads a new tab to %j', async (address, visited) => {
    const tab = { opener: globalThis as unknown };
    const opened = vi.spyOn(globalThis, 'open').mockReturnValue(tab as unknown as Window);
    onTestFinished(() => void vi.restoreAllMocks());
    const app = await open(handMade({ pairing: pairing('pending') }));
    const answer = handMade({ ...(address && { externalSystemConfirmationURL: address }) });
    const held = await app.server.fault(/pairing\/confirm$/, { hold: true, answer });
    await userEvent.click(main.getByRole('button', { name: 'Confirm' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await expect.poll(() => app.server.requests(/pairing\/confirm$/)).toHaveLength(1);
    expect(opened).not.toHaveBeenCalled();
    await held.release();
    await expect.element(page.getByRole('heading', { name: 'The pairing is confirmed' })).toBeVisible();
    expect(opened.mock.calls).toEqual(visited.map((one) => [one, '_blank']));
    if (visited.length > 0) expect(tab.opener).toBeNull();
    expect(app.history.location.pathname).toBe('/pairing/T1');
  });
});

describe('/pairingconfirm/{string} and /pairingreject/{string}', () => {
  test.each([
    ['confirm', 'The pairing is confirmed', 'Unable to confirm the pairing'],
    ['reject', 'The pairing is declined', 'Unable to decline the pairing'],
  ])(
    'PAIR-15 PAIR-16 ERR-29 PAIR-19 NAV-21 API-45 API-46 DATA-17 %s without a login: pending, then what became of it',
    async (action, done, failed) => {
      const app = await renderApp('/login', { config: { allowPairingManagement: true } });
      const call = new RegExp(`POST .*pairing/${action}bystring$`);
      const held = await app.server.fault(call, { hold: true, answer: handMade({}) }, 1);
      app.history.push(`/pairing${action}/S1`);
      await expect.element(page.getByRole('status').getByText(/the pairing$/)).toBeVisible();
      await held.release();
      await expect.element(page.getByRole('heading', { name: done })).toBeVisible();
      expect(fields()).toHaveLength(0);
      expect((await app.server.requests(call)).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { pairingString: 'S1' },
      ]);
      await userEvent.click(page.getByRole('main').getByRole('link'));
      await expect.poll(() => app.history.location.pathname).not.toContain('/pairing');
      const refusal = { ...handMade({ success: false, resultText: 'Too late' }), status: 400 };
      await app.server.fault(call, { answer: refusal });
      app.history.push(`/pairing${action}/S2`);
      await expect.element(page.getByRole('heading', { name: failed })).toBeVisible();
      await expect.element(page.getByText('Too late')).toBeVisible();
      await app.server.clearFaults();
      await app.server.fault(call, { answer: handMade({}) });
      app.history.push(`/pairing${action}/S3`);
      await expect.element(page.getByRole('heading', { name: done })).toBeVisible();
    },
  );

  test.each([
    ['confirm', 'pairingConfirmed', 'The pairing is confirmed'],
    ['reject', 'pairingRejected', 'The pairing is declined'],
  ])('C139 a link to %s that is opened again says that it is done', async (action, code, done) => {
    const app = await renderApp('/login', { config: { allowPairingManagement: true } });
    const answer = { ...handMade({ success: false, code, resultText: 'It was done' }), status: 400 };
    await app.server.fault(new RegExp(`${action}bystring$`), { answer });
    app.history.push(`/pairing${action}/S1`);
    await expect.element(page.getByRole('heading', { name: done })).toBeVisible();
    await expect.element(page.getByRole('main').getByText('It was done')).toBeVisible();
  });

  test.each([
    ['#there', '#there'],
    ["javascript:void(document.title='run')", ''],
    ['data:text/html,x', ''],
  ])('PAIR-14 DATA-17 API-64 the address %s takes the place of the page', async (address, hash) => {
    const app = await renderApp('/login', { config: { allowPairingManagement: true } });
    onTestFinished(() => globalThis.history.replaceState(null, '', globalThis.location.pathname));
    const own = globalThis.location.href.replace(/#.*/, '');
    const externalSystemConfirmationURL = address.startsWith('#') ? `${own}${address}` : address;
    await app.server.fault(/pairing\/confirmbystring$/, {
      answer: handMade({ externalSystemConfirmationURL }),
    });
    const { length } = globalThis.history;
    app.history.push('/pairingconfirm/S1');
    await expect.element(page.getByRole('heading', { name: 'The pairing is confirmed' })).toBeVisible();
    // What an address runs, it runs before the answer to a later call.
    expect(await app.server.requests(/pairing\/confirmbystring$/)).toHaveLength(1);
    expect(document.title).not.toBe('run');
    expect(globalThis.location.hash).toBe(hash);
    expect(globalThis.history).toHaveLength(length);
  });

  test.each([
    ['a line that is down', { cut: true }],
    ['what stands before the server', { answer: { status: 502, body: '<h1>Bad gateway</h1>' } }],
    ['a server that is asked too often', { answer: { ...handMade({ success: false }), status: 429 } }],
  ] as const)('%s refuses nothing: the same call is made again by a button', async (_, fault) => {
    const app = await renderApp('/login', { config: { allowPairingManagement: true } });
    await app.server.fault(/pairing\/confirmbystring$/, fault);
    app.history.push('/pairingconfirm/S1');
    await expect.element(page.getByRole('heading', { name: 'Unable to confirm the pairing' })).toBeVisible();
    await app.server.clearFaults();
    await app.server.fault(/pairing\/confirmbystring$/, { answer: handMade({}) });
    await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByRole('heading', { name: 'The pairing is confirmed' })).toBeVisible();
  });
});

describe('pairing is optional', () => {
  test.each([
    ['the setting off', { allowPairingManagement: false, capabilities: { customersPairing: 1 } }, false],
    ['the capability 0', { allowPairingManagement: true, capabilities: { customersPairing: 0 } }, false],
    ['a capability named nowhere', { allowPairingManagement: true }, true],
  ])('PAIR-18 CFG-34 CFG-35 NAV-20, part of NAV-19: with %s', async (_, settings, isByString) => {
    const app = await renderApp('/login', {
      seed: [jana],
      as: 'jana',
      config: { ...settings, allowProfileEdit: true },
    });
    const pathOf = () => app.history.location.pathname;
    for (const address of ['/profile/pairing', '/pairing/T1']) {
      app.history.push(address);
      await expect.poll(pathOf).not.toBe(address);
    }
    app.history.push('/profile/edit');
    const menu = page.getByRole('navigation', { name: 'Profile' });
    await expect.element(menu.getByRole('link', { name: 'Edit profile' })).toBeVisible();
    expect(menu.getByRole('link', { name: 'Pairing' }).elements()).toEqual([]);
    expect(await app.server.requests(/pairing\//)).toEqual([]);
    for (const action of ['confirm', 'reject']) {
      app.history.push(`/pairing${action}/S1`);
      if (isByString)
        await expect
          .poll(async () => (await app.server.requests(new RegExp(`${action}bystring$`))).length)
          .toBe(1);
      else await expect.poll(pathOf).toBe('/offer/DAY');
    }
    if (!isByString) expect(await app.server.requests(/pairing\//)).toEqual([]);
  });
});
