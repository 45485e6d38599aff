/** Why a menu file is refused: a code for the words and what the words name. */
export type MenuFileReason =
  | { readonly code: 'too-large'; readonly limitBytes: number }
  | { readonly code: 'not-well-formed'; readonly detail: string }
  | { readonly code: 'not-utf-8'; readonly encoding: string }
  | { readonly code: 'doctype' }
  | { readonly code: 'not-openmensa-2'; readonly found: string }
  | { readonly code: 'unexpected-element'; readonly element: string; readonly parent: string }
  | { readonly code: 'unexpected-text'; readonly element: string }
  | { readonly code: 'bad-date'; readonly found: string }
  | { readonly code: 'duplicate-day'; readonly date: string }
  | { readonly code: 'closed-with-dishes'; readonly date: string }
  | { readonly code: 'no-name'; readonly element: 'category' | 'meal' }
  | { readonly code: 'duplicate-name' }
  | { readonly code: 'bad-price'; readonly found: string }
  | { readonly code: 'bad-role'; readonly found: string }
  | { readonly code: 'duplicate-price'; readonly role: string }
  | { readonly code: 'no-open-weekday' };

/** A menu file that is refused as a whole, with the line that is to blame. */
export class MenuFileError extends Error {
  override readonly name = 'MenuFileError';
  /** Counted from 1. */
  readonly line: number;
  readonly reason: MenuFileReason;

  constructor(line: number, reason: MenuFileReason) {
    super(`line ${line}: ${reason.code}`);
    this.line = line;
    this.reason = reason;
  }
}
