import type { lateAreas, LateArea } from './late-areas.ts';
import type { messages } from './en/messages.ts';

type WithText<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : WithText<T[Key]> };

/** The shape of the English texts that every page needs, which every language has in full. */
export type BaseMessages = WithText<typeof messages>;

/** The shape of the English texts that load with what shows them. */
export type LateMessages = {
  readonly [Area in LateArea]: WithText<Awaited<ReturnType<(typeof lateAreas)[Area]>>>;
};

/** The shape of all English texts, by area. */
export type Messages = BaseMessages & LateMessages;

/** The key of a text: its area, a dot and its name. */
export type MessageKey = {
  [Area in keyof Messages]: `${Area}.${keyof Messages[Area] & string}`;
}[keyof Messages];
