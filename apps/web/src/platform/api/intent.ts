/** The same intent has the same key until it has a definite answer. */
export function intentOf(name: string, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`;
}
