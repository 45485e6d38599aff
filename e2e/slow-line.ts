import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a server on which every request arrives later. */
export type SlowLine = { readonly address: string; readonly stop: () => Promise<void> };

/**
 * Opens a port that passes everything on to a server, each request that many milliseconds later. It delays what the
 * browser asks for whatever the browser is told to do: offline, other answers, its cache.
 */
export async function openSlowLine(address: string, latencyMs: number): Promise<SlowLine> {
  const { port, hostname } = new URL(address);
  const open = new Set<Socket>();
  const server = createServer((browser) => {
    const demo = connect(Number(port), hostname);
    for (const socket of [browser, demo]) {
      open.add(socket);
      socket.setNoDelay(true);
      // Either side may leave at any time, and takes the other along.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        browser.destroy();
        demo.destroy();
      });
    }
    // Equal delays keep the order.
    browser.on('data', (bytes) => setTimeout(() => demo.writable && demo.write(bytes), latencyMs));
    demo.pipe(browser);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
