import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { PageName } from '#platform/routing/page-title.tsx';

import { profilePageNames } from './profile-frame.tsx';
import { useProfilePages } from './use-profile-pages.ts';

/** A page of the profile that is not built yet. */
export function ProfilePage({ draw }: { draw: (page: PageName) => ReactNode }) {
  const { page } = useParams({ strict: false });
  const open = useProfilePages().pages.find((allowed) => allowed === page);
  return open && draw(profilePageNames[open]);
}
