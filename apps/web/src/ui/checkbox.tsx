import type { ComponentProps } from 'react';

import styles from './checkbox.module.css';

/** A choice of yes or no. The whole line can be pressed. */
export function Checkbox({ label, ...input }: { label: string } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={styles.line}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  );
}
