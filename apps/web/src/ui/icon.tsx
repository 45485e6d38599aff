import styles from './icon.module.css';

// Shapes from Lucide (ISC, parts MIT; see lucide-licence.txt), one path each on a grid of 24.
const shapes = {
  check: 'M20 6 9 17l-5-5',
  x: 'M18 6 6 18M0 0m6 6 12 12',
  'chevron-down': 'm6 9 6 6 6-6',
  'chevron-left': 'm15 18-6-6 6-6',
  'chevron-right': 'm9 18 6-6-6-6',
  sliders:
    'M4 6h9M19 6h1M4 18h1M11 18h9M4 12h3M13 12h7M13 6a3 3 0 1 0 6 0 3 3 0 1 0-6 0M7 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 18a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  clock: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 6v6l4 2',
  globe: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20',
  user: 'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M8 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0',
  alert: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 8L12 12M12 16L12.01 16',
  leaf: 'M11 20a10 10 0 0010-10 25.9 25.9 0 00-1.04-7.281 1 1 0 00-1.755-.325C15.833 5.5 13 5.5 9.8 6.1A7 7 0 0011 20M2 21a5 5 0 012.911-4.544C7.613 15.212 8.351 15.24 11 13',
  utensils: 'M3 2v7c0 1.1.9 2 2 2h4a2 2 0 0 0 2-2V2M7 2v20M21 15V2a5 5 0 0 0-5 5v6c0 1.1.9 2 2 2h3Zm0 0v7',
  calendar: 'M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2M3 9h18',
  menu: 'M4 5h16M4 12h16M4 19h16',
  eye: 'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  'eye-off':
    'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M0 0m2 2 20 20',
  info: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 16v-4M12 8h.01',
  flame: 'M12 3q1 4 4 6.5t3 5.5a1 1 0 0 1-14 0 5 5 0 0 1 1-3 1 1 0 0 0 5 0c0-2-1.5-3-1.5-5q0-2 2.5-4',
  exchange: 'M8 3 4 7l4 4M4 7h16M0 0m16 21 4-4-4-4M20 17H4',
  'map-pin':
    'M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0M9 10a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  search: 'm21 21-4.34-4.34M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0',
  cart: 'M8 21h.01M19 21h.01M2 2h2l3 12.5a2 2 0 0 0 2 1.5h9.5a2 2 0 0 0 2-1.5L22 7H5',
  equal: 'M5 9L19 9M5 15L19 15',
};

/** The names of the icons there are. */
export type IconName = keyof typeof shapes;

/** All of them. */
export const iconNames = Object.keys(shapes) as readonly IconName[];

/** A line icon in the colour and size of the text beside it. It says nothing by itself: the text does. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
