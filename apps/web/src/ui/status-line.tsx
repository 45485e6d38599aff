import styles from './status-line.module.css';

/** A quiet line over the lower edge of the page, while there is something to say. It moves nothing. */
export function StatusLine({ text }: { text: string | undefined }) {
  return (
    <output className={styles.place}>
      {text !== undefined && <span className={styles.line}>{text}</span>}
    </output>
  );
}
