import type { ReactNode } from 'react';
import styles from './footer-parts.module.css';

/** More pages than these stand in columns. */
const FEW = 3;

/** The further pages of the canteen. */
export function FooterPages({ label, links }: { label: string; links: readonly ReactNode[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.links} data-layout={links.length > FEW ? 'many' : 'few'}>
        {links.map((link, index) => (
          // The list is the configuration's and never changes its order: the index is a safe key.
          <li key={index}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}

/** Where a canteen is and how it is reached. */
export type OutletDetails = {
  readonly name: string;
  readonly url?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly address?: string | undefined;
  /** Its lines. */
  readonly openingHours?: readonly string[] | undefined;
};

/** The places of the canteen. */
export function FooterOutlets({ label, outlets }: { label: string; outlets: readonly OutletDetails[] }) {
  return (
    <ul className={styles.outlets} aria-label={label}>
      {outlets.map((outlet, index) => (
        <li key={index}>
          <Outlet {...outlet} />
        </li>
      ))}
    </ul>
  );
}

function Outlet({ name, url, phone, email, address, openingHours = [] }: OutletDetails) {
  return (
    <>
      <p className={styles.name}>{name}</p>
      {address !== undefined && <p>{address}</p>}
      {openingHours.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {phone !== undefined && (
        <p>
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
        </p>
      )}
      {email !== undefined && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      {url !== undefined && (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url.replace(/^https?:\/\/|\/$/gi, '')}
          </a>
        </p>
      )}
    </>
  );
}

/** Where else the canteen can be followed. */
export function FooterSocial({
  label,
  links,
}: {
  label: string;
  links: readonly { readonly url: string; readonly text: string }[];
}) {
  return (
    <ul className={styles.links} aria-label={label}>
      {links.map(({ url, text }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A choice at the foot of the page, whose text stands below the others. */
export function FooterChoice({ children }: { children: ReactNode }) {
  return <div className={styles.choice}>{children}</div>;
}
