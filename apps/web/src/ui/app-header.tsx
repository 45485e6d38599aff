import { type ReactNode, useEffect, useId, useRef } from 'react';
import { AccountFacts, type AccountFact } from './account-facts.tsx';
import styles from './app-header.module.css';
import { followLink } from './follow-link.ts';
import { Icon } from './icon.tsx';
import { useMedia } from './use-media.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A place the header leads to. */
export type HeaderLink = { label: string; href: string; current: boolean };

/** From this width on the menu lies open in the bar. */
const WIDE = '(min-width: 45em)';
/** From this width on the bar has room for the search beside it. */
const ROOMY = '(min-width: 75em)';

/** The header of every page: who serves, where to go, what is on the account, who is here. */
export function AppHeader({
  logo,
  name,
  homeHref,
  onHome,
  nav,
  onNavigate,
  navLabel,
  menuLabel,
  balance,
  user,
  actions,
  facts,
  search,
}: {
  logo: ReactNode;
  name: string;
  homeHref: string;
  onHome?: (() => void) | undefined;
  nav: readonly HeaderLink[];
  /** An ordinary click on a link of the navigation. */
  onNavigate?: ((href: string) => void) | undefined;
  navLabel: string;
  /** The name of the button that unfolds navigation and actions on the phone. */
  menuLabel: string;
  balance?: { label: string; amount: string } | undefined;
  /** Who is here; without initials, which need a name that is known, with a face of anybody. */
  user?: { name: string; initials?: string | undefined } | undefined;
  actions?: ReactNode;
  /**
   * What else is to be known about the account: in the menu on the phone, elsewhere in a line under the bar, which
   * keeps its place while they are read. Undefined where there are never any.
   */
  facts?: readonly AccountFact[] | undefined;
  /** A SearchBox: in the bar where it has the room, elsewhere in a row below it that scrolls away. */
  search?: ReactNode;
}) {
  const menuId = useId();
  const menu = useRef<HTMLDivElement>(null);
  const isWide = useMedia(WIDE);
  const isRoomy = useMedia(ROOMY);

  useEffect(() => {
    // It must not float as well.
    if (isWide) menu.current?.hidePopover();
  }, [isWide]);

  return (
    <header className={styles.whole}>
      <div className={styles.header}>
        <div className={styles.bar}>
          <a className={styles.brand} href={homeHref} onClick={(event) => followLink(event, onHome)}>
            <span className={styles.logo}>{logo}</span>
            <span className={styles.name}>{name}</span>
          </a>
          {isRoomy && search !== undefined && <div className={styles.search}>{search}</div>}
          {balance !== undefined && (
            <div className={styles.balance}>
              <span className={styles.amount}>{balance.amount}</span>
              <span className={styles.label}>{balance.label}</span>
            </div>
          )}
          <button type="button" className={styles.menuButton} popoverTarget={menuId}>
            <VisuallyHidden>{menuLabel}</VisuallyHidden>
            {user === undefined ? <Icon name="menu" /> : <Face initials={user.initials} />}
          </button>
          {/* One piece for both widths: a popover on the phone, part of the bar elsewhere. */}
          <div ref={menu} id={menuId} className={styles.menu} popover="auto">
            {user !== undefined && (
              <div className={styles.user} title={user.name}>
                <Face initials={user.initials} />
                <span className={styles.userName}>{user.name}</span>
              </div>
            )}
            {!isWide && facts !== undefined && <AccountFacts facts={facts} />}
            {nav.length > 0 && (
              <nav className={styles.nav} aria-label={navLabel}>
                {nav.map((link) => (
                  <a
                    key={link.href}
                    className={styles.link}
                    href={link.href}
                    aria-current={link.current ? 'page' : undefined}
                    onClick={(event) => {
                      menu.current?.hidePopover();
                      followLink(event, onNavigate && (() => onNavigate(link.href)));
                    }}
                  >
                    {link.label}
                  </a>
                ))}
              </nav>
            )}
            {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          </div>
        </div>
      </div>
      <div className={styles.below}>
        {!isRoomy && search !== undefined && <div className={styles.search}>{search}</div>}
        {isWide && facts !== undefined && (
          <div className={styles.facts}>
            <AccountFacts facts={facts} />
          </div>
        )}
      </div>
    </header>
  );
}

function Face({ initials }: { initials: string | undefined }) {
  return (
    <span className={styles.initials} aria-hidden="true">
      {initials ?? <Icon name="user" />}
    </span>
  );
}
