/** The version of terms, as a server writes it. */
type Version = string | number | undefined;

/** The terms in force, as far as they decide whether they are shown. */
export type TermsInForce = {
  /** Without it there is nothing to accept: the terms are only shown. */
  readonly termsHash?: string | undefined;
  readonly termsVersion?: Version;
  /** The version the customer accepted last, where the server tells it. */
  readonly acceptedVersion?: Version;
};

/**
 * Whether a customer need not see the terms in force: there are none, or they know this version. What the server says
 * of an acceptance comes before what the device remembers.
 */
export function areTermsKnown(
  { termsHash, termsVersion, acceptedVersion }: TermsInForce,
  rememberedVersion: string | undefined,
): boolean {
  if (termsVersion === undefined) return true;
  const version = String(termsVersion);
  if (acceptedVersion !== undefined && String(acceptedVersion) === version) return true;
  // Terms without a hash are never accepted at the server.
  const isRememberedOne = termsHash === undefined || acceptedVersion === undefined;
  return isRememberedOne && rememberedVersion === version;
}
