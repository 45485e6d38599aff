import type { DemoTexts } from './demo-texts.ts';

/** Something that can be chosen with a dish of the demo; its price is added in crowns. */
type DemoOption = { readonly id: string; readonly name: DemoTexts; readonly crowns: number };

/** Options of which at least `min` and at most `max` are chosen. */
export type DemoModifierGroup = {
  readonly id: string;
  readonly name: DemoTexts;
  readonly min: number;
  readonly max: number;
  readonly options: readonly DemoOption[];
};

const extras: DemoTexts = { cs: 'Navíc', en: 'Extras', pl: 'Dodatkowo', sk: 'Navyše' };

const bread: DemoModifierGroup = {
  id: 'bread',
  name: { cs: 'Pečivo', en: 'Bread', pl: 'Pieczywo', sk: 'Pečivo' },
  min: 1,
  max: 1,
  options: [
    {
      id: 'baguette',
      name: { cs: 'Opečená bageta', en: 'Toasted baguette', pl: 'Opiekana bagietka', sk: 'Opečená bageta' },
      crowns: 0,
    },
    {
      id: 'gluten-free-bread',
      name: {
        cs: 'Bezlepkový chléb',
        en: 'Gluten-free bread',
        pl: 'Chleb bezglutenowy',
        sk: 'Bezlepkový chlieb',
      },
      crowns: 12,
    },
    {
      id: 'no-bread',
      name: { cs: 'Bez pečiva', en: 'No bread', pl: 'Bez pieczywa', sk: 'Bez pečiva' },
      crowns: 0,
    },
  ],
};

/** What goes with a salad. */
export const saladModifiers: readonly DemoModifierGroup[] = [
  bread,
  {
    id: 'salad-extras',
    name: extras,
    min: 0,
    max: 2,
    options: [
      {
        id: 'grilled-halloumi',
        name: {
          cs: 'Grilovaný halloumi',
          en: 'Grilled halloumi',
          pl: 'Grillowany ser halloumi',
          sk: 'Grilovaný halloumi',
        },
        crowns: 39,
      },
      {
        id: 'boiled-egg',
        name: { cs: 'Vařené vejce', en: 'Boiled egg', pl: 'Jajko na twardo', sk: 'Varené vajce' },
        crowns: 15,
      },
      {
        id: 'roasted-seeds',
        name: { cs: 'Pražená semínka', en: 'Roasted seeds', pl: 'Prażone pestki', sk: 'Pražené semienka' },
        crowns: 12.5,
      },
    ],
  },
];

/** What goes with a burger. */
export const burgerModifiers: readonly DemoModifierGroup[] = [
  {
    id: 'burger-side',
    name: { cs: 'Příloha', en: 'Side', pl: 'Dodatek', sk: 'Príloha' },
    min: 1,
    max: 1,
    options: [
      { id: 'chips', name: { cs: 'Hranolky', en: 'Chips', pl: 'Frytki', sk: 'Hranolčeky' }, crowns: 0 },
      {
        id: 'sweet-potato-chips',
        name: {
          cs: 'Batátové hranolky',
          en: 'Sweet potato chips',
          pl: 'Frytki z batatów',
          sk: 'Batatové hranolčeky',
        },
        crowns: 20,
      },
      {
        id: 'side-salad',
        name: { cs: 'Malý salát', en: 'Side salad', pl: 'Mała sałatka', sk: 'Malý šalát' },
        crowns: 0,
      },
    ],
  },
  {
    id: 'burger-extras',
    name: extras,
    min: 0,
    max: 3,
    options: [
      { id: 'cheddar', name: { cs: 'Čedar', en: 'Cheddar', pl: 'Ser cheddar', sk: 'Čedar' }, crowns: 15 },
      {
        id: 'fried-egg',
        name: { cs: 'Volské oko', en: 'Fried egg', pl: 'Jajko sadzone', sk: 'Volské oko' },
        crowns: 18,
      },
      {
        id: 'jalapenos',
        name: { cs: 'Papričky jalapeño', en: 'Jalapeños', pl: 'Papryczki jalapeño', sk: 'Papričky jalapeño' },
        crowns: 10,
      },
    ],
  },
];

/** What goes on a bowl of yoghurt. */
export const yoghurtModifiers: readonly DemoModifierGroup[] = [
  {
    id: 'toppings',
    name: { cs: 'Na jogurt', en: 'Toppings', pl: 'Do jogurtu', sk: 'Na jogurt' },
    min: 0,
    max: 2,
    options: [
      { id: 'honey', name: { cs: 'Med', en: 'Honey', pl: 'Miód', sk: 'Med' }, crowns: 8 },
      {
        id: 'walnuts',
        name: { cs: 'Vlašské ořechy', en: 'Walnuts', pl: 'Orzechy włoskie', sk: 'Vlašské orechy' },
        crowns: 15,
      },
      {
        id: 'berries',
        name: { cs: 'Lesní ovoce', en: 'Forest fruit', pl: 'Owoce leśne', sk: 'Lesné ovocie' },
        crowns: 20,
      },
    ],
  },
];

/** What goes into coffee. */
export const coffeeModifiers: readonly DemoModifierGroup[] = [
  {
    id: 'milk',
    name: { cs: 'Mléko', en: 'Milk', pl: 'Mleko', sk: 'Mlieko' },
    min: 1,
    max: 1,
    options: [
      { id: 'cow-milk', name: { cs: 'Kravské', en: 'Cow’s milk', pl: 'Krowie', sk: 'Kravské' }, crowns: 0 },
      {
        id: 'lactose-free-milk',
        name: { cs: 'Bez laktózy', en: 'Lactose-free milk', pl: 'Bez laktozy', sk: 'Bez laktózy' },
        crowns: 5,
      },
      { id: 'oat-milk', name: { cs: 'Ovesné', en: 'Oat milk', pl: 'Owsiane', sk: 'Ovsené' }, crowns: 8 },
    ],
  },
];
