import { useId, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './report-layout.module.css';

/** The filters of a list, and its tools at the other end; where there is little room all but the first are folded. */
export function FilterRow({
  first,
  children,
  tools,
  foldLabel,
}: {
  /** What is always in sight. */
  first?: ReactNode;
  children: ReactNode;
  tools?: ReactNode;
  /** The name of the button that unfolds the others. */
  foldLabel: string;
}) {
  const foldedId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.room}>
      <div className={styles.row}>
        <div className={styles.first}>
          {first}
          <ListOnly>
            <Button
              tone="quiet"
              aria-expanded={isOpen}
              aria-controls={foldedId}
              onClick={() => setOpen((before) => !before)}
            >
              <Icon name="sliders" />
              {foldLabel}
            </Button>
          </ListOnly>
        </div>
        <div id={foldedId} className={styles.folded} data-open={isOpen || undefined}>
          <div className={styles.filters}>{children}</div>
          {tools && <div className={styles.tools}>{tools}</div>}
        </div>
      </div>
    </div>
  );
}

/** What is needed only where a table is a list and its head is not in sight. */
export function ListOnly({ children }: { children: ReactNode }) {
  return <div className={styles.listOnly}>{children}</div>;
}

/** Whose statement it is, and of when: on paper only. */
export function Statement({ children }: { children: ReactNode }) {
  return <p className={styles.statement}>{children}</p>;
}

/** Pictures beside each other where there is room. */
export function Pictures({ children }: { children: ReactNode }) {
  return <div className={styles.pictures}>{children}</div>;
}
