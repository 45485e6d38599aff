import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** What is loading: lines of text, a heading, dishes, or rows of a list. */
export type SkeletonShape = 'text' | 'title' | 'dish' | 'row';

/** Reserves the final size of what is loading; a screen reader hears `label`. */
export function Skeleton({
  shape,
  count = 1,
  label,
}: {
  shape: SkeletonShape;
  count?: number | undefined;
  label?: string | undefined;
}) {
  return (
    <div
      className={classNames(styles.group, styles[shape])}
      role={label === undefined ? undefined : 'status'}
      data-loading
    >
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.item} aria-hidden="true">
          {(shape === 'dish' || shape === 'row') && (
            <>
              {shape === 'dish' && <div className={styles.picture} />}
              <div className={styles.lines}>
                <div className={styles.line} />
                <div className={styles.line} />
                <div className={styles.line} />
              </div>
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** A text that is not known yet, drawn as a bar of about its length; a screen reader hears `label` instead. */
export function Pending({ label, children }: { label: string; children: string }) {
  return (
    <>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span className={styles.pending} aria-hidden="true">
        {children}
      </span>
    </>
  );
}
