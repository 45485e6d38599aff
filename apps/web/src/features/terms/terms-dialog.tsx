import type { Terms } from '@refectory/contract/terms';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';

import { useAction } from '#platform/api/action.ts';
import { describeFailure, tellFailure } from '#platform/api/describe-error.ts';
import type { DialogTypes } from '#platform/dialogs/dialog-store.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorText } from '#ui/field-frame.tsx';
import { HtmlText } from '#ui/html-text.tsx';

type Answer = DialogTypes['terms']['answer'];

/** The terms in force. It is left by its own buttons only. */
export function TermsDialog({
  terms: { content, termsHash, termsVersion = '' },
  onAnswer,
}: {
  readonly terms: Terms;
  readonly onAnswer: (answer: Answer) => void;
}) {
  const { snapshot, toasts } = usePlatform();
  const t = useTranslations('terms');
  const textOf = useMessageText();
  const version = String(termsVersion);
  const agree = () => {
    snapshot.setState(({ session }) => ({ session: { ...session, terms: { hash: termsHash, version } } }));
    onAnswer('agreed');
  };
  const accept = useAction('acceptTerms', {
    errorsGoTo: 'form',
    onSuccess: agree,
    onFailure: (failure) => {
      if ('code' in failure && failure.code === 'termsChanged') onAnswer('changed');
      else tellFailure(toasts, failure);
    },
  });
  // They may be agreed to in another tab.
  const answerAgreed = useEffectEvent(() => onAnswer('agreed'));
  useEffect(
    () =>
      snapshot.onOtherTab(({ session }, before) => {
        if (session.terms?.version === version && before.session.terms?.version !== version) answerAgreed();
      }),
    [snapshot, version],
  );

  const failed = accept.failure && describeFailure(accept.failure);
  return (
    <Dialog
      open
      closable={false}
      title={t('title')}
      footer={
        termsHash === undefined ? (
          <Button onClick={agree}>{t('close')}</Button>
        ) : (
          <>
            <Button tone="quiet" disabled={accept.isPending} onClick={() => onAnswer('declined')}>
              {t('decline')}
            </Button>
            <Button
              busy={accept.isPending}
              onClick={() => void accept.run({ body: { termsHash, versions: [termsVersion], termsVersion } })}
            >
              {t('accept')}
            </Button>
          </>
        )
      }
    >
      <HtmlText html={content} />
      {failed && <ErrorText role="alert">{textOf(failed)}</ErrorText>}
    </Dialog>
  );
}
