import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { UnpluggedPlate } from '#ui/illustrations/unplugged-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageShell, Stack } from '#ui/page-shell.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Tag } from '#ui/tag.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { type ToastItem, ToastView } from '#ui/toast-view.tsx';
import styles from './gallery-screen.module.css';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <MenuHeading of="group" level={2}>
        {title}
      </MenuHeading>
      {children}
    </section>
  );
}

const toastSamples: readonly ToastItem[] = [
  { id: '1', text: 'Objednáno: svíčková na smetaně', tone: 'success', count: 1, href: '#orders' },
  { id: '2', text: 'Jídelníček se změnil', tone: 'info', count: 2 },
  { id: '3', text: 'Objednávku se nepodařilo odeslat. Zkontrolujte připojení.', tone: 'error', count: 3 },
];

/** The small parts in all their states. */
export function GalleryScreen() {
  const [dialog, setDialog] = useState<'closable' | 'firm'>();
  const [toasts, setToasts] = useState<readonly ToastItem[]>([]);
  const [period, setPeriod] = useState('a');
  const [chip, setChip] = useState(true);
  const close = () => setDialog(undefined);
  return (
    <PageShell title="The parts" lead="every one in every state">
      <Stack gap="large">
        <Part title="Buttons">
          <div className={styles.row}>
            <Button>Objednat</Button>
            <Button tone="quiet">Zrušit</Button>
            <Button tone="exchange">Vyměnit</Button>
            <Button tone="danger">Odhlásit</Button>
            <Button tone="gone" disabled>
              Vyprodáno
            </Button>
            <Button disabled>Nelze</Button>
          </div>
          <div className={styles.row}>
            <Button busy>Objednat</Button>
            <Button tone="quiet" busy>
              Zrušit
            </Button>
            <Button tone="exchange" busy>
              Vyměnit
            </Button>
            <Button tone="danger" busy>
              Odhlásit
            </Button>
            <Button size="small">Malé</Button>
            <Button tone="quiet" size="small">
              Malé
            </Button>
            <IconButton label="Zavřít" icon="x" />
            <Spinner />
            <TextButton>změnit</TextButton>
          </div>
        </Part>
        <Part title="Choices and marks">
          <SegmentedControl
            label="Radio"
            value={period}
            onChange={setPeriod}
            options={[
              { value: 'a', label: 'Den' },
              { value: 'b', label: 'Týden' },
              { value: 'c', label: 'Vlastní' },
            ]}
          />
          <div className={styles.row}>
            <Chip pressed={chip} onToggle={setChip}>
              Vegetariánské
            </Chip>
            <Chip pressed={!chip} onToggle={(on) => setChip(!on)}>
              Bez lepku
            </Chip>
            <Tag>Zavřeno</Tag>
            <Tag tone="leaf" icon="check">
              Objednáno
            </Tag>
            <Tag tone="paprika">Vyprodáno</Tag>
            <Tag tone="turmeric">K výměně</Tag>
          </div>
          <div className={styles.row}>
            {(
              [
                'check',
                'x',
                'clock',
                'globe',
                'log-out',
                'log-in',
                'user',
                'alert',
                'leaf',
                'refresh',
              ] as const
            ).map((name) => (
              <Icon key={name} name={name} />
            ))}
            {(
              [
                'utensils',
                'calendar',
                'menu',
                'eye',
                'eye-off',
                'info',
                'flame',
                'exchange',
                'map-pin',
              ] as const
            ).map((name) => (
              <Icon key={name} name={name} />
            ))}
            {(['minus', 'plus', 'wallet', 'ticket', 'search', 'equal', 'chevron-down'] as const).map(
              (name) => (
                <Icon key={name} name={name} />
              ),
            )}
          </div>
        </Part>
        <Part title="Fields">
          <div className={styles.grid}>
            <Field label="Jméno" hint="Jak vám máme říkat" defaultValue="Jana" />
            <Field label="E-mail" error="Toto není e-mailová adresa" defaultValue="jana@" />
            <PasswordField
              label="Heslo"
              showLabel="Zobrazit heslo"
              hideLabel="Skrýt heslo"
              defaultValue="tajne"
            />
            <Select
              label="Jídelna"
              options={[
                { value: 'main', label: 'Hlavní jídelna' },
                { value: 'garden', label: 'Zahrada' },
              ]}
            />
            <Field label="Zamčené" disabled defaultValue="nelze měnit" />
          </div>
        </Part>
        <Part title="Dialogs and messages">
          <div className={styles.row}>
            <Button tone="quiet" onClick={() => setDialog('closable')}>
              Dialog
            </Button>
            <Button tone="quiet" onClick={() => setDialog('firm')}>
              Dialog bez křížku
            </Button>
            <Button tone="quiet" onClick={() => setToasts(toastSamples)}>
              Oznámení
            </Button>
          </div>
          <Dialog
            open={dialog === 'closable'}
            closable
            title="Cena se mezitím změnila"
            closeLabel="Zavřít"
            onClose={close}
            footer={
              <>
                <Button tone="quiet" onClick={close}>
                  Ponechat
                </Button>
                <Button onClick={close}>Objednat za 129,00 Kč</Button>
              </>
            }
          >
            <p>Svíčková na smetaně teď stojí 129,00 Kč místo 124,00 Kč. Chcete ji objednat za novou cenu?</p>
          </Dialog>
          <Dialog
            open={dialog === 'firm'}
            closable={false}
            title="Opravdu se chcete odhlásit?"
            footer={
              <>
                <Button tone="quiet" onClick={close}>
                  Ne
                </Button>
                <Button tone="danger" onClick={close}>
                  Ano, odhlásit
                </Button>
              </>
            }
          >
            <p>Rozepsané údaje se neuloží.</p>
          </Dialog>
          <ToastView
            toasts={toasts}
            onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
            onFollow={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
            onPin={() => undefined}
            onUnpin={() => undefined}
            dismissLabel="Zavřít oznámení"
            regionLabel="Oznámení"
          />
        </Part>
        <Part title="Screens without content">
          <div className={styles.grid}>
            <Notice tone="empty" headingLevel={3} title="Nic k zobrazení" illustration={<EmptyPlate />}>
              Zkuste jiný den.
            </Notice>
            <Notice tone="failed" headingLevel={3} title="Něco se nepovedlo" illustration={<BrokenPlate />}>
              Zkuste to znovu.
            </Notice>
            <Notice
              tone="offline"
              headingLevel={3}
              title="Jste bez připojení"
              illustration={<UnpluggedPlate />}
            >
              Zobrazujeme, co jsme viděli naposledy.
            </Notice>
            <Notice tone="empty" headingLevel={3} title="Už se to vaří" illustration={<CoveredPlate />}>
              Tato stránka bude brzy hotová.
            </Notice>
          </div>
          <Notice tone="info" headingLevel={3} title="Zítra vaříme jen do 13:00">
            Kuchyně má školení.
          </Notice>
        </Part>
        <Part title="Loading">
          <Skeleton shape="title" />
          <Skeleton shape="text" count={3} />
          <Skeleton shape="row" count={2} />
        </Part>
        <Part title="Cards">
          <div className={styles.grid}>
            <Card>Na stole</Card>
            <Card raised>Zvednutá</Card>
          </div>
        </Part>
      </Stack>
    </PageShell>
  );
}
