import { renderApp, type RenderedApp } from './render-app.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Has a server say that links are of use which it never sent, such as those of a test. */
export async function acceptLinks(server: TestServer): Promise<void> {
  await server.fault(/(register|password\/reset)\/state$/, {
    answer: { status: 200, body: { success: true, isFinished: false } },
  });
}

/** Opens an address before a server that takes every link for one that is of use. */
export async function openLink(
  path: string,
  options: Parameters<typeof renderApp>[1] = {},
): Promise<RenderedApp> {
  const { now, seed, settings, ...page } = options;
  const server = await startTestServer({
    ...(now !== undefined && { now }),
    ...(seed && { seed }),
    ...(settings && { settings }),
  });
  await acceptLinks(server);
  return renderApp(path, { ...page, server });
}
