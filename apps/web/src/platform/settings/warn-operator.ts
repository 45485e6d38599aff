/** Tells whoever runs the application what is wrong with its configuration and can be done without. */
export function warnOperator(message: string): void {
  // oxlint-disable-next-line no-console -- visitors have nothing of it, and whoever configures looks here
  console.warn(message);
}
