/** Asks for the current state of changed groups, several changes at a time. */
import type { JobGroup } from '../../../../shared/contract/jobs.ts';

const GATHERED = {
  /** Groups in one request. */
  most: 100,
  /** Changes are collected for this long, ms. */
  delay: 250,
} as const;

/** Ids of groups with changed jobs, and their newest revision. */
type StaleGroups = ReadonlyMap<string, number>;

export interface KnownGroups {
  readonly groups: ReadonlyMap<string, JobGroup>;
  /** For which each group was requested. */
  readonly revisions: ReadonlyMap<string, number>;
}

/** Leaves out what is older than a page that was requested at a revision. */
export function groupsAfter(
  { groups, revisions }: KnownGroups,
  revision: number,
): ReadonlyMap<string, JobGroup> {
  return new Map([...groups].filter(([id]) => (revisions.get(id) ?? -Infinity) > revision));
}

interface GatherDeps {
  readonly ask: (groupIds: readonly string[], signal: AbortSignal) => Promise<readonly JobGroup[]>;
  /** @param revisions for which the groups were requested, by their ids */
  readonly take: (groups: readonly JobGroup[], revisions: StaleGroups) => void;
}

export function createGroupGatherer({ ask, take }: GatherDeps) {
  let stale: StaleGroups = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  async function askNow(): Promise<void> {
    timer = undefined;
    const revisions = new Map([...stale].slice(0, GATHERED.most));
    if (revisions.size === 0) return;
    const own = (asking = new AbortController());
    const groups = await ask([...revisions.keys()], own.signal).catch(
      () => undefined, // the next change asks again; the shell shows a broken connection
    );
    if (own.signal.aborted) return;
    asking = undefined;
    if (groups !== undefined) take(groups, revisions);
  }

  return {
    /** Changes that come faster than the delay do not postpone the request. */
    changed(groups: StaleGroups): void {
      stale = groups;
      if (stale.size === 0 || asking !== undefined || timer !== undefined) return;
      timer = setTimeout(() => void askNow(), GATHERED.delay);
    },
    /** Asks for nothing more, until another change. */
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      asking?.abort();
      asking = undefined;
    },
  };
}
