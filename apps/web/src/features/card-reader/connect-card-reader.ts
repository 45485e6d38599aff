import { readerCommands, readReaderFrame } from '@refectory/contract/reader';
import type { Settings } from '@refectory/contract/settings';
import {
  readerAtRest,
  type readerStep,
  type ReaderCommand,
  type ReaderEffect,
  type ReaderEvent,
  type ReaderState,
} from '@refectory/domain/card-reader';
import type { Instant } from '@refectory/domain/day';

/** What the connection to a card reader needs of its surroundings. */
export type ReaderSurroundings = {
  /** The address of the reader's WebSocket. */
  readonly address: string;
  readonly commands: Settings['cardReaderCommands'];
  readonly now: () => Instant;
  /** Decides what an event makes of the connection. */
  readonly step: typeof readerStep;
  /** Signs in with a card that was read; answers whether somebody is in. */
  readonly signIn: (cardId: string, terminal: string | undefined) => Promise<boolean>;
  /** Tells of every change, and of a connection that cannot be made. */
  readonly tell: (phase: ReaderState['phase']) => void;
  readonly tellNoConnection: (error: unknown) => void;
  /** Writes the code of an error down; it says nothing of a card. */
  readonly log: (code: string) => void;
};

/** The commands of the reader in the frames of the settings. */
const framesOf = (commands: Settings['cardReaderCommands'] = {}) =>
  ({ ...readerCommands, ...definedOf(commands) }) satisfies Record<ReaderCommand, unknown>;

const definedOf = (commands: NonNullable<Settings['cardReaderCommands']>) =>
  Object.fromEntries(Object.entries(commands).filter(([, frame]) => frame !== undefined));

/** Five digits anywhere, or nothing but eight or more hexadecimal ones, as a card has them. */
const LIKE_A_CARD = /(?:\d\D*){5}|^[\dA-F_-]{8,}$/i;

/**
 * A code of an error as it may be written down: a short word, such as `E42`. Whatever else a reader says may be the
 * number of a card, which no log may have: so a code begins with a letter, has four digits at most, and is not one
 * hexadecimal number.
 */
const codeToLog = (code: string) =>
  /^[A-Z][\w-]{0,39}$/i.test(code) && !LIKE_A_CARD.test(code) ? code : 'unknown';

/**
 * Keeps a connection to the card reader, has it read cards, and signs in with them, until the answer is called. `step`
 * decides everything; here its effects meet the socket and the timers.
 */
export function connectCardReader(around: ReaderSurroundings): () => void {
  const frames = framesOf(around.commands);
  const unsent = new Set(
    (Object.keys(frames) as ReaderCommand[]).filter((command) => frames[command] === null),
  );
  let state = readerAtRest;
  let socket: WebSocket | undefined;
  let isOver = false;
  let reading: ReturnType<typeof setTimeout> | undefined;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  let pinging: ReturnType<typeof setInterval> | undefined;

  function happen(event: ReaderEvent): void {
    const [next, effects] = around.step(state, event, unsent);
    const isNews = next.phase !== state.phase;
    state = next;
    if (isNews) around.tell(state.phase);
    for (const effect of effects) carryOut(effect);
  }

  function send(command: ReaderCommand): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frames[command]));
  }

  function carryOut(effect: ReaderEffect): void {
    switch (effect.type) {
      case 'send':
        return send(effect.command);
      case 'cancel-read':
        return clearTimeout(reading);
      case 'read-after':
        clearTimeout(reading);
        reading = setTimeout(() => happen({ type: 'read-start' }), effect.ms);
        return undefined;
      case 'reconnect-after':
        clearTimeout(reconnecting);
        if (!isOver) reconnecting = setTimeout(open, effect.ms);
        return undefined;
      case 'start-ping':
        clearInterval(pinging);
        pinging = setInterval(() => send('ping'), effect.everyMs);
        return undefined;
      case 'stop-ping':
        return clearInterval(pinging);
      case 'sign-in':
        void signIn(effect.cardId, effect.terminal);
        return undefined;
      case 'log':
        return around.log(codeToLog(effect.code));
    }
  }

  /** The next card does not wait, however a sign-in ends. */
  async function signIn(cardId: string, terminal: string | undefined): Promise<void> {
    let isIn = false;
    try {
      isIn = await around.signIn(cardId, terminal);
    } finally {
      if (!isIn) happen({ type: 'login-failed' });
    }
  }

  function hear({ data }: MessageEvent<unknown>): void {
    const message = readReaderFrame(data);
    if (message === undefined) return;
    if (message.type === 'result') happen({ type: 'success' });
    else if (message.type === 'error') happen({ type: 'error', code: message.code });
    else happen({ ...message, at: around.now() });
  }

  function open(): void {
    let opened: WebSocket;
    try {
      opened = new WebSocket(around.address);
    } catch (error) {
      // A secure page may not open an insecure connection, whatever the reader does.
      around.tellNoConnection(error);
      happen({ type: 'disconnect' });
      return;
    }
    socket = opened;
    let wasOpen = false;
    opened.addEventListener('open', () => {
      wasOpen = true;
      happen({ type: 'connect-request' });
    });
    opened.addEventListener('message', hear);
    opened.addEventListener('close', () => {
      if (isOver) return;
      socket = undefined;
      around.tellNoConnection(wasOpen ? 'lost' : 'refused');
      happen({ type: 'disconnect' });
    });
  }

  open();
  return () => {
    happen({ type: 'stop' });
    isOver = true;
    clearTimeout(reading);
    clearTimeout(reconnecting);
    clearInterval(pinging);
    socket?.removeEventListener('message', hear);
    socket?.close();
    socket = undefined;
  };
}
