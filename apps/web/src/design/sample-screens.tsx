import { type ReactNode, useState } from 'react';
import { AppFooter } from '#ui/app-footer.tsx';
import { AppHeader } from '#ui/app-header.tsx';
import { Button } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { DayStrip } from '#ui/day-strip.tsx';
import { DishList } from '#ui/dish-list.tsx';
import { ErrorPlace, ErrorText } from '#ui/field-frame.tsx';
import { Field } from '#ui/field.tsx';
import { FormSections } from '#ui/form-sections.tsx';
import { Icon } from '#ui/icon.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LinkRow } from '#ui/link-row.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { OrderList, OrderRow } from '#ui/order-row.tsx';
import { OrderSummary } from '#ui/order-summary.tsx';
import { AppFrame, PageNote, PageShell, Stack } from '#ui/page-shell.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { PlainPage } from '#ui/plain-page.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SkipLink } from '#ui/skip-link.tsx';
import { Tag } from '#ui/tag.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { WeekBoard } from '#ui/week-board.tsx';
import { PlacedDish } from './placed-dish.tsx';
import { SampleHome, SoldOutButton } from './sample-parts.tsx';
import { SamplePlate } from './sample-plates.tsx';

const languages = [
  { value: 'cs', label: 'Čeština', lang: 'cs' },
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'pl', label: 'Polski', lang: 'pl' },
  { value: 'sk', label: 'Slovenčina', lang: 'sk' },
];

const allergenNames: Readonly<Record<string, string>> = {
  1: 'Obiloviny obsahující lepek',
  3: 'Vejce',
  4: 'Ryby',
  7: 'Mléko',
  9: 'Celer',
  10: 'Hořčice',
};

function allergens(...shortNames: string[]) {
  return shortNames.map((shortName) => ({ shortName, longName: allergenNames[shortName] ?? '' }));
}

