import { ApiError, failureOf } from '@refectory/contract/errors';

import { act } from '#platform/api/action.ts';
import { describeCardFailure } from '#platform/api/describe-login-failure.ts';
import type { Platform } from '#platform/platform.ts';
import { goOnAfterLogin } from '#platform/session/go-on-after-login.ts';
import { loginByToken } from '#platform/session/login.ts';

/** A card that was held to a reader, and the terminal whose reader it was. */
export type ReadCard = { readonly cardId: string; readonly terminal: string | undefined };

/**
 * Signs in with a card, and goes on as after any login: from the login page to where the customer wanted to go, from the
 * login dialog to what waits for it. On any other page the customer stays there. Answers whether somebody is in.
 */
export async function signInByCard(
  platform: Platform,
  { cardId, terminal }: ReadCard,
  signal: AbortSignal,
): Promise<boolean> {
  const { cardReader, dialogs, navigation, snapshot, toasts } = platform;
  cardReader.setState({ signIn: 'loading', failure: undefined });
  try {
    const { token } = await act(platform, 'loginByCard', {
      body: { cardId, ...(terminal !== undefined && { terminal }) },
    });
    // Somebody may have signed in by password meanwhile.
    if (signal.aborted || snapshot.getState().session.auth) throw new ApiError({ kind: 'session-ended' });
    await loginByToken(platform, token);
  } catch (error) {
    if (signal.aborted) {
      cardReader.setState({ signIn: 'not-loaded' });
      return false;
    }
    // An error that is no answer of the server, such as an aborted read, must not keep the next card waiting.
    const failure = failureOf(error) ?? { kind: 'malformed' as const };
    cardReader.setState({ signIn: 'failed', failure });
    const words = describeCardFailure(failure);
    if (words && cardReader.getState().places === 0) toasts.add({ ...words, tone: 'error' });
    return false;
  }
  const dialog = dialogs.getState().find((open) => open.type === 'login');
  if (dialog?.type === 'login') dialog.close(true);
  else if (navigation.wanted()?.path === '/login') await goOnAfterLogin(platform);
  cardReader.setState({ signIn: 'loaded' });
  return true;
}
