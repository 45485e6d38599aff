import { useEffect, useRef, useState } from 'react';
import styles from './group-tabs.module.css';

/** A part of the page that a tab leads to. */
export type GroupTab = { readonly name: string; /** Of its element. */ readonly id: string };

/** The groups of a day in one row that stays in sight: each leads to its dishes, and the one on screen is marked. */
export function GroupTabs({ label, groups }: { label: string; groups: readonly GroupTab[] }) {
  const row = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState<string>();
  const ids = groups.map(({ id }) => id).join(' ');
  useEffect(() => {
    const follow = () => {
      const below = (row.current?.getBoundingClientRect().bottom ?? 0) + 24;
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const begun = ids
        .split(' ')
        .filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= below);
      setCurrent(isAtEnd && window.scrollY > 0 ? ids.split(' ').at(-1) : (begun.at(-1) ?? ids.split(' ')[0]));
    };
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [ids]);
  useEffect(() => {
    if (current === undefined) return;
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab && row.current)
      row.current.scrollTo({ left: tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2 });
  }, [current]);
  return (
    <nav ref={row} className={styles.tabs} aria-label={label}>
      {groups.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={styles.tab}
          aria-current={id === current ? 'location' : undefined}
          onClick={() => document.getElementById(id)?.scrollIntoView()}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}
