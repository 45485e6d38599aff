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
  /** Links, the one of the page on screen with `aria-current`; their room alone while they are awaited. */
  links: readonly ReactNode[] | undefined;
  /** Where one is: with another, the link that is current comes into view. */
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
