import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { AccountFacts, type AccountFact } from './account-facts.tsx';
import styles from './app-header.module.css';
import { Icon } from './icon.tsx';
import { useMedia } from './use-media.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** From this width on the menu lies open in the bar. */
const WIDE = '(min-width: 45em)';
/** From this width on the bar has room for the search beside it. */
const ROOMY = '(min-width: 75em)';

/** The header of every page: who serves, where to go, what is on the account, who is here. */
export function AppHeader({
  home,
  nav,
  step,
  navLabel,
  menuLabel,
  balance,
  user,
  actions,
  facts,
  search,
}: {
  /** A link to the start around a `HeaderBrand`. */
  home: ReactNode;
  /** Links, the one of the page on screen with `aria-current`. */
  nav: readonly ReactNode[];
  /** Another one with each step from page to page, and each press on a link: the menu closes. */
  step?: string | undefined;
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

  // It closes on each step to a page, and where it lies open in the bar it must not float as well. // spec §4
  const close = useEffectEvent(() => menu.current?.hidePopover());
  useEffect(() => {
    if (isWide || step !== undefined) close();
  }, [isWide, step]);

  return (
    <header className={styles.whole}>
      <div className={styles.header}>
        <div className={styles.bar}>
          <div className={styles.brand}>{home}</div>
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
                {nav}
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

/** Who serves: the logo and the name of the application. */
export function HeaderBrand({ logo, name }: { logo: ReactNode; name: string }) {
  return (
    <>
      <span className={styles.logo}>{logo}</span>
      <span className={styles.name}>{name}</span>
    </>
  );
}

function Face({ initials }: { initials: string | undefined }) {
  return (
    <span className={styles.initials} aria-hidden="true">
      {initials ?? <Icon name="user" />}
    </span>
  );
}
