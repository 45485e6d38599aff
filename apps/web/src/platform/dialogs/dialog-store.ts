import type { ForceAnswer } from '@refectory/contract/errors';
import type { Terms } from '@refectory/contract/terms';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The properties each type of dialog needs, and the answer it gives; undefined is a closed dialog. */
export type DialogTypes = {
  /** Asks whether to log out, and does; left by its own buttons only. // spec §4, modals */
  'confirm-logout': {
    readonly props: {
      /** On every device, not only on this one. */
      readonly everywhere?: boolean;
    };
    readonly answer: boolean;
  };
  /** Asks whether to leave values that were not sent. */
  'confirm-leave': { readonly props: Readonly<Record<string, never>>; readonly answer: true };
  /** A question of the server (449). // spec §8 */
  force: {
    readonly props: { readonly message: string | undefined; readonly answers: readonly ForceAnswer[] };
    readonly answer: string;
  };
  /** Logs somebody in without leaving the page. // spec §2, modals */
  login: {
    readonly props: {
      /** The dish that the guest is about to order, by its name and price. */
      readonly toOrder?: { readonly dish: string; readonly price: string };
    };
    readonly answer: true;
  };
  /** The terms in force; left by its own buttons only. // spec §4, terms */
  terms: {
    readonly props: { readonly terms: Terms };
    /** Agreed to, or seen where there is nothing to agree to; or other terms came into force meanwhile. */
    readonly answer: 'agreed' | 'declined' | 'changed';
  };
  /** Longer information. */
  info: { readonly props: { readonly title: string; readonly text: string }; readonly answer: true };
};

export type DialogType = keyof DialogTypes;

/** A dialog on the stack; the last one is on top. */
export type OpenDialog = {
  [Type in DialogType]: {
    readonly id: number;
    readonly type: Type;
    readonly props: DialogTypes[Type]['props'];
    readonly close: (answer: DialogTypes[Type]['answer'] | undefined) => void;
  };
}[DialogType];

export type DialogStore = StoreApi<readonly OpenDialog[]> & {
  /** Opens a dialog over all others and waits for its answer; undefined when it was closed without one. */
  readonly open: <Type extends DialogType>(
    type: Type,
    props: DialogTypes[Type]['props'],
  ) => Promise<DialogTypes[Type]['answer'] | undefined>;
  /** Closes every dialog without an answer. */
  readonly closeAll: () => void;
};

/** The stack of open dialogs. */
export function createDialogStore(): DialogStore {
  const store = createStore<readonly OpenDialog[]>(() => []);
  let lastId = 0;
  return {
    ...store,
    closeAll: () => {
      for (const { close } of store.getState()) close(undefined);
    },
    open: (type, props) =>
      new Promise((resolve) => {
        lastId += 1;
        const id = lastId;
        const dialog = {
          id,
          type,
          props,
          close: (answer: DialogTypes[typeof type]['answer'] | undefined) => {
            store.setState((stack) => stack.filter((other) => other.id !== id), true);
            resolve(answer);
          },
        };
        // The type and its props were checked together by this function's signature.
        store.setState((stack) => [...stack, dialog as unknown as OpenDialog], true);
      }),
  };
}
