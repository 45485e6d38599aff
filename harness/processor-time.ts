import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (USER_HZ) on every machine. */
const MS_PER_TICK = 10;

/** The fields of `/proc/PID/stat` after the name, which may contain spaces and parentheses. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The processor time a process has used, user and system, in ms; NaN where the system has no `/proc`. */
export function processorMs(pid: number): number {
  try {
    const fields = statOf(pid);
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return Number.NaN;
  }
}

/**
 * The processor time that a process and its children, running and ended, have used, in ms. Each connection to PostgreSQL
 * has a process of its own, a child of the postmaster.
 */
export function processorMsWithChildren(pid: number): number {
  try {
    const fields = statOf(pid);
    const ended = (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
    return processesOf(pid).reduce((sum, child) => sum + (processorMs(child) || 0), ended + processorMs(pid));
  } catch {
    return Number.NaN;
  }
}

/** The children of a process. */
function processesOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((child) => {
      try {
        return child > 0 && Number(statOf(child)[1]) === pid;
      } catch {
        // It ended meanwhile.
        return false;
      }
    });
}
