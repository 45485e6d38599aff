import styles from './card-bar.module.css';
import { CardAtReader } from './card-prompt.tsx';
import { Spinner } from './spinner.tsx';

/** Invites people before a shared screen to hold their card to its reader, at the lower edge of whatever page it shows. */
export function CardBar({ text, isBusy }: { text: string; isBusy: boolean }) {
  return (
    <output className={styles.bar} data-card-bar="">
      <span className={styles.sign}>{isBusy ? <Spinner /> : <CardAtReader />}</span>
      {text}
    </output>
  );
}
