import { secondsToNextComment } from '@refectory/domain/comment';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import { Form } from '#platform/forms/form.tsx';
import { usePlatform } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { FormSections } from '#ui/form-sections.tsx';
import { PageShell } from '#ui/page-shell.tsx';

/** `/profile/comment`: a comment to the manager of the canteen. */
export default function CommentPage() {
  const platform = usePlatform();
  const { settings, snapshot, clock, toasts } = platform;
  const { commentMaxLength: maxLength, commentDelayTime } = settings;
  const t = useTranslations('account');
  const tToasts = useTranslations('Toasts');
  const tPages = useTranslations('pages');
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
    <PageShell title={tPages('comment')} lead={t('commentLead')} width="narrow">
      <PageTitle page="comment" />
      <FormSections>
        <Form
          label={tPages('comment')}
          groups={[{ fields: [comment] }]}
          obstacleOf={() => {
            const { lastCommentTimestamp } = snapshot.getState().session;
            const seconds = secondsToNextComment(lastCommentTimestamp, commentDelayTime, clock.now());
            return seconds > 0
              ? { note: tToasts('messageTimeNotPass', { seconds }), stops: 'press' }
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
