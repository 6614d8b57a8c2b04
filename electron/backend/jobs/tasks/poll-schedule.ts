/**
 * The wait before the next look at a task. There is no last look: a task that the
 * service has taken is followed until it ends.
 */

/** All times in ms. */
export const POLL = {
  /** The service knows a fresh task after a moment. */
  first: 2000,
  /** A queue moves slowly: from `least`, growing with the age by `share`, to `most`. */
  queued: { least: 4000, most: 10_000, share: 0.1 },
  /** An eighth of the time that is left, within these. */
  processing: { least: 2000, most: 6000, share: 1 / 8, withoutEstimate: 3000 },
  /** A task with an unknown status counts as running. */
  unrecognised: 10_000,
  /** After this age everything is looked after less often. */
  oldAfter: 600_000,
  old: { least: 15_000, most: 30_000 },
  /** Doubles from `least` to `most` while the service cannot be asked. */
  trouble: { least: 2000, most: 60_000 },
  /** The key is refused or missing: only the user can change that, and says so by `lookNow`. */
  key: 60_000,
  /** Looks in a second over all tasks: 200 of them must not keep the computer busy with asking. */
  perSecond: 4,
  /** One that should end earlier than its turn is looked after then, but not this share earlier. */
  earliest: 1 / 2,
  /** Every wait is longer or shorter by up to this share, so that tasks do not march in step. */
  jitter: 0.2,
} as const;

/** The finding of the last look. */
export type LastLook =
  | { readonly is: 'none' }
  | { readonly is: 'queued' | 'unrecognised' }
  | { readonly is: 'processing'; readonly etaSeconds: number | undefined }
  /** `times`: failed looks in a row, from 1. */
  | { readonly is: 'trouble'; readonly times: number }
  | { readonly is: 'key' };

/**
 * @param age since the request left, ms
 * @param random from 0 up to 1
 * @param tasks that are followed at the moment: many of them are looked after less often each
 * @returns whole ms
 */
export function waitBeforeLook(last: LastLook, age: number, random: number, tasks = 1): number {
  const jitter = 1 + POLL.jitter * (2 * random - 1);
  const wait = Math.max(plainWait(last, age), crowdedWait(last, tasks));
  return Math.round(wait * jitter);
}

/** With many tasks each has its turn in a round; one that is about to end has it earlier. */
function crowdedWait(last: LastLook, tasks: number): number {
  const round = (1000 * tasks) / POLL.perSecond;
  if (last.is !== 'processing' || last.etaSeconds === undefined) return round;
  return Math.max(round * POLL.earliest, Math.min(round, last.etaSeconds * 1000));
}

function plainWait(last: LastLook, age: number): number {
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
