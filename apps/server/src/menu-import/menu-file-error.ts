/** Why a menu file or a mapping is refused: a code for the words and what the words name. */
export type MenuFileReason =
  | { readonly code: 'unknown-format'; readonly found: string }
  | { readonly code: 'too-large'; readonly limitBytes: number }
  | { readonly code: 'too-many-days' | 'too-many-dishes'; readonly limit: number }
  | { readonly code: 'not-well-formed'; readonly format: 'XML' | 'JSON' | 'CSV'; readonly detail: string }
  | { readonly code: 'not-utf-8'; readonly encoding?: string }
  | { readonly code: 'doctype' }
  | { readonly code: 'not-openmensa-2'; readonly found: string }
  | { readonly code: 'unexpected-element'; readonly element: string; readonly parent: string }
  | { readonly code: 'unexpected-text'; readonly element: string }
  | { readonly code: 'bad-date'; readonly found: string }
  | { readonly code: 'duplicate-day'; readonly date: string }
  | { readonly code: 'duplicate-id'; readonly id: string; readonly date: string }
  | { readonly code: 'duplicate-modifier-group' | 'duplicate-modifier'; readonly id: string }
  | {
      readonly code: 'modifier-limits';
      readonly id: string;
      readonly min: number;
      readonly max: number;
      readonly options: number;
    }
  | { readonly code: 'too-many-modifiers'; readonly limit: number }
  | { readonly code: 'closed-with-dishes'; readonly date: string }
  | { readonly code: 'no-name'; readonly element: 'category' | 'meal' }
  | { readonly code: 'duplicate-name' }
  | { readonly code: 'bad-price'; readonly found: string }
  | { readonly code: 'bad-role'; readonly found: string }
  | { readonly code: 'duplicate-price'; readonly role: string }
  | { readonly code: 'missing-field'; readonly field: string }
  | { readonly code: 'unknown-field'; readonly field: string }
  | { readonly code: 'unknown-column'; readonly column: string; readonly known: readonly string[] }
  | { readonly code: 'no-column'; readonly found: string }
  | { readonly code: 'cell-count'; readonly found: number; readonly expected: number }
  | { readonly code: 'duplicate-field'; readonly field: string }
  | { readonly code: 'bad-field'; readonly field: string; readonly expected: string; readonly found: string }
  | { readonly code: 'too-long'; readonly field: string; readonly limit: number }
  | { readonly code: 'unreadable-sign'; readonly field: string }
  | { readonly code: 'cut-off-price'; readonly found: string; readonly decimals: number }
  | { readonly code: 'no-days' }
  | { readonly code: 'all-past'; readonly last: string }
  | { readonly code: 'no-open-weekday' };

/** A file that is refused as a whole, with the line that is to blame. */
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
