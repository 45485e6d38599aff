import { secondsToNextComment } from '@refectory/domain/comment';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import { Form } from '#platform/forms/form.tsx';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { FormSections } from '#ui/form-sections.tsx';
import { PageShell } from '#ui/page-shell.tsx';

/** How often a wait is counted, in ms. */
const COUNT_MS = 1000;

function everySecond(tell: () => void): () => void {
  const timer = setInterval(tell, COUNT_MS);
  return () => clearInterval(timer);
}

/** `/profile/comment`: a comment to the manager of the canteen. */
export default function CommentPage() {
  const platform = usePlatform();
  const { settings, snapshot, clock, toasts } = platform;
  const { commentMaxLength: maxLength, commentDelayTime } = settings;
  const t = useTranslations('account');
  const tToasts = useTranslations('Toasts');
  const tPages = useTranslations('pages');
  const lastCommentAt = useSnapshot(({ session }) => session.lastCommentTimestamp);
  const seconds = useSyncExternalStore(everySecond, () =>
    secondsToNextComment(lastCommentAt, commentDelayTime, clock.now()),
  );
  const comment = {
    id: 'comment',
    type: 'textarea',
    label: t('comment'),
    hint: maxLength === undefined ? undefined : t('commentLimit', { limit: maxLength }),
    required: true,
    maxLength,
    rows: 8,
  };
  return (
    <PageShell title={tPages('comment')} lead={t('commentLead')}>
      <PageTitle page="comment" />
      <FormSections>
        <Form
          label={tPages('comment')}
          groups={[{ fields: [comment] }]}
          obstacleOf={() => {
            // At the press, which may come long after the page was drawn.
            const left = Math.min(
              seconds,
              secondsToNextComment(lastCommentAt, commentDelayTime, clock.now()),
            );
            return left > 0
              ? { note: tToasts('messageTimeNotPass', { seconds: left }), isCounting: true, stops: 'press' }
              : undefined;
          }}
          clearsAfter
          isGuarded
          keptAs="comment"
          failedText="Profile.messageSendCommentFail"
          submitLabel={t('commentSend')}
          send={(values) => act(platform, 'sendComment', { body: { comment: String(values['comment']) } })}
          onSent={() => {
            toasts.add({ messageKey: 'account.commentSent', tone: 'success' });
            snapshot.setState(({ session }) => ({
              session: { ...session, lastCommentTimestamp: clock.now() },
            }));
          }}
        />
      </FormSections>
    </PageShell>
  );
}
