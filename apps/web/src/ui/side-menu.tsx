import { useEffect, useRef, type ReactNode } from 'react';
import styles from './side-menu.module.css';

/** A page beside a menu of its neighbours: on wide screens at its side, on the phone in a row above it. */
export function SideMenu({
  label,
  links,
  address,
  children,
}: {
  /** The name of the menu. */
  label: string;
  /** Links; that of the page on screen has `aria-current`. Undefined while they are awaited: then their room stays empty. */
  links: readonly ReactNode[] | undefined;
  /** The address on screen: when it changes, the current link is scrolled into view. */
  address: string;
  /** The page. */
  children: ReactNode;
}) {
  const menu = useRef<HTMLElement>(null);
  const shownFor = useRef<string>(undefined);
  useEffect(() => {
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]');
    // Once for each page: the row is not taken away from under a finger.
    if (!menu.current || !current || shownFor.current === address) return;
    shownFor.current = address;
    menu.current.scrollLeft = current.offsetLeft + (current.offsetWidth - menu.current.clientWidth) / 2;
  });
  return (
    <div className={styles.frame}>
      {links === undefined && <div className={styles.menu} />}
      {links !== undefined && links.length > 0 && (
        <nav ref={menu} aria-label={label} className={styles.menu}>
          {links}
        </nav>
      )}
      {children}
    </div>
  );
}
