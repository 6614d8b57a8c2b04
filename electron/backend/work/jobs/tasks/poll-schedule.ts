/** Schedules polls. There is no last one: an accepted task is polled until it ends. */

/** ms. */
export const POLL = {
  /** The service needs a moment to know a new task. */
  first: 2000,
  /** Queues are slow: grows with age by `share`. */
  queued: { least: 4000, most: 10_000, share: 0.1 },
  /** An eighth of the remaining time, within these. */
  processing: { least: 2000, most: 6000, share: 1 / 8, withoutEstimate: 3000 },
  /** An unknown status counts as running. */
  unrecognised: 10_000,
  /** After this age everything is polled less often. */
  oldAfter: 600_000,
  old: { least: 15_000, most: 30_000 },
  /** Doubles from `least` to `most` while the service is unavailable. */
  trouble: { least: 2000, most: 60_000 },
  /** The key is refused or missing: only the user can change that, and `pollNow` follows. */
  key: 60_000,
  /** Polls per second over all tasks, to limit the load of 200 of them. */
  perSecond: 4,
  /** A task about to end may be polled before its turn, by at most this share. */
  earliest: 1 / 2,
  /** Every delay varies by up to this share, so that polls don't synchronise. */
  jitter: 0.2,
} as const;

export type LastPoll =
  | { readonly is: 'none' }
  | { readonly is: 'queued' | 'unrecognised' }
  | { readonly is: 'processing'; readonly etaSeconds: number | undefined }
  /** `times`: consecutive failed polls, from 1. */
  | { readonly is: 'trouble'; readonly times: number }
  | { readonly is: 'key' };

/** @param age ms @param random 0 to below 1 @param tasks with many, each is polled less often */
export function waitBeforePoll(last: LastPoll, age: number, random: number, tasks = 1): number {
  const jitter = 1 + POLL.jitter * (2 * random - 1);
  const wait = Math.max(plainWait(last, age), crowdedWait(last, tasks));
  return Math.round(wait * jitter);
}

function crowdedWait(last: LastPoll, tasks: number): number {
  const round = (1000 * tasks) / POLL.perSecond;
  if (last.is !== 'processing' || last.etaSeconds === undefined) return round;
  return Math.max(round * POLL.earliest, Math.min(round, last.etaSeconds * 1000));
}

function plainWait(last: LastPoll, age: number): number {
  const isOld = age > POLL.oldAfter;
  switch (last.is) {
    case 'none':
      return POLL.first;
    case 'key':
      return POLL.key;
    case 'trouble':
      return Math.min(POLL.trouble.most, POLL.trouble.least * 2 ** (last.times - 1));
    case 'unrecognised':
      return isOld ? POLL.old.most : POLL.unrecognised;
    case 'queued': {
      const { least, most, share } = POLL.queued;
      return isOld ? POLL.old.most : Math.min(most, least + share * age);
    }
    case 'processing': {
      const { least, most, share, withoutEstimate } = POLL.processing;
      if (isOld) return POLL.old.least;
      if (last.etaSeconds === undefined) return withoutEstimate;
      return Math.min(most, Math.max(least, last.etaSeconds * 1000 * share));
    }
  }
}
