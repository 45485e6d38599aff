import { ownPath } from '@refectory/domain/own-path';

import type { Platform } from '#platform/platform.ts';

import { homepageOf } from './open-profile-pages.ts';

/** Leads from the login to the page that was wanted before it, else to the customer's homepage. */
export function goOnAfterLogin(platform: Platform): Promise<void> {
  const { snapshot, navigation } = platform;
  const wanted = ownPath(snapshot.getState().wantedPath);
  snapshot.setState({ wantedPath: undefined });
  return navigation.go(wanted ?? homepageOf(platform), { replace: true });
}
