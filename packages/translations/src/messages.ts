import type { messages } from './en/messages.ts';

/** The shape of the English texts, which every language has to have in full. */
export type Messages = WithText<typeof messages>;

type WithText<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : WithText<T[Key]> };
