import type { ReactNode } from 'react';

/** Words between the fields of a form, with a link where they have one: there is nothing to fill in. */
export function InfoField({ text, link }: { text: string; link?: ReactNode }) {
  return (
    <div>
      {text !== '' && <p>{text}</p>}
      {link}
    </div>
  );
}
