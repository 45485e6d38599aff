import type { MessageKey } from '@refectory/translations/messages';
import { useTranslations } from 'use-intl';

/** What is said: the key of a text of the application, or a text of the server, shown as received. */
export type Message = (
  | { readonly messageKey: MessageKey; readonly isFromServer: false }
  | { readonly messageKey: string; readonly isFromServer: true }
) & {
  /** Why, which is said after it. */
  readonly reason?: Message | undefined;
};

/** Gives the words of a message in the language of the page. */
export function useMessageText(): (message: Message) => string {
  const t = useTranslations();
  const textOf = ({ messageKey, isFromServer, reason }: Message): string => {
    const text = isFromServer ? messageKey : t(messageKey);
    const why = reason ? textOf(reason) : text;
    if (why === text) return text;
    return `${text}${/[.!?]$/.test(text) ? '' : ':'} ${why}`;
  };
  return textOf;
}
