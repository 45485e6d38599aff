import type { Instant } from './day.ts';

/** What the connection to the card reader is doing. */
export const readerPhases = [
  'disconnected',
  'connected',
  'idle',
  'awaiting-read',
  'reading',
  'awaiting-stop',
] as const;
export type ReaderPhase = (typeof readerPhases)[number];

/** What is sent to the reader. */
export type ReaderCommand = 'connect' | 'read' | 'stop' | 'ping';

/** The connection to the card reader. */
export type ReaderState = {
  readonly phase: ReaderPhase;
  /** Nobody wants cards until the next read is asked for. */
  readonly isStopped: boolean;
  /** A card is being signed in with; cards that are read meanwhile are ignored. */
  readonly isSigningIn: boolean;
  /** The cards that were used lately, and when each was read. */
  readonly used: readonly { readonly code: string; readonly at: Instant }[];
};

/** What happens to the connection. */
export type ReaderEvent =
  /** The socket is open: the reader is asked to connect. */
  | { readonly type: 'connect-request' }
  /** The reader has obeyed the last command. */
  | { readonly type: 'success' }
  | { readonly type: 'error'; readonly code: string }
  | { readonly type: 'read-start' }
  | { readonly type: 'stop' }
  | {
      readonly type: 'message';
      readonly code: string;
      readonly final: boolean;
      readonly terminal?: string | undefined;
      readonly at: Instant;
    }
  | { readonly type: 'disconnect' }
  | { readonly type: 'login-failed' };

/** What is to be done. There is one timer for reads: a later `read-after` takes the place of the one before. */
export type ReaderEffect =
  | { readonly type: 'send'; readonly command: ReaderCommand }
  | { readonly type: 'read-after'; readonly ms: number }
  | { readonly type: 'cancel-read' }
  | { readonly type: 'reconnect-after'; readonly ms: number }
  | { readonly type: 'start-ping'; readonly everyMs: number }
  | { readonly type: 'stop-ping' }
  | { readonly type: 'sign-in'; readonly cardId: string; readonly terminal: string | undefined }
  /** An error by its code alone: the words of a reader may name a card. */
  | { readonly type: 'log'; readonly code: string };

/** How often the reader is told that somebody is there. */
const PING_MS = 30_000;
/** The wait after a lost connection, and after the errors of `TRANSPORT_ERRORS`. */
const RETRY_MS = 10_000;
/** The wait after any other error, so that a reader that keeps failing is not flooded. */
const REARM_MS = 1_000;
/** A card that is read again within this time was held to the reader only once. */
const SAME_CARD_MS = 2_000;
/** The errors of a reader that cannot be reached itself. */
export const TRANSPORT_ERRORS: ReadonlySet<string> = new Set([
  'CRTRANSPORTREADERROR',
  'CRTRANSPORTOPENERROR',
]);

/** The connection before it is made. */
export const readerAtRest: ReaderState = {
  phase: 'disconnected',
  isStopped: false,
  isSigningIn: false,
  used: [],
};

type Step = readonly [ReaderState, readonly ReaderEffect[]];

/**
 * What an event makes of the connection, and what is to be done. `unsent` are the commands that the settings leave out:
 * what cannot be asked for counts as obeyed. What does not fit the phase changes nothing.
 */
export function readerStep(
  state: ReaderState,
  event: ReaderEvent,
  unsent: ReadonlySet<ReaderCommand> = new Set(),
): Step {
  switch (event.type) {
    case 'connect-request':
      return connect(state, unsent);
    case 'success':
      return obey(state);
    case 'read-start':
      if (state.phase !== 'idle') return [state, []];
      return command({ ...state, isStopped: false, phase: 'awaiting-read' }, 'read', unsent);
    case 'stop':
      return stop(state, unsent);
    case 'message':
      return state.phase === 'reading' ? readCard(state, event) : [state, []];
    case 'error':
      return fail(state, event);
    case 'disconnect':
      // A connection that could not be made is tried again too.
      if (state.phase === 'disconnected') return [state, [{ type: 'reconnect-after', ms: RETRY_MS }]];
      return [
        { ...state, phase: 'disconnected' },
        [{ type: 'stop-ping' }, { type: 'cancel-read' }, { type: 'reconnect-after', ms: RETRY_MS }],
      ];
    case 'login-failed':
      return [{ ...state, isSigningIn: false }, []];
  }
}

/** Sends a command, or goes on as if it had been obeyed. */
function command(state: ReaderState, sent: ReaderCommand, unsent: ReadonlySet<ReaderCommand>): Step {
  return unsent.has(sent) ? obey(state) : [state, [{ type: 'send', command: sent }]];
}

function connect(state: ReaderState, unsent: ReadonlySet<ReaderCommand>): Step {
  if (state.phase !== 'disconnected') return [state, []];
  const [next, effects] = command({ ...state, phase: 'connected' }, 'connect', unsent);
  return [next, unsent.has('ping') ? effects : [...effects, { type: 'start-ping', everyMs: PING_MS }]];
}

function obey(state: ReaderState): Step {
  switch (state.phase) {
    case 'connected':
      return becomeIdle(state);
    case 'awaiting-read':
      return [{ ...state, phase: 'reading' }, []];
    case 'awaiting-stop':
      return [{ ...state, phase: 'idle' }, []];
    default:
      return [state, []];
  }
}

/** An idle reader reads again by itself, unless it was stopped. */
function becomeIdle(state: ReaderState, ms = 0): Step {
  return [{ ...state, phase: 'idle' }, state.isStopped ? [] : [{ type: 'read-after', ms }]];
}

function stop(state: ReaderState, unsent: ReadonlySet<ReaderCommand>): Step {
  const stopped = { ...state, isStopped: true };
  if (state.phase !== 'reading' && state.phase !== 'awaiting-read')
    return [stopped, [{ type: 'cancel-read' }]];
  return command({ ...stopped, phase: 'awaiting-stop' }, 'stop', unsent);
}

function readCard(
  state: ReaderState,
  { code, final, terminal, at }: ReaderEvent & { type: 'message' },
): Step {
  // None that was read later than now, as where the clock was set back.
  const recent = state.used.filter((card) => at >= card.at && at - card.at < SAME_CARD_MS);
  const isUsed = code !== '' && !state.isSigningIn && !recent.some((card) => card.code === code);
  const after: ReaderState = isUsed
    ? { ...state, isSigningIn: true, used: [...recent, { code, at }] }
    : state;
  const [next, effects] = final ? becomeIdle(after) : ([after, []] as const);
  return [next, isUsed ? [{ type: 'sign-in', cardId: code, terminal }, ...effects] : effects];
}

function fail(state: ReaderState, { code }: ReaderEvent & { type: 'error' }): Step {
  const log = { type: 'log', code } as const;
  if (state.phase === 'disconnected') return [state, [log]];
  const [next, effects] = becomeIdle(state, TRANSPORT_ERRORS.has(code) ? RETRY_MS : REARM_MS);
  return [next, [log, ...effects]];
}
