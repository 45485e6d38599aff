import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** What a button does to the reader: the main step, a quiet one, an exchange, a loss, or nothing any more. */
export type ButtonTone = 'primary' | 'quiet' | 'exchange' | 'danger' | 'gone';

export type ButtonProps = ComponentProps<'button'> & {
  tone?: ButtonTone | undefined;
  /** In flight: keeps its size and its focus and cannot be pressed. */
  busy?: boolean | undefined;
  wide?: boolean | undefined;
  size?: 'normal' | 'small' | undefined;
};

/** A button. While busy it stays focusable, so that the reader is not thrown back to the page's beginning. */
export function Button({
  tone = 'primary',
  busy = false,
  wide = false,
  size = 'normal',
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={classNames(
        styles.button,
        styles[tone],
        wide && styles.wide,
        size === 'small' && styles.small,
        className,
      )}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span className={styles.label}>{children}</span>
      {busy && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  );
}
