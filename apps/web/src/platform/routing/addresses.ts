import { inject, type RouteParams } from 'regexparam';

/** Every address of the application. */
export const paths = [
  '/',
  // The file in which the server sends the application: the start by another name.
  '/index.html',
  '/offer/:period?',
  '/cart',
  '/thank-you',
  '/orders',
  '/login',
  '/registration',
  '/registration/:token',
  '/forgotten-password',
  '/password-reset/:token',
  '/pages/:pathname',
  '/profile/:page?',
  '/pairing/:token',
  '/pairingconfirm/:param',
  '/pairingreject/:param',
  '/card-change/:tokenValue',
  '/card-revoke/:tokenValue',
  '/email-change/:tokenValue',
  '/topup-successful',
  '/topup-failure',
  '/payment-failure',
] as const;
export type Path = (typeof paths)[number];

/** Paths whose address is a secret of whoever was sent it: it is not written down. */
const secretPaths: readonly Path[] = [
  '/registration/:token',
  '/password-reset/:token',
  '/pairingconfirm/:param',
  '/pairingreject/:param',
  '/card-change/:tokenValue',
  '/card-revoke/:tokenValue',
  '/email-change/:tokenValue',
];

/** Whether the addresses of a path may be kept on the device. */
export function mayBeKept(path: Path): boolean {
  return !secretPaths.includes(path);
}

/** What a path leaves open; nothing for one that is fixed. */
export type PathParams<P extends Path> = Readonly<RouteParams<P>>;

/** The parameters of a path as the last argument, which may be left out where each of them may. */
export type ParamsArgument<P extends Path> =
  Partial<PathParams<P>> extends PathParams<P> ? [params?: PathParams<P>] : [params: PathParams<P>];

/** A path that is an address by itself. */
export type OpenPath = {
  [P in Path]: Partial<PathParams<P>> extends PathParams<P> ? P : never;
}[Path];

/** An address of the application: `addressOf('/profile/:page?', { page: 'bills' })` is `/profile/bills`. */
export function addressOf<P extends Path>(path: P, ...[params]: ParamsArgument<P>): string {
  const encoded = Object.entries((params ?? {}) as Readonly<Record<string, string | undefined>>).map(
    ([name, value]) => [name, value === undefined ? undefined : encodeURIComponent(value)] as const,
  );
  // The values are those of the path, encoded.
  const address = inject(path, Object.fromEntries(encoded) as RouteParams<P>);
  return address === '' ? '/' : address;
}
