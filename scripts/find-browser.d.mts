/** How to launch a browser to test with. */
export type FoundBrowser = {
  readonly executablePath: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
};

/** `CHROMIUM_PATH` first, then the system's, Playwright's own, and the packaged one; undefined where there is none. */
export function findBrowser(): Promise<FoundBrowser | undefined>;
