import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { MenuHeading } from './menu-heading.tsx';
import { ShowMore } from './show-more.tsx';
import { useMedia } from './use-media.ts';
import styles from './week-board.module.css';

/** A group of dishes. Several may share a name; the same group has the same `id` on every day. */
export type WeekBoardGroup = { id: string; name: string; children: ReactNode };

/** One day of the board: its groups of dishes, or what stands there instead. */
export type WeekBoardDay = {
  /** The calendar day, `yyyy-MM-dd`. */
  day: string;
  heading: string;
  note?: ReactNode;
  /** Each group with its DishList. */
  groups: readonly WeekBoardGroup[];
  /** Instead of groups, e.g. why the day is closed. */
  empty?: ReactNode;
};

/** From this width on the days are columns; the style sheet has it too. */
export const COLUMNS = '(min-width: 68.75em)';

/**
 * The days of a week: under each other on the phone, as columns on a wide screen, where a group stands in the same
 * row on every day, like on a printed menu.
 */
export function WeekBoard({
  days,
  label,
  groupsAtOnce,
  moreLabel,
  pressed,
  onDayInSight,
}: {
  days: readonly WeekBoardDay[];
  label: string;
  /** How many groups of each day are shown at first, and added each time. */
  groupsAtOnce: number;
  /** The label of the button that adds groups. */
  moreLabel: string;
  /** A day that was pressed elsewhere on the page, or chosen before the week. Where the days are stacked, it is scrolled into view. */
  pressed?: { readonly day: string } | undefined;
  /** Where the days are stacked: called with the first one in sight, each time that changes, and with none once that is over. */
  onDayInSight?: ((day: string | undefined) => void) | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pressed === undefined || window.matchMedia(COLUMNS).matches) return;
    const pressedDay = frame.current?.querySelector(`[data-day="${pressed.day}"]`);
    // The first day stands at the top of the page already.
    if (window.scrollY > 0 || pressedDay?.previousElementSibling) pressedDay?.scrollIntoView();
  }, [pressed]);
  const tellDay = useEffectEvent((day: string | undefined) => onDayInSight?.(day));
  const areColumns = useMedia(COLUMNS);
  useEffect(() => {
    if (areColumns) return;
    // A press counts until somebody scrolls on: the last day of a week need not reach the top.
    let resting = pressed && window.scrollY;
    let told: string | undefined;
    const follow = () => {
      if (window.scrollY === resting) return;
      resting = undefined;
      const all = [...(frame.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
      // The heading of a day that was pressed lies this much below the edge of the window.
      const begun = all.filter((element) => element.getBoundingClientRect().top <= 120);
      const day = (begun.at(-1) ?? all[0])?.dataset['day'];
      if (day !== told) tellDay(day);
      told = day;
    };
    // Nobody pressed the day that an address names.
    if (pressed === undefined) follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => {
      window.removeEventListener('scroll', follow);
      tellDay(undefined);
    };
  }, [areColumns, pressed]);
  const [count, setCount] = useState(groupsAtOnce);
  const idsOf = (atMost?: number) => days.flatMap((day) => day.groups.slice(0, atMost).map(({ id }) => id));
  const all = new Set(idsOf());
  // The first groups of every day, so that no day is empty, in the order of all groups, which later ones do not change.
  const drawn = new Set(idsOf(count));
  const rows = [...all].filter((id) => drawn.has(id));
  return (
    <section className={styles.frame} aria-label={label}>
      <div
        className={styles.board}
        ref={(element) => {
          frame.current = element;
          element?.style.setProperty('--groups', String(Math.max(1, rows.length)));
        }}
      >
        {days.map((day) => (
          <Day key={day.day} day={day} rows={rows} />
        ))}
      </div>
      {rows.length < all.size && (
        <ShowMore
          label={moreLabel}
          itemsOf={(board) => [...board.querySelectorAll(`.${styles.group}`)]}
          onMore={() => setCount(count + groupsAtOnce)}
        />
      )}
    </section>
  );
}

function Day({ day, rows }: { day: WeekBoardDay; rows: readonly string[] }) {
  const headingId = useId();
  return (
    <section className={styles.day} aria-labelledby={headingId} data-day={day.day}>
      <MenuHeading of="day" level={2} id={headingId} note={day.note}>
        {day.heading}
      </MenuHeading>
      {day.groups.length === 0
        ? day.empty !== undefined && <div className={styles.empty}>{day.empty}</div>
        : rows.map((id) => {
            const group = day.groups.find((candidate) => candidate.id === id);
            // An empty cell keeps the rows of all days aligned.
            return group === undefined ? (
              <div key={id} className={styles.gap} />
            ) : (
              <div key={id} className={styles.group}>
                <MenuHeading of="group" level={3}>
                  {group.name}
                </MenuHeading>
                {group.children}
              </div>
            );
          })}
    </section>
  );
}
