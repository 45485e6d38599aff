import type { ProfilePage } from '@refectory/domain/profile';
import type { ComponentType } from 'react';

import type { LatePart } from './late/late-part.ts';
import type { AppRoute } from './routing/guards.ts';

/** What a feature adds to the application. */
export type Feature = {
  /** Its pages with addresses of their own. */
  readonly routes?: readonly AppRoute[];
  /** Its pages below `/profile`, which the profile frames and guards. */
  readonly profilePages?: Readonly<Partial<Record<ProfilePage, LatePart<ComponentType>>>>;
};
