import { Navigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { PageName } from '#platform/routing/page-title.tsx';

import { profilePageNames } from './profile-frame.tsx';
import { useProfilePages } from './use-profile-pages.ts';

/** The page of an address in the profile; one that is not switched on, and none, leads to the first that is (OQ-11). */
export function ProfilePage({ draw }: { draw: (page: PageName) => ReactNode }) {
  const { page } = useParams({ strict: false });
  const pages = useProfilePages();
  const open = pages.find((allowed) => allowed === page);
  if (open) return draw(profilePageNames[open]);
  const [first] = pages;
  return first ? <Navigate to="/profile/$page" params={{ page: first }} replace /> : draw('profile');
}
