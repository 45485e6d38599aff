import { profilePages, type ProfilePage } from '@refectory/domain/profile';
import { Navigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { usePlatform } from '#platform/platform.ts';
import type { PageName } from '#platform/routing/page-title.tsx';

import { profilePageNames } from './profile-frame.tsx';

/** The page of an address in the profile; one that is not switched on, and none, leads to the first that is (OQ-11). */
export function ProfilePage({ draw }: { draw: (page: PageName) => ReactNode }) {
  const { settings } = usePlatform();
  const { page } = useParams({ strict: false });
  const pages = profilePages(settings);
  const open = pages.find((allowed): allowed is ProfilePage => allowed === page);
  if (open) return draw(profilePageNames[open]);
  const [first] = pages;
  return first ? <Navigate to="/profile/$page" params={{ page: first }} replace /> : draw('profile');
}
