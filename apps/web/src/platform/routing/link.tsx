import type { ReactNode } from 'react';

import { usePlatform } from '#platform/platform.ts';
import { followLink } from '#ui/follow-link.ts';

import { addressOf, type OpenPath, type ParamsArgument, type PathParams } from './addresses.ts';
import { usePlace } from './place.tsx';

type LinkProps = {
  /** Whether this is where one is, where the address alone does not say so. */
  readonly current?: boolean;
  /** Goes there in place of the ordinary way. */
  readonly onFollow?: ((address: string) => void) | undefined;
  readonly children: ReactNode;
};

/** A link to a path of the application; `aria-current` says when that is the page on screen. */
export function Link<P extends OpenPath>({
  to,
  params,
  ...props
}: LinkProps & { readonly to: P; readonly params?: PathParams<P> }) {
  // Each parameter of an open path may be left out.
  return <AddressLink {...props} address={addressOf(to, ...([params] as ParamsArgument<P>))} />;
}

/** A link to an address of the application. */
export function AddressLink({
  address,
  current,
  onFollow,
  children,
}: LinkProps & { readonly address: string }) {
  const { navigation } = usePlatform();
  const { pathname } = usePlace();
  return (
    <a
      href={navigation.href(address)}
      aria-current={(current ?? address === pathname) ? 'page' : undefined}
      onClick={(event) =>
        followLink(event, () => (onFollow ? onFollow(address) : void navigation.go(address)))
      }
    >
      {children}
    </a>
  );
}
