import { RE2JS, RE2JSSyntaxException } from 're2js';

/** A pattern longer than this is refused: its program would take seconds to make. */
const LONGEST_PATTERN = 1_000;

/** In a longer text no pattern is looked for: the worst of them takes 0.2 s for one of this length. */
const LONGEST_TEXT = 2_000;

type Compiled = { readonly expression: RE2JS } | { readonly whyUnusable: string };

const compiled = new Map<string, Compiled>();

function compile(pattern: string): Compiled {
  if (pattern.length > LONGEST_PATTERN)
    return { whyUnusable: `it is longer than ${LONGEST_PATTERN} characters` };
  try {
    return { expression: RE2JS.compile(RE2JS.translateRegExp(pattern)) };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return { whyUnusable: whyRefused(pattern, error) };
  }
}

/** What the engine says of a pattern, in the words of people who write patterns. */
function whyRefused(pattern: string, { message }: RE2JSSyntaxException): string {
  if (/\(\?<?[=!]/.test(pattern)) return 'it looks ahead or behind, as in (?=…)';
  if (/\\[1-9]/.test(pattern)) return 'it refers to what a group has matched, as in \\1';
  if (message.includes('repeat count')) return 'it repeats something more than 1,000 times';
  const [, what = message] = /^error parsing regexp: (.*)$/.exec(message) ?? [];
  return `it cannot be read: ${what}`;
}

function compiledOnce(pattern: string): Compiled {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = compile(pattern);
  compiled.set(pattern, made);
  return made;
}

/**
 * Whether a pattern is found in a text, as written and without anchors of our own (OQ-63); undefined where it cannot be
 * used. The time grows with the length of the text, whatever the pattern: the engine is RE2 (decision 016).
 */
export function matches(pattern: string, text: string): boolean | undefined {
  const made = compiledOnce(pattern);
  if (!('expression' in made)) return undefined;
  return text.length <= LONGEST_TEXT && made.expression.matcher(text).find();
}

/** Why a pattern cannot be used; undefined where it can. */
export function whyUnusable(pattern: string): string | undefined {
  const made = compiledOnce(pattern);
  return 'whyUnusable' in made ? made.whyUnusable : undefined;
}
