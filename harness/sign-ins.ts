import { Agent, request } from 'node:http';

// Signs in many people at once, each from a network of their own, from a process of its own so that it does not slow
// down the measuring process. Prints how many answers of each status it got. sign-ins.ts PORT PASSWORD USER-NAMES

const [port, password, names = '[]'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

type Answered = { readonly status: number; readonly body: string };

function post(path: string, headers: Readonly<Record<string, string>>): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const call = request(
      { agent, host: '127.0.0.1', port, path: `/api${path}`, method: 'POST', headers },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    call.on('error', reject);
    call.end();
  });
}

const { sessionToken } = JSON.parse((await post('/authenticate', {})).body) as { sessionToken: string };
const statuses: Record<number, number> = {};
await Promise.all(
  (JSON.parse(names) as readonly string[]).map(async (name, person) => {
    const { status } = await post('/customer/login', {
      'x-asw-token': sessionToken,
      'x-forwarded-for': `10.0.${person >> 8}.${person & 255}`,
      authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }),
);
process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit());
