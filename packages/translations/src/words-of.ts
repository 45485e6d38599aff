/** The words of a file. English gives their type; `npm run translations` holds the other languages to it. */
export async function wordsOf<Words>(file: Promise<{ readonly default: Words }>): Promise<Words> {
  return (await file).default;
}
