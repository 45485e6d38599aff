/** Whether a customer's card can be used. */
export const cardStatuses = ['NONE', 'BLOCKED', 'USED'] as const;
export type CardStatus = (typeof cardStatuses)[number];

/** The status of a customer's card, by whether it is blocked: where nothing says so there is none. */
export function cardStatus(isBlocked: boolean | null | undefined): CardStatus {
  if (isBlocked === null || isBlocked === undefined) return 'NONE';
  return isBlocked ? 'BLOCKED' : 'USED';
}

/** The lengths of the article numbers of GS1: EAN-8, UPC-A and EAN-13. */
const CODE_LENGTHS: readonly number[] = [8, 12, 13];

/** The digit that makes a code one of GS1: from the right the digits count 3, 1, 3, 1 and so on. */
export function checkDigit(digits: string): string {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Whether a text is a code of 8, 12 or 13 digits whose check digit is right. */
export function isCardCode(text: string): boolean {
  return (
    /^\d+$/.test(text) && CODE_LENGTHS.includes(text.length) && checkDigit(text.slice(0, -1)) === text.at(-1)
  );
}

/** The digits that an EAN barcode is drawn of; a code of 12 digits gets a leading zero. Nothing for any other text. */
export function eanDigits(code: string): string | undefined {
  if (!isCardCode(code)) return undefined;
  return code.length === 12 ? `0${code}` : code;
}

/** How many codes of virtual cards there are: 11 digits are free. */
export const VIRTUAL_CARD_CODES = 10 ** 11;

/**
 * The code of a virtual card for a number below `VIRTUAL_CARD_CODES`: an EAN-13 that begins with 2, which GS1 leaves to
 * each company's own use, so that no article has it.
 */
export function virtualCardCode(number: number): string {
  const digits = `2${String(number).padStart(11, '0')}`;
  return digits + checkDigit(digits);
}

/** A card number as cards are told apart by: readers and people write the same one with and without separators. */
export function normalCardNumber(typed: string): string {
  return typed.replaceAll(/[\s:-]/g, '').toUpperCase();
}

/** What is wrong with a new card number; its check digit counts where the settings say so. */
export function cardNumberErrors(typed: string, isChecked: boolean): 'cardNumber'[] {
  const number = normalCardNumber(typed);
  return (isChecked ? isCardCode(number) : number !== '') ? [] : ['cardNumber'];
}
