import { secondsToNextComment } from '@refectory/domain/comment';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';

import { useAction } from '#platform/api/action.ts';
import { describeFailure } from '#platform/api/describe-error.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/field-frame.tsx';
import { FormSections } from '#ui/form-sections.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import { TextArea } from '#ui/text-area.tsx';

/** Why a comment is not sent, before the server is asked. */
type Obstacle =
  | { readonly kind: 'missing' | 'too-long' }
  | { readonly kind: 'too-early'; readonly seconds: number };

/** `/profile/comment`: a comment to the manager of the canteen. // spec §2 */
export default function CommentPage() {
  const { settings, snapshot, clock, toasts } = usePlatform();
  const { commentMaxLength: limit } = settings;
  const t = useTranslations('account');
  const tProfile = useTranslations('Profile');
  const tToasts = useTranslations('Toasts');
  const tPages = useTranslations('pages');
  const textOf = useMessageText();
  const area = useRef<HTMLTextAreaElement>(null);
  const [comment, setComment] = useState('');
  const [obstacle, setObstacle] = useState<Obstacle>();
  const send = useAction('sendComment', {
    errorsGoTo: 'form',
    onSuccess: () => {
      setComment('');
      toasts.add({ messageKey: 'account.commentSent', tone: 'success' });
      snapshot.setState(({ session }) => ({ session: { ...session, lastCommentTimestamp: clock.now() } }));
    },
  });

  const obstacleOf = (): Obstacle | undefined => {
    if (comment.trim() === '') return { kind: 'missing' };
    if (limit !== undefined && Array.from(comment).length > limit) return { kind: 'too-long' };
    const { lastCommentTimestamp } = snapshot.getState().session;
    const seconds = secondsToNextComment(lastCommentTimestamp, settings.commentDelayTime, clock.now());
    return seconds > 0 ? { kind: 'too-early', seconds } : undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const found = obstacleOf();
    setObstacle(found);
    if (found && found.kind !== 'too-early') area.current?.focus();
    if (!found) void send.run({ body: { comment } });
  };

  const fieldTexts = { missing: t('commentMissing'), 'too-long': t('commentTooLong', { limit: limit ?? 0 }) };
  const failure = obstacle ? undefined : send.failure;
  const reason = failure && describeFailure(failure);
  return (
    <PageShell title={tPages('comment')} lead={t('commentLead')} width="narrow">
      <PageTitle page="comment" />
      <FormSections>
        <form onSubmit={submit} noValidate>
          <TextArea
            ref={area}
            label={t('comment')}
            name="comment"
            rows={8}
            error={obstacle && obstacle.kind !== 'too-early' ? fieldTexts[obstacle.kind] : undefined}
            value={comment}
            onChange={(event) => {
              setComment(event.target.value);
              setObstacle(undefined);
            }}
          />
          {obstacle?.kind === 'too-early' && (
            <ErrorText role="alert">{tToasts('messageTimeNotPass', { seconds: obstacle.seconds })}</ErrorText>
          )}
          {failure && (
            <ErrorText role="alert">
              {tProfile('messageSendCommentFail')} {reason && textOf(reason)}
            </ErrorText>
          )}
          <div>
            <Button type="submit" busy={send.isPending}>
              {t('commentSend')}
            </Button>
          </div>
        </form>
      </FormSections>
    </PageShell>
  );
}
