/** Enlargements as the list shows them: newest first, tries of one part as one entry. Pure. */
import type { Job } from '../../../../shared/contract/jobs.ts';
import { isTry, upscalerOf } from './results.ts';

export type ResultEntry =
  | { readonly kind: 'job'; readonly id: string; readonly job: Job }
  | { readonly kind: 'tries'; readonly id: string; readonly jobs: readonly Job[] };

/** @param jobs newest first */
export function resultEntries(jobs: readonly Job[]): readonly ResultEntry[] {
  const tries = new Map<string, Job[]>();
  for (const job of jobs) {
    if (job.runId === undefined || !isTry(job)) continue;
    tries.set(job.runId, [...(tries.get(job.runId) ?? []), job].sort(byUpscaler));
  }
  const seen = new Set<string>();
  const entries: ResultEntry[] = [];
  for (const job of jobs) {
    const group = job.runId === undefined || !isTry(job) ? undefined : tries.get(job.runId);
    if (group === undefined || job.runId === undefined) {
      entries.push({ kind: 'job', id: job.id, job });
    } else if (!seen.has(job.runId)) {
      seen.add(job.runId);
      entries.push({ kind: 'tries', id: job.runId, jobs: group });
    }
  }
  return entries;
}

/** They were started at the same moment: by name, and a repetition after the first. */
function byUpscaler(a: Job, b: Job): number {
  return upscalerOf(a).localeCompare(upscalerOf(b)) || a.createdAt - b.createdAt;
}
