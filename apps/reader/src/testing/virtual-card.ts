import { connect, type Socket } from 'node:net';

/** The port on which the virtual reader of vsmartcard waits for its card. */
const VPCD_PORT = 0x8c7b;
/** Answer to reset of a contactless card of the MIFARE family, as PC/SC part 3 makes it. */
const ATR = Buffer.from('3b8f8001804f0ca000000306030001000000006a', 'hex');

/** What the virtual reader asks its card for by one byte. */
const CONTROL = { off: 0, on: 1, reset: 2, atr: 4 } as const;

/** A card in the virtual reader. */
export type VirtualCard = { readonly remove: () => Promise<void> };

/** Puts a card into the virtual reader; it answers every command with these bytes, or not at all without them. */
export async function insertVirtualCard(answer: Buffer | undefined): Promise<VirtualCard> {
  const socket = connect(VPCD_PORT, '127.0.0.1');
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  // The reader may be unplugged before the card is taken out.
  socket.on('error', () => undefined);
  let buffered = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= 2 && buffered.length >= 2 + buffered.readUInt16BE()) {
      const length = buffered.readUInt16BE();
      const command = buffered.subarray(2, 2 + length);
      buffered = buffered.subarray(2 + length);
      if (length !== 1) {
        if (answer) send(socket, answer);
      } else if (command[0] === CONTROL.atr) send(socket, ATR);
    }
  });
  return {
    remove: () =>
      new Promise((resolve) => {
        if (socket.closed) return resolve();
        socket.once('close', () => resolve());
        return socket.destroy();
      }),
  };
}

function send(socket: Socket, bytes: Buffer): void {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  socket.write(Buffer.concat([length, bytes]));
}
