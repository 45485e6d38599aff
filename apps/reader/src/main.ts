import { createServer } from 'node:http';

import { StartRefusal } from '@refectory/contract/environment';

import { createBridge } from './bridge.ts';
import { createPcscSource, NoBindingError } from './pcsc-source.ts';
import { serveBridge } from './serve-bridge.ts';
import { readConfiguration } from './start-settings.ts';

/** Where the bridge is reached below its port, as on the page's own host. */
const PATH = '/reader';
/** This machine and no other. */
const HOST = 'localhost';
const DEFAULT_FILE = '/etc/refectory/reader.json';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function start(file: string): Promise<() => void> {
  const { port, origins, terminal, reader } = await readConfiguration(file);
  const source = createPcscSource({ readerName: reader, say });
  const bridge = createBridge(source, terminal);
  const server = createServer((_request, answer) => answer.writeHead(404).end());
  const stopServing = serveBridge(server, bridge, {
    path: PATH,
    isAllowed: (origin) => origins.includes(origin),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new StartRefusal(`The port ${port} cannot be used: ${error.message}.`)),
    );
    server.listen(port, HOST, resolve);
  });
  say(`Pages of ${origins.join(', ')} reach the card reader at ws://${HOST}:${port}${PATH}`);
  return () => {
    stopServing();
    server.close();
    bridge.close();
    source.close();
  };
}

try {
  const stop = await start(process.argv[2] ?? DEFAULT_FILE);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stop();
      // The binding has a thread of its own.
      process.exit(0);
    });
} catch (error) {
  if (!(error instanceof StartRefusal || error instanceof NoBindingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  process.exit();
}
