/** Tells whoever runs the application about a mistake in its configuration that the application works without. */
export function warnOperator(message: string): void {
  // oxlint-disable-next-line no-console -- it is of no use to visitors, and whoever configures looks here
  console.warn(message);
}
