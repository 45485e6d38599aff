import pLimit, { type LimitFunction } from 'p-limit';

/** Queues by key: what has the same key runs so many at once, and the rest in the order they came. */
export type QueuesByKey = {
  readonly run: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** How many of a key wait or run. */
  readonly size: (key: string) => number;
};

/** Queues that exist as long as something is in them. */
export function queuesByKey(atOnce: number): QueuesByKey {
  const queues = new Map<string, LimitFunction>();
  const sizeOf = (queue: LimitFunction) => queue.activeCount + queue.pendingCount;
  return {
    async run(key, work) {
      const queue = queues.get(key) ?? pLimit(atOnce);
      queues.set(key, queue);
      try {
        return await queue(work);
      } finally {
        if (sizeOf(queue) === 0) queues.delete(key);
      }
    },
    size: (key) => {
      const queue = queues.get(key);
      return queue ? sizeOf(queue) : 0;
    },
  };
}
