import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './text-button.module.css';

/** An action inside a line of text that looks like a link and is a button, e.g. "change" after the canteen. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classNames(styles.link, className)} />;
}
