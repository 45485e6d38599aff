import type { ReactNode } from 'react';

import styles from './card-prompt.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** Whether a card is awaited, being used, or of no use for now. */
type CardMood = 'ready' | 'busy' | 'quiet';

/** Invites people to hold their card to the reader, or says why not. Its height is the same in all of its states. */
export function CardPrompt({
  mood,
  text,
  hint,
  children,
}: {
  mood: CardMood;
  text: string;
  hint?: string | undefined;
  /** What went wrong with the card before. */
  children?: ReactNode;
}) {
  return (
    <div className={classNames(styles.prompt, styles[mood])}>
      <div className={styles.sign}>{mood === 'busy' ? <Spinner /> : <CardAtReader />}</div>
      <div className={styles.texts}>
        <output className={styles.said}>
          <span className={styles.text}>{text}</span>
          {hint !== undefined && <span className={styles.hint}>{hint}</span>}
        </output>
        {children}
      </div>
    </div>
  );
}

/** A card before the waves of a reader. */
export function CardAtReader() {
  return (
    <svg className={styles.drawing} viewBox="0 0 48 48" aria-hidden="true">
      <rect className={styles.card} x="4" y="16" width="27" height="18" rx="3" />
      <path className={styles.stripe} d="M4 22h27" />
      <path className={styles.waves} d="M35 19a9 9 0 0 1 0 12M39.5 15a15 15 0 0 1 0 20" />
    </svg>
  );
}
