import type { MessageKey } from '@refectory/translations/messages';
import { useTranslations } from 'use-intl';

/** What is said: the key of a text of the application, or a text of the server, shown as received. */
export type Message =
  | { readonly messageKey: MessageKey; readonly isFromServer: false }
  | { readonly messageKey: string; readonly isFromServer: true };

/** Gives the words of a message in the language of the page. */
export function useMessageText(): (message: Message) => string {
  const t = useTranslations();
  return ({ messageKey, isFromServer }) => (isFromServer ? messageKey : t(messageKey));
}
