import { idleSeconds, sessionEndsAt, warningSeconds } from '@refectory/domain/session-end';

import type { Platform } from '#platform/platform.ts';
import { logout, logoutHere } from '#platform/session/logout.ts';
import { snapshotKey } from '#platform/storage/snapshot.ts';
import { onVisibility } from '#platform/visibility/use-is-visible.ts';

/** How often the end of the session is checked, in ms. */
const CHECK_MS = 1_000;
/** Activity is written down at the beginning and at the end of windows of this length. */
const WRITE_MS = 10_000;

const ACTIVITIES = [
  'pointerdown',
  'pointermove',
  'keydown',
  'input',
  'touchstart',
  'touchmove',
  'click',
  'wheel',
  'scroll',
];

/**
 * Logs the customer out when the session is over by its time; answers how to stop. `warn` is told how many seconds are left near the end of
 * the idle time, and undefined when that is not near any more. All tabs share the newest activity of any of them.
 */
export function watchIdle(
  platform: Platform,
  warn: (secondsLeft: number | undefined) => void,
  /** Whether an event is in the warning itself: it stays until a press there has ended, and that is activity. */
  isInWarning: (target: EventTarget | null) => boolean,
): () => void {
  const { settings, snapshot, deviceNow, toasts } = platform;
  const session = () => snapshot.getState().session;
  const idle = idleSeconds(settings);
  const endsByItself = session().keepLogged ? settings.permanentLoginDays !== undefined : idle > 0;
  if (!endsByItself) return () => {};

  // Opening the page is an activity.
  let newest = deviceNow();
  let writtenAt = 0;
  let toldAt = 0;
  let writing: ReturnType<typeof setTimeout> | undefined;
  // Storage is written every 10 s at most: other tabs are told of activity sooner.
  const tabs = new BroadcastChannel(`${snapshotKey(settings.applicationMode, platform.basePath)}.activity`);

  const check = () => {
    const known = session();
    if (!known.auth) return;
    const lastActivityTime = Math.max(newest, known.lastActivityTime ?? 0);
    const endsAt = sessionEndsAt({ ...known, lastActivityTime }, settings);
    if (endsAt === undefined) return;
    const left = endsAt - deviceNow();
    if (left <= 0) {
      // What stayed on screen until now was the customer's. The days of a permanent login are over at the server, too.
      if (known.keepLogged) logoutHere(platform);
      else logout(platform);
      // Whoever comes back to their own device reads why; at a kiosk the next person comes.
      toasts.add({
        messageKey: known.keepLogged ? 'session.signedOutAfterDays' : 'session.signedOut',
        stays: !settings.kiosk,
      });
    } else {
      const isNear = !known.keepLogged && left <= warningSeconds(idle) * 1000;
      warn(isNear ? Math.ceil(left / 1000) : undefined);
    }
  };
  const write = () => {
    clearTimeout(writing);
    writing = undefined;
    if (!session().auth || session().lastActivityTime === newest) return;
    writtenAt = deviceNow();
    snapshot.setState(({ session: now }) => ({ session: { ...now, lastActivityTime: newest } }));
  };
  const note = () => {
    // A device that slept wakes up by being touched: the session may be over already.
    check();
    if (!session().auth) return;
    newest = deviceNow();
    if (newest - toldAt >= CHECK_MS) {
      toldAt = newest;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is heard on this origin alone
      tabs.postMessage(newest);
    }
    const wait = writtenAt + WRITE_MS - newest;
    if (wait <= 0) write();
    else writing ??= setTimeout(write, wait);
    check();
  };
  const noteEvent = ({ type, target }: Event) => {
    if (type === 'click' || !isInWarning(target)) note();
  };

  tabs.addEventListener('message', ({ data }: MessageEvent<number>) => {
    newest = Math.max(newest, data);
    check();
  });
  for (const name of ACTIVITIES) document.addEventListener(name, noteEvent, { capture: true, passive: true });
  globalThis.addEventListener('pagehide', write);
  const timer = setInterval(check, CHECK_MS);
  const stopLooking = onVisibility(check);
  note();
  return () => {
    tabs.close();
    for (const name of ACTIVITIES) document.removeEventListener(name, noteEvent, { capture: true });
    globalThis.removeEventListener('pagehide', write);
    clearInterval(timer);
    stopLooking();
    write();
  };
}
