import { PersonalData } from '@refectory/contract/personal-data';
import { useTranslations } from 'use-intl';
import * as z from 'zod/mini';

import { useAction } from '#platform/api/action.ts';
import { saveFile } from '#platform/files/save-file.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { Panel, PanelLinks } from '#ui/panel.tsx';

/** The customer's sessions and data, as far as the server announces what can be done with them. */
export function OwnData() {
  const platform = usePlatform();
  const t = useTranslations('account');
  const { endSessions, export: mayExport } = useSnapshot(({ session }) => session.capabilities) ?? {};
  const download = useAction('exportPersonalData', {
    errorsGoTo: 'toast',
    onSuccess: (data) =>
      saveFile(
        'refectory.json',
        'application/json',
        JSON.stringify(z.encode(PersonalData, data), undefined, 2),
      ),
  });
  if (!endSessions && !mayExport) return null;
  return (
    <Panel title={t('ownData')}>
      <PanelLinks>
        {endSessions && (
          <Button
            tone="quiet"
            onClick={() => void platform.dialogs.open('confirm-logout', { everywhere: true })}
          >
            {t('endSessions')}
          </Button>
        )}
        {mayExport && (
          <Button tone="quiet" busy={download.isPending} onClick={() => void download.run(undefined)}>
            {t('export')}
          </Button>
        )}
      </PanelLinks>
    </Panel>
  );
}
