import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AccountFacts, type AccountFact } from './account-facts.tsx';
import styles from './app-header.module.css';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { useDropdown } from './use-dropdown.ts';
import { useFits } from './use-fits.ts';
import { useMedia } from './use-media.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** From this width on the menu lies open in the bar. */
const WIDE = '(width > 45em)';
/** From this width on the search has room before the balances; on less it stands with the actions. */
const ROOMY = '(min-width: 80em)';

/** Pixels of the bar that balances leave to logo and navigation. */
const RESERVED_WIDTH = 385;

/** Who is here and what is on the account. */
export type HeaderAccount = {
  readonly name: string;
  /** Without them, as they need a name that is known, the face of anybody. */
  readonly initials?: string | undefined;
  readonly balances: readonly AccountFact[];
  /** How many balances there may be: their room in the bar is kept, also where none comes, so that nothing moves. */
  readonly mostBalances: number;
  /** What else is to be known, shown on request. */
  readonly facts: readonly AccountFact[];
};

/** A SearchBox in the header. */
export type HeaderSearch = {
  readonly box: ReactNode;
  readonly label: string;
  /** Something is searched for: the box stays in sight. */
  readonly isOn: boolean;
  readonly onEnd: () => void;
};

/** The header of every page: who serves, where to go, what is on the account, who is here. */
export function AppHeader({
  home,
  nav,
  step,
  navLabel,
  menuLabel,
  cart,
  account,
  accountActions,
  actions,
  search,
}: {
  /** A link to the start around a logo and a name. */
  home: ReactNode;
  /** Links, the one of the page on screen with `aria-current`. */
  nav: readonly ReactNode[];
  /** Another one with each step from page to page, and each press on a link: what is unfolded closes. */
  step?: string | undefined;
  navLabel: string;
  /** The name of the button that unfolds navigation and actions on the phone. */
  menuLabel: string;
  /** A link around a CartSummary, whose room is kept until it is there. */
  cart?: ReactNode;
  account?: HeaderAccount | undefined;
  /** What can be done with the account. With it all about the account lies below the name, balances too. */
  accountActions?: ReactNode;
  actions?: ReactNode;
  /** In the bar; on the phone a button of this name unfolds a row for it below the bar. */
  search?: HeaderSearch | undefined;
}) {
  const menuId = useId();
  const isWide = useMedia(WIDE);
  const isRoomy = useMedia(ROOMY);
  const [isSearchUnfolded, setSearchUnfolded] = useState(false);
  const hasRow = !isWide && search !== undefined && (isSearchUnfolded || search.isOn);
  const row = useRef<HTMLDivElement>(null);
  const toggleSearch = () => {
    if (hasRow) search.onEnd();
    flushSync(() => setSearchUnfolded(!hasRow));
    row.current?.querySelector('input')?.focus();
  };
  const menu = useDropdown<HTMLDivElement>(`${step} ${isWide}`);
  const inBar = accountActions === undefined ? account : undefined;
  const balances = inBar?.balances ?? [];
  const hasBalances = balances.length > 0 || (isWide && inBar !== undefined && inBar.mostBalances > 0);
  const { bar, part, fits } = useFits<HTMLDivElement, HTMLDivElement>(
    RESERVED_WIDTH,
    balances.map(({ label, value }) => `${label} ${value}`).join(),
  );
  useLayoutEffect(() => {
    const header = bar.current;
    if (!header) return undefined;
    // What sticks below it: where it has no room it takes more than a row.
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--bar-height', `${header.offsetHeight}px`),
    );
    observer.observe(header);
    return () => observer.disconnect();
  }, [bar]);
  const facts = account && [...(fits && balances.length > 0 ? [] : account.balances), ...account.facts];

  const accountPart = account && facts && (
    <Account {...account} facts={facts} isWide={isWide} step={step} actions={accountActions} />
  );
  const navPart = nav.length > 0 && (
    <nav className={styles.nav} aria-label={navLabel}>
      {nav}
    </nav>
  );
  const actionsPart = actions !== undefined && <div className={styles.actions}>{actions}</div>;
  const searchPart = search !== undefined && <div className={styles.search}>{search.box}</div>;

  // The document has the order of the screen at each width: the keyboard follows the eye.
  return (
    <header className={styles.whole}>
      <div className={styles.header}>
        <div ref={bar} className={styles.bar}>
          <div className={styles.brand}>{home}</div>
          {isWide && navPart}
          {isRoomy && searchPart}
          {!isWide && search !== undefined && (
            <IconButton icon="search" label={search.label} aria-expanded={hasRow} onClick={toggleSearch} />
          )}
          {fits && hasBalances && (
            <div ref={part} className={styles.balances} data-most={inBar?.mostBalances}>
              {balances.map(({ label, value }) => (
                <div key={label} className={styles.balance}>
                  <span className={styles.amount}>{value}</span>
                  <span className={styles.label}>{label}</span>
                </div>
              ))}
            </div>
          )}
          {cart !== undefined && <div className={styles.cart}>{cart}</div>}
          {isWide ? (
            <>
              {accountPart}
              <div className={styles.tools}>
                {!isRoomy && searchPart}
                {actionsPart}
              </div>
            </>
          ) : (
            <div className={styles.unfold} {...menu.around}>
              <button type="button" className={styles.menuButton} aria-controls={menuId} {...menu.button}>
                <VisuallyHidden>{menuLabel}</VisuallyHidden>
                {account === undefined ? <Icon name="menu" /> : <Face initials={account.initials} />}
              </button>
              <div id={menuId} className={styles.menu} data-open={menu.isOpen || undefined} tabIndex={-1}>
                {accountPart}
                {navPart}
                {actionsPart}
              </div>
            </div>
          )}
        </div>
      </div>
      {hasRow && (
        <div ref={row} className={styles.below}>
          {searchPart}
        </div>
      )}
    </header>
  );
}

/** Who is here, with what is known about the account: beside it on the phone, below it on request elsewhere. */
function Account({
  name,
  initials,
  facts,
  actions,
  isWide,
  step,
}: Pick<HeaderAccount, 'name' | 'initials' | 'facts'> & {
  actions: ReactNode;
  isWide: boolean;
  step: string | undefined;
}) {
  const areaId = useId();
  const area = useDropdown<HTMLDivElement>(step);
  const who = (
    <>
      <Face initials={initials} />
      <span className={styles.userName}>{name}</span>
    </>
  );
  const content = (
    <>
      {facts.length > 0 && <AccountFacts facts={facts} />}
      {actions}
    </>
  );
  if (!isWide)
    return (
      <div className={styles.account}>
        <div className={styles.user}>{who}</div>
        {content}
      </div>
    );
  if (facts.length === 0 && actions === undefined)
    return (
      <div className={styles.user} title={name}>
        {who}
        {/* Keeps the room of the arrow: there is one as soon as something is known of the account. */}
        <span className={styles.noArrow}>
          <Icon name="chevron-down" />
        </span>
      </div>
    );
  return (
    <div className={styles.account} {...area.around}>
      <button type="button" className={styles.user} title={name} aria-controls={areaId} {...area.button}>
        {who}
        <Icon name="chevron-down" />
      </button>
      {area.isOpen && (
        <div id={areaId} className={styles.area} tabIndex={-1}>
          {content}
        </div>
      )}
    </div>
  );
}

function Face({ initials }: { initials: string | undefined }) {
  return (
    <span className={styles.initials} aria-hidden="true">
      {initials ?? <Icon name="user" />}
    </span>
  );
}
