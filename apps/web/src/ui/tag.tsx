import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './tag.module.css';

/** How a tag is meant: plain, good news, bad news, or something that waits for somebody, such as a dish on exchange. */
export type TagTone = 'plain' | 'leaf' | 'paprika' | 'turmeric';

/** A short label on something, e.g. its state. */
export function Tag({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: TagTone | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
}) {
  return (
    <span className={classNames(styles.tag, styles[tone])}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  );
}
