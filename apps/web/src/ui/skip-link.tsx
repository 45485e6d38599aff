import styles from './skip-link.module.css';

/** The first stop of the keyboard: jumps over the header to the page's content. */
export function SkipLink({ children, targetId = 'content' }: { children: string; targetId?: string }) {
  return (
    <a
      className={styles.link}
      href={`#${targetId}`}
      onClick={(event) => {
        // The address does not change, so that the jump adds no entry to the history.
        const target = document.getElementById(targetId);
        if (target === null) return;
        event.preventDefault();
        target.focus();
        target.scrollIntoView();
      }}
    >
      {children}
    </a>
  );
}
