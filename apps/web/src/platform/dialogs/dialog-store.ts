import type { ForceAnswer } from '@refectory/contract/errors';
import type { Terms } from '@refectory/contract/terms';
import type { Moment } from '@refectory/domain/day';
import type { Modifier, ModifierGroup, ModifierId } from '@refectory/domain/modifiers';
import type { UnitPrice } from '@refectory/domain/money';
import type { PairingAction } from '@refectory/domain/pairing';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The dish that a guest is about to order, or to take from the exchange. */
export type ToOrder = {
  readonly action: 'order' | 'exchange';
  readonly dish: string;
  readonly day: string;
  readonly price: string;
};

/** The properties each type of dialog needs, and the answer it gives; undefined is a closed dialog. */
export type DialogTypes = {
  /** Asks whether to log out, and does; left by its own buttons only. */
  'confirm-logout': {
    readonly props: {
      /** On every device, not only on this one. */
      readonly everywhere?: boolean;
    };
    readonly answer: boolean;
  };
  /** Asks whether to leave values that were not sent. */
  'confirm-leave': { readonly props: Readonly<Record<string, never>>; readonly answer: true };
  /** Asks before something is done that cannot be taken back; `act` names what is done. */
  confirm: {
    readonly props: { readonly title: string; readonly text: string; readonly act: string };
    readonly answer: true;
  };
  /** Asks before portions are taken that somebody else offers. */
  'take-portions': {
    readonly props: {
      readonly dish: string;
      readonly day: string;
      /** Portions. */
      readonly quantity: number;
      /** The price of a portion without what was chosen with it. */
      readonly price: UnitPrice;
      /** What was chosen with the portions that are offered, at least one choice. */
      readonly choices: readonly (readonly Modifier[])[];
      /** Until when it can be cancelled afterwards; absent where nobody says so. */
      readonly cancelUntil?: Moment | undefined;
    };
    /** The choice that is taken. */
    readonly answer: readonly Modifier[];
  };
  /** A question of the server (449). */
  force: {
    readonly props: { readonly message: string | undefined; readonly answers: readonly ForceAnswer[] };
    readonly answer: string;
  };
  /** Logs somebody in without leaving the page. */
  login: {
    readonly props: {
      readonly toOrder?: ToOrder;
      /** The customer signed in by card and has to enter the password, for which a card is not enough. */
      readonly isPasswordAsked?: boolean;
    };
    readonly answer: true;
  };
  /** The terms in force; left by its own buttons only. */
  terms: {
    readonly props: { readonly terms: Terms };
    /** Agreed to, or seen where there is nothing to agree to; or other terms came into force meanwhile. */
    readonly answer: 'agreed' | 'declined' | 'changed';
  };
  /** What is chosen with a dish. */
  modifiers: {
    readonly props: {
      readonly dish: string;
      readonly day: string;
      /** The price of a portion without any of it. */
      readonly price: UnitPrice;
      readonly quantity: number;
      readonly groups: readonly ModifierGroup[];
      readonly chosen: readonly ModifierId[];
      /** What follows: the dish is ordered, put into the cart, or changed there. */
      readonly step: 'order' | 'add' | 'change';
    };
    readonly answer: readonly Modifier[];
  };
  /** Asks before something is done with a pairing. */
  pairing: {
    readonly props: {
      readonly action: PairingAction;
      readonly loyaltySystem: string | undefined;
      /** What the customer is called there. */
      readonly externalSystemCustomerName: string | undefined;
    };
    readonly answer: true;
  };
  /** Longer information. */
  info: { readonly props: { readonly title: string; readonly text: string }; readonly answer: true };
};

/** The name of a kind of dialog. */
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

/** The dialogs that are open, the last one on top. */
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
