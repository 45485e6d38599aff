import { useState } from 'react';
import { AccountFacts } from '#ui/account-facts.tsx';
import { ActionNote } from '#ui/action-note.tsx';
import { AllergenMarks } from '#ui/allergen-marks.tsx';
import { AmountCounterPlace } from '#ui/amount-counter-place.tsx';
import { AmountCounter } from '#ui/amount-counter.tsx';
import { AppFooter } from '#ui/app-footer.tsx';
import { AppHeader } from '#ui/app-header.tsx';
import { BrandMark } from '#ui/brand-mark.tsx';
import { Button, type ButtonTone } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CartSummary } from '#ui/cart-summary.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { ChoiceButton } from '#ui/choice-button.tsx';
import { ChoiceList } from '#ui/choice-list.tsx';
import { DayCalendar, RangeCalendar } from '#ui/day-calendar.tsx';
import { DayStrip } from '#ui/day-strip.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { HealthKind } from '#ui/dish-card.tsx';
import { DishGroup, DishGroups } from '#ui/dish-groups.tsx';
import { DishList, DishPlace } from '#ui/dish-list.tsx';
import { DishPicture } from '#ui/dish-picture.tsx';
import { DishRow } from '#ui/dish-row.tsx';
import { DishSheet } from '#ui/dish-sheet.tsx';
import { Field } from '#ui/field.tsx';
import { FooterChoice, FooterOutlets, FooterPages, FooterSocial } from '#ui/footer-parts.tsx';
import { GroupTabs } from '#ui/group-tabs.tsx';
import { Hint } from '#ui/hint.tsx';
import { Icon, iconNames } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { UnpluggedPlate } from '#ui/illustrations/unplugged-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { NextStep } from '#ui/next-step.tsx';
import { Notice } from '#ui/notice.tsx';
import { CartSamples } from './cart-samples.tsx';
import { CardSamples } from './card-samples.tsx';
import { ReportSamples } from './report-samples.tsx';
import { FormSamples } from './form-samples.tsx';
import { OptionPanel } from '#ui/option-panel.tsx';
import { SideMenu } from '#ui/side-menu.tsx';
import { OrderLine, OrderLines } from '#ui/order-line.tsx';
import { OrderList, OrderRow } from '#ui/order-row.tsx';
import { PageNote } from '#ui/page-shell.tsx';
import { Figure, Panel, PanelGrid, PanelLinks } from '#ui/panel.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { HtmlText } from '#ui/html-text.tsx';
import { ProgressLine } from '#ui/progress-line.tsx';
import { SteadyNote, SteadyText } from '#ui/steady-note.tsx';
import { StatusLine } from '#ui/status-line.tsx';
import { RecordTable } from '#ui/record-table.tsx';
import { PrintedMenu } from '#ui/printed-menu.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';
import { Select } from '#ui/select.tsx';
import { Pending, Skeleton } from '#ui/skeleton.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { TabsPlace } from '#ui/tabs-place.tsx';
import { Tag, type TagTone } from '#ui/tag.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { type ToastItem, ToastView } from '#ui/toast-view.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { WeekBoard } from '#ui/week-board.tsx';
import styles from './gallery-screen.module.css';
import { PlacedDish } from './placed-dish.tsx';
import { SampleHome, SoldOutButton } from './sample-parts.tsx';
import { TokenTable } from './token-table.tsx';

const LONG_NAME =
  'Svíčková na smetaně, houskové knedlíky, brusinkový terč a šlehačka podle babiččina receptu';

const tones = ['primary', 'quiet', 'exchange', 'danger', 'gone'] as const satisfies readonly ButtonTone[];

function Buttons() {
  const states = {
    ordinary: {},
    busy: { busy: true },
    disabled: { disabled: true },
    small: { size: 'small' },
  } as const;
  return (
    <>
      {Object.entries(states).map(([state, properties]) => (
        <div key={state} className={styles.row}>
          {tones.map((tone) => (
            <Button key={tone} tone={tone} {...properties}>
              {tone}
            </Button>
          ))}
          {state}
        </div>
      ))}
      <Button wide>wide</Button>
      <div className={styles.row}>
        <IconButton label="Zavřít" icon="x" />
        <IconButton label="Nelze" icon="x" disabled />
        <Spinner />
        <TextButton>změnit</TextButton>
        <Hint explanation="Vysvětlení, které se ukáže nad stránkou.">slovo s vysvětlením</Hint>
        <NextStep>
          <a href="#next">Odkaz jako další krok</a>
        </NextStep>
      </div>
    </>
  );
}

