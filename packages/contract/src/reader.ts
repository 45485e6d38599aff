import * as z from 'zod/mini';

import { AnyId, tolerant } from './tolerant.ts';

/** What the card reader says, as our code knows it. */
export type ReaderMessage =
  /** The last command was obeyed. */
  | { readonly type: 'result' }
  | {
      readonly type: 'message';
      /** What the card says; a code that is not empty is a whole card. */
      readonly code: string;
      /** The read command has ended with it. */
      readonly final: boolean;
      /** The terminal's credential, for `customer/cardlogin`. */
      readonly terminal: string | undefined;
    }
  | { readonly type: 'error'; readonly code: string; readonly message: string | undefined };

const parts = {
  code: tolerant(AnyId),
  final: tolerant(z.boolean()),
  message: tolerant(z.string()),
  terminal: tolerant(z.string()),
};

/**
 * A frame of the card reader's WebSocket. `code`, `final` and `message` may stand at the top level
 * or under `data`; frames of any other kind are refused, and ignored by whoever reads them.
 */
export const ReaderFrame = z.codec(
  z.object({
    type: z.enum(['result', 'message', 'error']),
    ...parts,
    data: tolerant(z.object(parts)),
  }),
  z.custom<ReaderMessage>((value) => typeof value === 'object' && value !== null),
  {
    decode: ({ type, data, ...top }): ReaderMessage => {
      if (type === 'result') return { type };
      const code = String(data?.code ?? top.code ?? '');
      if (type === 'error') return { type, code, message: data?.message ?? top.message };
      return {
        type,
        code,
        final: data?.final ?? top.final ?? false,
        terminal: data?.terminal ?? top.terminal,
      };
    },
    encode: (message) => {
      if (message.type !== 'message') return message;
      const { code, final, terminal } = message;
      return { type: 'message' as const, final, data: { code, ...(terminal !== undefined && { terminal }) } };
    },
  },
);

/** A longer frame is no message of a reader, in characters. */
const LONGEST_FRAME = 10_000;

/** What a frame of the socket says; nothing where it is no message, whatever it is. */
export function readReaderFrame(frame: unknown): ReaderMessage | undefined {
  if (typeof frame !== 'string' || frame.length > LONGEST_FRAME) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return undefined; // A malformed message is ignored.
  }
  const read = z.safeDecode(ReaderFrame, value as z.input<typeof ReaderFrame>);
  return read.success ? read.data : undefined;
}

/** What the application says to the reader; each frame can be replaced by the settings. */
export const readerCommands = {
  connect: { type: 'connect' },
  read: { type: 'read' },
  stop: { type: 'stop' },
  ping: { type: 'ping' },
} as const;
