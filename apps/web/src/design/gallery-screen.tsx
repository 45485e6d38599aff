import type { ReactNode } from 'react';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { PageShell, Stack } from '#ui/page-shell.tsx';
import { galleryParts } from './gallery-parts.tsx';
import styles from './gallery-screen.module.css';

/** The tokens and every component in its states, in both themes beside each other. */
export function GalleryScreen({ screens }: { screens: ReactNode }) {
  return (
    <PageShell
      title="The parts"
      lead="every token and every component, light and dark"
      width="wide"
      tools={screens}
    >
      <Stack gap="large">
        {galleryParts.map(({ title, Part }) => (
          <section key={title}>
            <MenuHeading of="day" level={2}>
              {title}
            </MenuHeading>
            <div className={styles.themes}>
              <div className={styles.light}>
                <Part />
              </div>
              <div className={styles.dark}>
                <Part />
              </div>
            </div>
          </section>
        ))}
      </Stack>
    </PageShell>
  );
}
