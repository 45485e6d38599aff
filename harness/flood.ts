import { newKey, send, type Change } from './canteen.ts';

// Sends changes to a server, from a process of its own so that it does not slow down the measuring process. It sends each
// of CHANGES TIMES times at once, or repeatedly until it is stopped. Every call has a key of its own. Prints how many
// answers of each status it got. flood.ts PORT (TIMES | without-end) CHANGES

const [port, howOften, text = '[]'] = process.argv.slice(2);
const changes = JSON.parse(text) as readonly Change[];
const statuses: Record<number, number> = {};
const end = new AbortController();
process.once('SIGTERM', () => end.abort());

async function sendOne(change: Change): Promise<void> {
  const { status } = await send(Number(port), { ...change, key: newKey() });
  statuses[status] = (statuses[status] ?? 0) + 1;
}

async function sendAll(change: Change): Promise<void> {
  if (howOften === 'without-end') while (!end.signal.aborted) await sendOne(change);
  else await Promise.all(Array.from({ length: Number(howOften) }, () => sendOne(change)));
}

await Promise.all(changes.map(sendAll));
process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit());