function Marks() {
  const tagTones = ['plain', 'leaf', 'paprika', 'turmeric'] as const satisfies readonly TagTone[];
  return (
    <>
      <div className={styles.row}>
        {tagTones.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        <Tag tone="leaf" icon="check">
          Objednáno
        </Tag>
        <span className={styles.logo}>
          <BrandMark />
        </span>
      </div>
      <div className={styles.row}>
        {iconNames.map((name) => (
          <span key={name} title={name}>
            <Icon name={name} />
            <VisuallyHidden>{name}</VisuallyHidden>
          </span>
        ))}
      </div>
      <AllergenMarks
        label="Alergeny"
        allergens={[{ shortName: '1', longName: 'Obiloviny obsahující lepek' }, { shortName: '7' }]}
      />
      <AllergenMarks label="Alergeny beze jmen" allergens={[{ shortName: '1' }, { shortName: '7' }]} />
      <AccountFacts
        facts={[
          { label: 'Bonusový zůstatek', value: '120,00 Kč' },
          { label: 'Nákladové středisko', value: '4711' },
        ]}
      />
      <PageNote icon={<Icon name="clock" />}>
        Objednávky na zítra do <b>10:00</b>
      </PageNote>
      <SteadyNote longest="Dobití 500,00 Kč se potvrzuje: neplaťte znovu, zůstatek se změní sám.">
        Na účet bylo připsáno 500,00 Kč.
      </SteadyNote>
      <p>
        <SteadyText longest="Jídla se objeví v objednávkách, jakmile bude platba potvrzena.">
          Děkujeme.
        </SteadyText>
      </p>
    </>
  );
}

/** Days that a month shows in every state. */
const calendarMarks = {
  locale: 'cs-CZ',
  label: 'Kalendář',
  previousLabel: 'Předchozí měsíc',
  nextLabel: 'Další měsíc',
  min: '2026-11-20',
  max: '2027-01-20',
  markOf: (day: string) => ({
    label: day,
    today: day === '2026-11-20',
    closed: day === '2026-11-24',
    hasOrder: day === '2026-11-25',
  }),
  noteOf: () => 'út 24. 11. zavřeno: Státní svátek',
} as const;

function Calendars() {
  const [day, setDay] = useState('2026-11-23');
  const [range, setRange] = useState({ start: '2026-11-23', end: '2026-11-27' });
  return (
    <>
      <DayCalendar
        {...calendarMarks}
        value={day}
        isAvailable={(other) => other !== '2026-11-24'}
        onChange={setDay}
      />
      <RangeCalendar
        {...calendarMarks}
        value={range}
        longest={14}
        longestNote="Najednou nejvýše 14 dní."
        onChange={setRange}
      />
    </>
  );
}

/** What opens, narrows and extends a list. */
function Ways() {
  const [amount, setAmount] = useState(1);
  const [text, setText] = useState('');
  const [shown, setShown] = useState(2);
  return (
    <>
      <SearchBox label="Hledat jídla" value={text} onChange={setText} onSubmit={() => undefined} />
      <div className={styles.row}>
        <ChoiceButton icon="map-pin">{LONG_NAME}</ChoiceButton>
        <ChoiceButton icon="sliders" aria-expanded="true">
          Možnosti
        </ChoiceButton>
        <ChoiceButton icon="calendar" framed>
          pá 20. 11. – čt 3. 12.
        </ChoiceButton>
      </div>
      <AmountCounter
        label="Porce"
        lessLabel="O porci méně"
        moreLabel="O porci více"
        value={amount}
        limits={{ min: 1, max: 4 }}
        onChange={setAmount}
      />
      <AmountCounterPlace />
      <DishSheet
        name={LONG_NAME}
        description={LONG_NAME}
        size="150 g"
        price="119,00 Kč"
        imageFallback={<EmptyPlate />}
        allergensLabel="Alergeny"
        allergens={[{ shortName: '1', longName: 'Obiloviny obsahující lepek' }]}
        left={{ text: 'zbývají 4', areFew: true }}
        action={<Button>Objednat</Button>}
      />
      <OptionPanel id="options" label="Možnosti">
        Filtry
      </OptionPanel>
      <SideMenu
        label="Profil"
        address="orders"
        links={[
          <a key="orders" href="#orders" aria-current="page">
            Objednávky
          </a>,
          <a key="long" href="#long">
            {LONG_NAME}
          </a>,
        ]}
      >
        Stránka
      </SideMenu>
      <ChoiceList
        current="b"
        onChoose={() => undefined}
        choices={[
          { value: 'a', label: 'Hlavní jídelna' },
          { value: 'b', label: LONG_NAME },
        ]}
      />
      <div>
        <ul>
          {Array.from({ length: shown }, (_, index) => (
            <li key={index}>{index + 1}</li>
          ))}
        </ul>
        <ShowMore label="Zobrazit další" onMore={() => setShown(shown + 1)} />
      </div>
    </>
  );
}

function Choices() {
  const [period, setPeriod] = useState('day');
  const [isVegan, setVegan] = useState(true);
  return (
    <>
      <SegmentedControl
        label="Zobrazení"
        value={period}
        onChange={setPeriod}
        options={[
          { value: 'day', label: 'Den' },
          { value: 'week', label: 'Týden' },
          { value: 'custom', label: 'Období' },
        ]}
      />
      <ChipRow label="Filtry">
        <Chip pressed={isVegan} onToggle={setVegan}>
          Veganské
        </Chip>
        <Chip pressed={!isVegan} onToggle={(isOn) => setVegan(!isOn)}>
          Bez lepku
        </Chip>
      </ChipRow>
      <DayStrip
        label="Dny"
        onSelect={() => undefined}
        days={(['selected', 'today', 'available', 'ordered', 'closed', 'empty'] as const).map(
          (state, index) => ({
            day: `2026-11-${23 + index}`,
            weekday: 'po',
            date: `${23 + index}. 11.`,
            label: state,
            selected: state === 'selected',
            today: state === 'today',
            available: state !== 'closed' && state !== 'empty',
            closed: state === 'closed',
            closedReason: 'Státní svátek',
            hasOrder: state === 'ordered',
          }),
        )}
      />
    </>
  );
}

function Fields() {
  const options = [
    { value: 'main', label: 'Hlavní jídelna' },
    { value: 'garden', label: 'Zahrada' },
  ];
  const password = { showLabel: 'Zobrazit heslo', hideLabel: 'Skrýt heslo', defaultValue: 'tajne' };
  return (
    <div className={styles.grid}>
      <Field label="Jméno" hint="Jak vám máme říkat" defaultValue="Jana" />
      <Field label="E-mail" error="Toto není e-mailová adresa" defaultValue="jana@" />
      <Field label="Zamčené" disabled defaultValue="nelze měnit" />
      <PasswordField label="Heslo" {...password} />
      <PasswordField label="Heslo" {...password} error="Nesprávné heslo" />
      <Select label="Jídelna" options={options} hint="Kde obědváte" />
      <Select label="Jídelna" options={options} error="Vyberte jídelnu" />
      <Select label="Jídelna" options={options} disabled />
      <CompactSelect label="Jídelna" icon="map-pin" options={options} />
    </div>
  );
}

function Dishes() {
  const common = { headingLevel: 3, imageFallback: <EmptyPlate />, allergensLabel: 'Alergeny' } as const;
  const health = (kind: HealthKind, label: string) => ({ kind, label });
  return (
    <>
      <MenuHeading of="group" level={3} note="11:00–14:30">
        Hlavní jídla
      </MenuHeading>
      <DishList>
        <PlacedDish
          {...common}
          name={LONG_NAME}
          description="Hovězí zadní, kořenová zelenina, smetana, brusinky a houskový knedlík vařený v páře"
          size="150 g"
          price="12 345,67 Kč"
          total={{ label: 'Celkem', amount: '13 165,00 Kč' }}
          allergens={[{ shortName: '1', longName: 'Obiloviny obsahující lepek' }]}
          left={{ text: 'zbývají 4', areFew: true }}
          limit="objednat do 10:00"
          pickup="výdej 11:00–14:30"
          properties={[{ id: 'energy', text: '870 kcal' }]}
          health={health('UNHEALTHY', 'Vydatné')}
          action={
            <>
              <Button>Objednat</Button>
              <ActionNote>Na účtu nemáte dost peněz.</ActionNote>
            </>
          }
        />
        <PlacedDish
          {...common}
          name="Dýňová polévka"
          price="39,00 Kč"
          health={health('HEALTHY', 'Zdravé')}
          mine={[
            {
              id: 1,
              text: 'Objednáno',
              detail: 'zrušit lze do 10:00',
              action: (
                <Button tone="quiet" size="small">
                  Zrušit
                </Button>
              ),
            },
          ]}
          action={
            <Button tone="quiet" size="small">
              Ještě jedno
            </Button>
          }
        />
        <PlacedDish
          {...common}
          name="Vepřový řízek"
          price="119,00 Kč"
          health={health('NORMAL', 'Vyvážené')}
          action={<Button tone="exchange">Vyměnit</Button>}
        />
        <PlacedDish {...common} name="Zahradní salát" price="98,00 Kč" dimmed action={<SoldOutButton />} />
        <PlacedDish {...common} name="Jen ke čtení" action={null} />
      </DishList>
      <DishList inRows>
        <DishPlace>
          <DishRow
            {...common}
            name={LONG_NAME}
            price="119,00 Kč"
            left={{ text: 'zbývají 4', areFew: true }}
            mine={[{ id: 1, text: 'Objednáno', action: null }]}
            onDetails={() => undefined}
            action={<Button>Objednat</Button>}
          />
        </DishPlace>
      </DishList>
      <TabsPlace />
      <GroupTabs
        label="Skupiny jídel"
        groups={['Polévky', 'Saláty'].map((name) => ({ name, id: `group-${name}` }))}
      />
      <DishGroups>
        {['Polévky', 'Saláty'].map((group) => (
          <DishGroup key={group} labelledBy={`group-${group}`} dishes={1}>
            <MenuHeading of="group" level={3} id={`group-${group}`}>
              {group}
            </MenuHeading>
            <DishList>
              <PlacedDish {...common} name="Jediný pokrm skupiny" action={<Button>Objednat</Button>} />
            </DishList>
          </DishGroup>
        ))}
      </DishGroups>
      <div className={styles.row}>
        {[undefined, '/no-such-picture.jpg', '/plates/schnitzel.svg'].map((image) => (
          <div key={image ?? 'none'} className={styles.picture}>
            <DishPicture image={image} fallback={<EmptyPlate />} />
          </div>
        ))}
      </div>
    </>
  );
}

function Week() {
  return (
    <WeekBoard
      label="Týden"
      groupsAtOnce={20}
      moreLabel="Zobrazit další skupiny"
      days={[
        {
          day: '2026-11-24',
          heading: 'úterý 24. listopadu',
          groups: [
            {
              id: 'soups',
              name: 'Polévky',
              children: (
                <DishList>
                  <PlacedDish
                    headingLevel={4}
                    name="Hovězí vývar"
                    price="39,00 Kč"
                    imageFallback={<EmptyPlate />}
                    allergensLabel="Alergeny"
                    action={<Button>Objednat</Button>}
                  />
                </DishList>
              ),
            },
          ],
        },
        { day: '2026-11-25', heading: 'středa 25. listopadu', groups: [], empty: 'Zavřeno: státní svátek' },
      ]}
    />
  );
}

/** Nothing of it is on the screen: it is what printing this page gives. */
function OnPaper() {
  return (
    <PrintedMenu
      title="Hlavní jídelna"
      subtitle="23. listopadu – 24. listopadu 2026"
      note="Jen: bezmasé"
      allergensLabel="Alergeny"
      allergens={[
        { shortName: '1', longName: 'obiloviny obsahující lepek' },
        { shortName: '9', longName: 'celer' },
      ]}
      days={[
        {
          day: '2026-11-23',
          heading: 'pondělí 23. listopadu',
          groups: [
            {
              id: 'soups',
              name: 'Polévky',
              dishes: [
                { id: '1', name: 'Hovězí vývar', size: '0,33 l', allergens: '1, 9', price: '39,00 Kč' },
                { id: '2', name: LONG_NAME, price: '24 691,34 Kč' },
              ],
            },
          ],
        },
        { day: '2026-11-24', heading: 'úterý 24. listopadu', closed: 'Zavřeno: státní svátek', groups: [] },
      ]}
    />
  );
}

function Orders() {
  const cancel = (
    <Button tone="quiet" size="small">
      Zrušit
    </Button>
  );
  return (
    <>
      <OrderList>
        <OrderRow
          name={LONG_NAME}
          date="24. 11."
          quantity="2×"
          price="24 691,34 Kč"
          group="Hlavní jídla"
          canteen="Hlavní jídelna"
          code={{ label: 'Kód', value: 'RCL3' }}
          wayBack="zrušit lze do 10:00"
          action={cancel}
        />
        <OrderRow
          name="Dýňová polévka"
          date="24. 11."
          quantity="1×"
          price="39,00 Kč"
          state={<Tag tone="turmeric">K výměně</Tag>}
          action={cancel}
        />
        <OrderRow
          name="Vepřový řízek"
          date="20. 11."
          quantity="1×"
          price="119,00 Kč"
          collected="vydáno 12:03"
          action={
            <Button tone="gone" size="small" disabled>
              Nelze zrušit
            </Button>
          }
        />
      </OrderList>
      <OrderLines>
        <OrderLine name={LONG_NAME} facts={['19. 11.', '2×', 'Hlavní jídelna']} price="24 691,34 Kč" />
        <OrderLine name="Dýňová polévka" facts={['18. 11.', undefined, 'Hlavní jídelna']} price="39,00 Kč" />
      </OrderLines>
    </>
  );
}

const toastSamples: readonly ToastItem[] = [
  { id: '1', text: 'Objednáno: svíčková na smetaně', tone: 'success', count: 1, href: '#orders' },
  { id: '2', text: 'Jídelníček se změnil', tone: 'info', count: 2 },
  { id: '3', text: 'Objednávku se nepodařilo odeslat. Zkontrolujte připojení.', tone: 'error', count: 3 },
];

function DialogsAndMessages() {
  const [dialog, setDialog] = useState<'closable' | 'firm'>();
  const [toasts, setToasts] = useState<readonly ToastItem[]>([]);
  const close = () => setDialog(undefined);
  const drop = (id: string) => setToasts(toasts.filter((toast) => toast.id !== id));
  const answers = (
    <>
      <Button tone="quiet" onClick={close}>
        Ponechat
      </Button>
      <Button onClick={close}>Objednat za 129,00 Kč</Button>
    </>
  );
  return (
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
      <Dialog
        open={dialog === 'closable'}
        closable
        closeLabel="Zavřít"
        title="Cena se mezitím změnila"
        onClose={close}
        footer={answers}
      >
        <p>{LONG_NAME} teď stojí 129,00 Kč místo 124,00 Kč. Chcete ji objednat za novou cenu?</p>
      </Dialog>
      <Dialog open={dialog === 'firm'} closable={false} title="Opravdu se chcete odhlásit?" footer={answers}>
        <p>Rozepsané údaje se neuloží.</p>
      </Dialog>
      {toasts.length > 0 && (
        <ToastView
          toasts={toasts}
          onDismiss={drop}
          onFollow={drop}
          onAct={drop}
          onReadOn={drop}
          onPin={() => undefined}
          onUnpin={() => undefined}
          dismissLabel="Zavřít oznámení"
          moreLabel="Celý text"
          regionLabel="Oznámení"
        />
      )}
    </div>
  );
}

function InsteadOfContent() {
  const retry = <Button>Zkusit znovu</Button>;
  return (
    <>
      <div className={styles.grid}>
        <Notice tone="empty" headingLevel={3} title="Nic k zobrazení" illustration={<EmptyPlate />}>
          Zkuste jiný den.
        </Notice>
        <Notice
          tone="failed"
          headingLevel={3}
          title="Něco se nepovedlo"
          illustration={<BrokenPlate />}
          action={retry}
        />
        <Notice tone="offline" headingLevel={3} title="Jste bez připojení" illustration={<UnpluggedPlate />}>
          Zobrazujeme, co jsme viděli naposledy.
        </Notice>
        <Notice tone="empty" headingLevel={3} title="Už se to vaří" illustration={<CoveredPlate />}>
          Tato stránka bude brzy hotová.
        </Notice>
      </div>
      {/* Over the lower edge of the window, while the browser has no network. */}
      <StatusLine text="Bez připojení. Co je načteno, zůstává." />
      {/* Along the upper edge of the window, while a page is fetched. */}
      <ProgressLine label="Stránka se načítá" />
      <HtmlText html="<h2>Podmínky</h2><p>Text jídelny.</p><ul><li>Bod</li></ul>" />
      <Countdown
        announcement="Brzy vás odhlásíme."
        title="Za 18 sekund vás odhlásíme"
        action={<Button>Neodhlašovat</Button>}
      >
        Delší dobu se tu nic nedělo.
      </Countdown>
      <Notice tone="info" headingLevel={3} title="Zítra vaříme jen do 13:00">
        Kuchyně má školení.
      </Notice>
      <div className={styles.row}>
        {[EmptyPlate, BrokenPlate, CoveredPlate, UnpluggedPlate].map((Plate) => (
          <div key={Plate.name} className={styles.drawing}>
            <Plate />
          </div>
        ))}
      </div>
    </>
  );
}

function Loading() {
  return (
    <>
      <Skeleton shape="title" />
      <Skeleton shape="text" count={3} />
      <Skeleton shape="row" count={2} />
      <Skeleton shape="dish" count={2} />
      <p>
        <Pending label="Načítá se">úterý 24. listopadu</Pending>
      </p>
    </>
  );
}

function Surfaces() {
  return (
    <div className={styles.grid}>
      <Card>Na stole</Card>
      <Card raised>Zvednutá</Card>
      <PanelGrid>
        <Panel title="Zůstatek" link={<a href="#topup">Dobít</a>}>
          <Figure>-12 345,67 Kč</Figure>
          <PanelLinks>
            <a href="#bills">Účtenky</a>
            <a href="#bonuses">Bonusy</a>
          </PanelLinks>
        </Panel>
      </PanelGrid>
    </div>
  );
}

function Frames() {
  return (
    <>
      <AppHeader
        home={<SampleHome />}
        nav={[
          <a key="#menu" href="#menu" aria-current="page">
            Jídelníček
          </a>,
          <a key="#orders" href="#orders">
            Objednávky
          </a>,
        ]}
        navLabel="Hlavní nabídka"
        menuLabel="Nabídka"
        cart={
          <a href="#cart">
            <CartSummary label="Košík" count={12} items="12 položek" amount="1 234,00 Kč" />
          </a>
        }
        account={{
          name: 'Jana Nováková',
          initials: 'JN',
          balances: [
            { label: 'Zůstatek', value: '-12 345,67 Kč' },
            { label: 'Bonusy', value: '5,00 bodů' },
          ],
          mostBalances: 2,
          facts: [{ label: 'Nákladové středisko', value: '4711' }],
        }}
      />
      <AppFooter brand={<span>Závodní jídelna Nad Řekou</span>}>
        <FooterOutlets
          label="Kde nás najdete"
          outlets={[
            {
              name: 'Jídelna Nad Řekou',
              url: 'https://jidelna.example.org/',
              phone: '+420 123 456 789',
              email: 'jidelna@example.org',
              address: 'Nábřeží 12, Praha',
              openingHours: ['po–pá 11:00–14:30', 'so 11:00–13:00'],
            },
          ]}
        />
        <FooterPages
          label="Další stránky"
          links={['Kontakt', 'Alergeny', 'Obchodní podmínky', 'Osobní údaje'].map((text) => (
            <a key={text} href="#page">
              {text}
            </a>
          ))}
        />
        <FooterSocial
          label="Sledujte nás"
          links={[{ url: 'https://social.example.org/', text: 'Instagram' }]}
        />
        <FooterChoice>
          <CompactSelect label="Vzhled" options={[{ value: '', label: 'Vzhled podle zařízení' }]} />
        </FooterChoice>
      </AppFooter>
    </>
  );
}

function Records() {
  const columns = [
    { key: 'type', label: 'Typ', value: ({ type }: { type: string }) => type },
    { key: 'validTo', label: 'Platí do', value: ({ validTo }: { validTo: string }) => validTo },
  ];
  const rows = [
    { type: 'Polévka zdarma', validTo: '30. 11. 2026' },
    { type: 'Dezert k hlavnímu jídlu dle výběru z denní nabídky', validTo: '31. 12. 2026' },
  ];
  return <RecordTable label="Poukázky" columns={columns} rows={rows} rowKey={({ type }) => type} />;
}

/** What the gallery shows, in its order; whole pages are the screens beside it. */
export const galleryParts = [
  { title: 'Tokens', Part: TokenTable },
  { title: 'Buttons', Part: Buttons },
  { title: 'Marks', Part: Marks },
  { title: 'Choices', Part: Choices },
  { title: 'Ways', Part: Ways },
  { title: 'Calendars', Part: Calendars },
  { title: 'Fields', Part: Fields },
  { title: 'Forms', Part: FormSamples },
  { title: 'Dishes', Part: Dishes },
  { title: 'Week', Part: Week },
  { title: 'On paper', Part: OnPaper },
  { title: 'Orders', Part: Orders },
  { title: 'Cart', Part: CartSamples },
  { title: 'Records', Part: Records },
  { title: 'Reports', Part: ReportSamples },
  { title: 'Virtual card', Part: CardSamples },
  { title: 'Dialogs and messages', Part: DialogsAndMessages },
  { title: 'Instead of content', Part: InsteadOfContent },
  { title: 'Loading', Part: Loading },
  { title: 'Surfaces', Part: Surfaces },
  { title: 'Header and footer', Part: Frames },
] as const;
