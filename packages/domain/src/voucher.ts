import { dayAt, instantOf, type CalendarDay, type Moment } from './day.ts';

/** What the order of vouchers looks at. */
type VoucherDates = {
  readonly validFrom?: Moment | undefined;
  readonly validTo?: Moment | undefined;
  readonly creationTimeStamp?: Moment | undefined;
};

/** The last day of a voucher or a bonus in the zone of the canteen; undefined where it has none. */
export function lastDayOf({ validTo }: VoucherDates, zone: string): CalendarDay | undefined {
  const instant = instantOf(validTo, zone);
  return instant === undefined ? undefined : dayAt(instant, zone);
}

/**
 * Vouchers by their last day, then their first, then their creation, each ascending: the one that ends first is first.
 * One without a last day comes last, one without another date comes first. `zone` is that of the canteen.
 */
export function sortedVouchers<Voucher extends VoucherDates>(
  vouchers: readonly Voucher[],
  zone: string,
): Voucher[] {
  const keysOf = ({ validTo, validFrom, creationTimeStamp }: VoucherDates) => [
    instantOf(validTo, zone) ?? Infinity,
    instantOf(validFrom, zone) ?? -Infinity,
    instantOf(creationTimeStamp, zone) ?? -Infinity,
  ];
  const keyed = vouchers.map((voucher) => ({ voucher, keys: keysOf(voucher) }));
  return keyed
    .toSorted((one, other) => {
      const index = one.keys.findIndex((key, at) => key !== other.keys[at]);
      return (one.keys[index] ?? 0) < (other.keys[index] ?? 0) ? -1 : index === -1 ? 0 : 1;
    })
    .map(({ voucher }) => voucher);
}
