import type { MessageKey } from '@refectory/translations/messages';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Message } from '#platform/i18n/message.ts';

/** A notification. */
export type Toast = Message & {
  readonly id: number;
  /** An address in the application to go to on a click. */
  readonly link: string | undefined;
  /** How often the same was said in a row. */
  readonly count: number;
  /** Only reads have said it so far, which nobody pressed for: they are not counted. */
  readonly isOfRead: boolean;
  readonly tone: ToastTone;
  /** What can be done about it; done, the toast is gone. */
  readonly action: ToastAction | undefined;
  /** It stays until it is dismissed or somebody signs in: it says what happened while nobody looked. */
  readonly stays: boolean;
};

/** What can be done about a notification, by a button in it. */
export type ToastAction = { readonly label: MessageKey; readonly run: () => void };

/** Whether a notification tells of something, of a success, or of an error. */
export type ToastTone = 'info' | 'success' | 'error';

/** What is said, in words of the application unless they are the server's. */
type NewToast = (Message | Omit<Extract<Message, { isFromServer: false }>, 'isFromServer'>) &
  Partial<Pick<Toast, 'link' | 'tone' | 'stays' | 'action' | 'isOfRead'>>;

/** The notifications on screen. */
export type ToastStore = StoreApi<readonly Toast[]> & {
  /** Says it; answers the id of its toast. */
  readonly add: (toast: NewToast) => number;
  /** Says that notifications are on screen from now on: their code may come after the first of them. */
  readonly begin: () => void;
  readonly dismiss: (id: number) => void;
  /** Takes away those that stay. */
  readonly dismissStaying: () => void;
  /** Takes away those that something can be done about: it is for whoever is signed in. */
  readonly dismissActions: () => void;
  /** Keeps a toast while it is pointed at or focused. */
  readonly pin: (id: number) => void;
  readonly unpin: (id: number) => void;
};

/** How long a toast stays. */
export const TOAST_MS = 2500;

/** More than five at a time cannot be read; the oldest goes first. */
const MOST_TOASTS = 5;

/** The notifications on screen, each with its own time to go. */
export function createToastStore(): ToastStore {
  const store = createStore<readonly Toast[]>(() => []);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let lastId = 0;
  let isOnScreen = false;

  const pin = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const dismiss = (id: number) => {
    pin(id);
    store.setState((toasts) => toasts.filter((toast) => toast.id !== id), true);
  };
  const unpin = (id: number) => {
    pin(id);
    const toast = store.getState().find((one) => one.id === id);
    // Its time begins when it can be seen, and one that is gone already needs none.
    if (!isOnScreen || !toast || toast.stays) return;
    timers.set(
      id,
      setTimeout(() => dismiss(id), TOAST_MS),
    );
  };

  return {
    ...store,
    begin: () => {
      isOnScreen = true;
      for (const { id } of store.getState()) unpin(id);
    },
    dismiss,
    dismissStaying: () => {
      for (const { id, stays } of store.getState()) if (stays) dismiss(id);
    },
    dismissActions: () => {
      for (const { id, action } of store.getState()) if (action) dismiss(id);
    },
    pin,
    unpin,
    add: ({ link, tone = 'info', stays = false, action, isOfRead = false, ...said }) => {
      const message: Message = 'isFromServer' in said ? said : { ...said, isFromServer: false };
      const older = store.getState().find(
        (toast) =>
          // Each action is about one thing of its own.
          !action &&
          !toast.action &&
          toast.messageKey === message.messageKey &&
          toast.isFromServer === message.isFromServer &&
          toast.reason?.messageKey === message.reason?.messageKey &&
          toast.link === link,
      );
      // What a press has just said, the reads that follow it do not count; it is on screen for as long as ever.
      if (older && isOfRead) {
        if (timers.has(older.id)) unpin(older.id);
        return older.id;
      }
      if (older) {
        // In the older one's place and under its id, so that what is pointed at or focused stays so.
        const count = older.isOfRead ? 1 : older.count + 1;
        const again = { ...older, tone, stays, isOfRead, count };
        store.setState((toasts) => toasts.map((toast) => (toast === older ? again : toast)), true);
        if (timers.has(older.id)) unpin(older.id);
        return older.id;
      }
      lastId += 1;
      const toast: Toast = { ...message, id: lastId, link, tone, stays, action, isOfRead, count: 1 };
      const others = store.getState();
      for (const dropped of others.slice(0, Math.max(0, others.length - MOST_TOASTS + 1))) pin(dropped.id);
      store.setState([...others.slice(-(MOST_TOASTS - 1)), toast], true);
      unpin(toast.id);
      return toast.id;
    },
  };
}