function Frame({
  children,
  current,
  guest = false,
}: {
  children: ReactNode;
  current: string;
  guest?: boolean;
}) {
  const nav = ['Jídelníček', 'Objednávky', 'Můj profil', 'O jídelně'];
  return (
    <AppFrame>
      <SkipLink>Přeskočit na obsah</SkipLink>
      <AppHeader
        home={<SampleHome />}
        nav={nav.map((label, index) => (
          <a key={label} href={`#${index}`} aria-current={label === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
        navLabel="Hlavní nabídka"
        menuLabel={guest ? 'Nabídka' : 'Nabídka: Jana Nováková'}
        account={
          guest
            ? undefined
            : {
                name: 'Jana Nováková',
                initials: 'JN',
                balances: [{ label: 'po objednávkách 918,50', value: '1 042,50 Kč' }],
                mostBalances: 1,
                facts: [],
              }
        }
        actions={
          <>
            <CompactSelect label="Jazyk" icon="globe" options={languages} defaultValue="cs" />
            {guest ? (
              <Button tone="quiet">Přihlásit se</Button>
            ) : (
              <Button tone="quiet">
                <Icon name="user" />
                Odhlásit
              </Button>
            )}
          </>
        }
      />
      {children}
      <AppFooter brand={<span>Závodní jídelna Nad Řekou</span>} />
    </AppFrame>
  );
}

const weekdays = ['po', 'út', 'st', 'čt', 'pá', 'so', 'ne'];
const fullNames = ['pondělí', 'úterý', 'středa', 'čtvrtek', 'pátek', 'sobota', 'neděle'];
const days = Array.from({ length: 10 }, (_, index) => ({
  day: `2026-11-${19 + index}`,
  weekday: weekdays[(index + 3) % 7] ?? '',
  date: `${19 + index}. 11.`,
  label: `${fullNames[(index + 3) % 7] ?? ''} ${19 + index}. listopadu`,
  today: index === 1,
  available: ![2, 3, 9].includes(index),
  hasOrder: [1, 5, 7].includes(index),
  closed: index === 8,
  closedReason: index === 8 ? 'inventura' : undefined,
}));

function sampleMenu({ compact = false }: { compact?: boolean }) {
  const order = <Button>Objednat</Button>;
  const level = compact ? 4 : 3;
  return {
    soups: (
      <DishList>
        <PlacedDish
          headingLevel={level}
          name="Dýňová polévka s praženými semínky"
          description="Hokkaido, smetana, zázvor a dýňový olej"
          size="0,33 l"
          price="39,00 Kč"
          image="/plates/pumpkin-soup.svg"
          imageFallback={<SamplePlate food="soup" />}
          allergens={allergens('9')}
          allergensLabel="Alergeny"
          health={{ kind: 'HEALTHY', label: 'Zdravé' }}
          action={order}
        />
        <PlacedDish
          headingLevel={level}
          name="Hovězí vývar s játrovými knedlíčky"
          size="0,33 l"
          image="/plates/clear-broth.svg"
          imageFallback={<SamplePlate food="soup" />}
          allergens={allergens('1', '3', '9')}
          allergensLabel="Alergeny"
          mine={[
            {
              id: 1,
              text: 'Objednáno',
              detail: 'zrušit lze do út 7:30',
              action: <Button tone="quiet">Zrušit</Button>,
            },
          ]}
          action={null}
        />
      </DishList>
    ),
    mains: (
      <DishList>
        <PlacedDish
          headingLevel={level}
          name="Svíčková na smetaně, houskové knedlíky, brusinkový terč a šlehačka podle babiččina receptu"
          description="Hovězí zadní, kořenová zelenina, smetana"
          size="150 g"
          price="124,00 Kč"
          total={{ label: 'Celkem', amount: '165,00 Kč' }}
          image="/plates/svickova.svg"
          imageFallback={<SamplePlate food="roast" />}
          allergens={allergens('1', '3', '7', '9', '10')}
          allergensLabel="Alergeny"
          left={{ text: 'zbývají 4', areFew: true }}
          limit="objednat do 10:00"
          pickup="11:00–14:30"
          properties={[{ id: 'energy', text: '870 kcal' }]}
          health={{ kind: 'UNHEALTHY', label: 'Vydatné' }}
          action={order}
        />
        <PlacedDish
          headingLevel={level}
          name="Vepřový řízek, vařené brambory s petrželkou, citron"
          size="150 g"
          price="119,00 Kč"
          image="/plates/schnitzel.svg"
          imageFallback={<SamplePlate food="roast" />}
          allergens={allergens('1', '3', '7')}
          allergensLabel="Alergeny"
          health={{ kind: 'NORMAL', label: 'Běžné' }}
          action={<Button tone="exchange">Vyměnit</Button>}
        />
        <PlacedDish
          headingLevel={level}
          name="Velký zahradní salát s fetou a olivami"
          size="320 g"
          price="98,00 Kč"
          image="/plates/salad-greek.svg"
          imageFallback={<SamplePlate food="salad" />}
          allergens={allergens('7')}
          allergensLabel="Alergeny"
          dimmed
          action={<SoldOutButton />}
        />
        <PlacedDish
          headingLevel={level}
          name="Špagety s rajčaty, bazalkou a parmazánem"
          size="350 g"
          price="105,00 Kč"
          image="/plates/spaghetti.svg"
          imageFallback={<SamplePlate food="roast" />}
          allergens={allergens('1', '7')}
          allergensLabel="Alergeny"
          action={<Button busy>Objednat</Button>}
        />
        <PlacedDish
          headingLevel={level}
          name="Jídlo dne pro zaměstnance kuchyně"
          imageFallback={<SamplePlate food="empty" />}
          allergensLabel="Alergeny"
          action={null}
        />
      </DishList>
    ),
  };
}

/** The offer of a day, with dishes or in one of the states without. */
export function OfferScreen({ state = 'loaded' }: { state?: 'loaded' | 'loading' | 'empty' | 'failed' }) {
  const [period, setPeriod] = useState('DAY');
  const [day, setDay] = useState('2026-11-24');
  const [filters, setFilters] = useState(['Vegetariánské']);
  const [expanded, setExpanded] = useState<boolean>();
  const menu = sampleMenu({});
  return (
    <Frame current="Jídelníček">
      <PageShell
        title="úterý 24. listopadu"
        lead={
          <>
            Hlavní jídelna · <TextButton>změnit</TextButton>
          </>
        }
        tools={
          <SegmentedControl
            label="Zobrazení"
            value={period}
            onChange={setPeriod}
            options={[
              { value: 'DAY', label: 'Den' },
              { value: 'WEEK', label: 'Týden' },
              { value: 'TIMESPAN', label: 'Období' },
            ]}
          />
        }
        aside={
          <OrderSummary
            title="2 objednávky"
            total={{ label: 'Celkem', amount: '124,00 Kč' }}
            after={{ label: 'Zůstatek po objednávkách', amount: '918,50 Kč' }}
            lines={[
              {
                id: '1',
                name: 'Hovězí vývar s játrovými knedlíčky',
                detail: 'út 24. 11. · 11:00–14:30',
                price: '35,00 Kč',
                action: <TextButton>Zrušit</TextButton>,
              },
              {
                id: '2',
                name: 'Kuřecí kari s jasmínovou rýží',
                detail: 'čt 26. 11. · 11:00–14:30',
                price: '89,00 Kč',
                action: <TextButton>Zrušit</TextButton>,
              },
            ]}
            toFetchLabel="To pick up today"
            emptyText="Zatím nemáte nic objednáno."
            expanded={expanded}
            onToggle={setExpanded}
            toggleLabel={(open) => (open ? 'Skrýt' : 'Zobrazit')}
          />
        }
      >
        <DayStrip
          label="Den"
          days={days.map((item) => ({ ...item, selected: item.day === day }))}
          onSelect={setDay}
        />
        <ChipRow label="Filtry">
          {['Vegetariánské', 'Veganské', 'Bez lepku', 'Bez mléka', 'Zdravé'].map((name) => (
            <Chip
              key={name}
              pressed={filters.includes(name)}
              onToggle={(on) =>
                setFilters(on ? [...filters, name] : filters.filter((other) => other !== name))
              }
            >
              {name}
            </Chip>
          ))}
        </ChipRow>
        {state === 'loaded' && (
          <>
            <PageNote icon={<Icon name="clock" />}>
              Objednat do <b>dnes 14:00</b> · zrušit do <b>út 7:30</b>
            </PageNote>
            <Stack>
              <section>
                <MenuHeading of="group" level={2} note="11:00–14:30">
                  Polévky
                </MenuHeading>
                {menu.soups}
              </section>
              <section>
                <MenuHeading of="group" level={2} note="11:00–14:30">
                  Hlavní jídla
                </MenuHeading>
                {menu.mains}
              </section>
            </Stack>
          </>
        )}
        {state === 'loading' && <Skeleton shape="dish" count={6} label="Jídelníček se načítá" />}
        {state === 'empty' && (
          <Notice
            tone="empty"
            title="Na tento den nic nevaříme"
            illustration={<EmptyPlate />}
            action={<Button tone="quiet">Nejbližší den s nabídkou</Button>}
          >
            Zkuste jiný den, nebo vypněte některý z filtrů.
          </Notice>
        )}
        {state === 'failed' && (
          <Notice
            tone="failed"
            title="Jídelníček se nepodařilo načíst"
            illustration={<BrokenPlate />}
            action={
              <Button>
                <Icon name="clock" />
                Zkusit znovu
              </Button>
            }
          >
            Server neodpovídá. Vaše objednávky zůstávají v platnosti.
          </Notice>
        )}
      </PageShell>
    </Frame>
  );
}

/** The offer of a week. */
export function WeekScreen() {
  const menu = sampleMenu({ compact: true });
  return (
    <Frame current="Jídelníček">
      <PageShell
        title="23.–29. listopadu"
        lead="Hlavní jídelna"
        tools={
          <SegmentedControl
            label="Zobrazení"
            value="WEEK"
            onChange={() => undefined}
            options={[
              { value: 'DAY', label: 'Den' },
              { value: 'WEEK', label: 'Týden' },
              { value: 'TIMESPAN', label: 'Období' },
            ]}
          />
        }
      >
        <WeekBoard
          label="Jídelníček na týden"
          groupsAtOnce={20}
          moreLabel="Zobrazit další skupiny"
          days={fullNames.slice(0, 5).map((name, index) => ({
            day: `2026-11-${23 + index}`,
            heading: name,
            note: `${23 + index}. 11.`,
            groups:
              index === 3
                ? []
                : [
                    { id: 'soups', name: 'Polévky', children: menu.soups },
                    ...(index === 1 ? [] : [{ id: 'mains', name: 'Hlavní jídla', children: menu.mains }]),
                    { id: 'desserts', name: 'Dezerty', children: menu.soups },
                  ],
            empty: index === 3 ? <Tag>Zavřeno: inventura</Tag> : undefined,
          }))}
        />
      </PageShell>
    </Frame>
  );
}

/** The orders, coming first. */
export function OrdersScreen() {
  return (
    <Frame current="Objednávky">
      <PageShell title="Objednávky" width="narrow">
        <Stack gap="large">
          <section>
            <MenuHeading of="day" level={2} note="24. 11.">
              úterý
            </MenuHeading>
            <OrderList>
              <OrderRow
                name="Hovězí vývar s játrovými knedlíčky"
                group="Polévky"
                date="út 24. 11. 2026"
                quantity="1 porce"
                canteen="Hlavní jídelna"
                price="35,00 Kč"
                code={{ label: 'výdej', value: 'A17' }}
                wayBack="zrušit do 10:00"
                action={<Button tone="quiet">Zrušit</Button>}
              />
              <OrderRow
                name="Svíčková na smetaně, houskové knedlíky, brusinkový terč a šlehačka podle babiččina receptu"
                group="Hlavní jídla"
                date="út 24. 11. 2026"
                quantity="2 porce"
                canteen="Hlavní jídelna"
                price="12 345,00 Kč"
                state={<Tag tone="turmeric">Nabízeno k výměně</Tag>}
                action={<Button tone="exchange">Na výměnu</Button>}
              />
              <OrderRow
                name="Kuřecí kari"
                group="Hlavní jídla"
                date="út 24. 11. 2026"
                quantity="1 porce"
                canteen="Hlavní jídelna"
                price="89,00 Kč"
                collected="vydáno v 11:42"
                action={
                  <Button tone="gone" disabled>
                    Nelze zrušit
                  </Button>
                }
              />
            </OrderList>
          </section>
        </Stack>
      </PageShell>
    </Frame>
  );
}

/** Signing in. */
export function LoginScreen() {
  return (
    <Frame current="" guest>
      <LoginLayout
        title="Přihlášení"
        lead="Oběd máte za tři klepnutí."
        illustration={<CoveredPlate />}
        links={
          <LinkRow label="Pomoc s přihlášením">
            <a href="#registrace">Nová registrace</a>
            <a href="#heslo">Zapomenuté heslo</a>
          </LinkRow>
        }
      >
        <FormSections>
          <section aria-labelledby="sample-password">
            <h2 id="sample-password">Heslem</h2>
            <Field label="Uživatelské jméno" autoComplete="username" defaultValue="jana" />
            <PasswordField
              label="Heslo"
              showLabel="Zobrazit heslo"
              hideLabel="Skrýt heslo"
              defaultValue="tajne"
            />
            <ErrorPlace>
              <ErrorText>Nesprávné přihlašovací údaje</ErrorText>
            </ErrorPlace>
            <Button type="submit" wide>
              Přihlásit se
            </Button>
          </section>
        </FormSections>
      </LoginLayout>
    </Frame>
  );
}

/** An address that leads nowhere. */
export function MissingScreen() {
  return (
    <Frame current="">
      <PlainPage
        title="Tady nic není"
        text="Adresa je možná překlepnutá, nebo stránka už neexistuje."
        illustration={<BrokenPlate />}
        action={<Button>Na jídelníček</Button>}
      />
    </Frame>
  );
}
