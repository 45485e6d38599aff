import type { ReactNode } from 'react';
import styles from './app-footer.module.css';
import { followLink } from './follow-link.ts';

/** The foot of every page: further pages, and what the canteen says about itself. */
export function AppFooter({
  links = [],
  linksLabel,
  onNavigate,
  children,
}: {
  links?: readonly { label: string; href: string }[] | undefined;
  linksLabel: string;
  onNavigate?: ((href: string) => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        {links.length > 0 && (
          <nav aria-label={linksLabel}>
            <ul className={styles.links} data-layout={links.length > 3 ? 'many' : 'few'}>
              {links.map((link) => (
                <li key={link.href}>
                  <a
                    className={styles.link}
                    href={link.href}
                    onClick={(event) => followLink(event, onNavigate && (() => onNavigate(link.href)))}
                  >
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {children !== undefined && <div className={styles.about}>{children}</div>}
      </div>
    </footer>
  );
}
