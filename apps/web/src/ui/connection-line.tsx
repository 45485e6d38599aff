import styles from './connection-line.module.css';
import { useOnline } from './use-online.ts';

/** A quiet line over the lower edge of the page while the browser has no network. It moves nothing. */
export function ConnectionLine({ text }: { text: string }) {
  const isOnline = useOnline();
  return <output className={styles.place}>{!isOnline && <span className={styles.line}>{text}</span>}</output>;
}
