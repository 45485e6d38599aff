import { readFileSync } from 'node:fs';

/** Linux counts processor time for programs in hundredths of a second, on every machine. */
const MS_PER_TICK = 10;

/** The processor time a process has used, user and system, in ms; NaN where the system has no `/proc`. */
export function processorMs(pid: number): number {
  try {
    // The name may hold spaces and parentheses; utime and stime are the 12th and 13th field behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return Number.NaN;
  }
}
