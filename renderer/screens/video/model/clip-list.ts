/** Clips as the list shows them: newest first, those of a sweep as one entry. Pure. */
import { isFinalJobState, type Job, type JobOutput } from '../../../../shared/contract/jobs.ts';

/** A clip of its own, or several that were started together. */
export type ClipEntry =
  | { readonly kind: 'clip'; readonly id: string; readonly job: Job }
  | { readonly kind: 'group'; readonly id: string; readonly jobs: readonly Job[] };

/** @param jobs newest first */
export function clipEntries(jobs: readonly Job[]): readonly ClipEntry[] {
  const sizes = new Map<string, number>();
  for (const { runId } of jobs) {
    if (runId !== undefined) sizes.set(runId, (sizes.get(runId) ?? 0) + 1);
  }
  const seen = new Set<string>();
  const entries: ClipEntry[] = [];
  for (const job of jobs) {
    const { runId } = job;
    if (runId === undefined || (sizes.get(runId) ?? 0) < 2) {
      entries.push({ kind: 'clip', id: job.id, job });
    } else if (!seen.has(runId)) {
      seen.add(runId);
      entries.push({ kind: 'group', id: runId, jobs: membersOf(jobs, runId) });
    }
  }
  return entries;
}

/** The clips of a group, in the order of their values. */
export function membersOf(jobs: readonly Job[], groupId: string): readonly Job[] {
  return jobs.filter(({ runId }) => runId === groupId).sort(byValue);
}

/** The clips that the list goes through with ↑ and ↓: those in sight, without groups. */
export function clipsInOrder(entries: readonly ClipEntry[]): readonly Job[] {
  return entries.flatMap((entry) => (entry.kind === 'clip' ? [entry.job] : entry.jobs));
}

/** The file to play; `undefined` until there is one. */
export function clipOf(job: Job): JobOutput | undefined {
  return job.outputs.find(isClip);
}

/** True for a moving picture. */
export function isClip({ mediaType, clip }: JobOutput): boolean {
  return clip !== undefined || mediaType.startsWith('video/') || mediaType === 'image/gif';
}

/** How far the clips of a group are. */
export interface GroupState {
  readonly total: number;
  readonly done: number;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
}

export function groupState(jobs: readonly Job[]): GroupState {
  const count = (is: (job: Job) => boolean): number => jobs.filter(is).length;
  return {
    total: jobs.length,
    done: count(({ state }) => state === 'done'),
    waiting: count(({ state }) => state === 'waiting'),
    running: count(({ state }) => !isFinalJobState(state) && state !== 'waiting'),
    failed: count(({ state }) => state === 'failed' || state === 'unknown' || state === 'expired'),
  };
}

/** "2 of 4 done · 1 running · 1 waiting" */
export function describeGroup({ total, done, waiting, running, failed }: GroupState): string {
  const parts = [`${done} of ${total} done`];
  if (running > 0) parts.push(`${running} running`);
  if (waiting > 0) parts.push(`${waiting} waiting`);
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(' · ');
}

/** The sum for these clips, 1/10000 USD; `undefined` = not known, or practice. */
export function costOf(jobs: readonly Job[]): number | undefined {
  let sum = 0;
  for (const { price, isPractice } of jobs) {
    if (price === undefined || isPractice) return undefined;
    sum += price;
  }
  return sum;
}

/** A short title that tells a clip from its neighbours: the value of its sweep, or its settings. */
export function titleOfClip(job: Job): string {
  const { sweep } = job;
  if (sweep !== undefined) return `${AXES[sweep.axis]} ${sweep.value}`;
  return job.title;
}

/** "1024 × 576 px · 25 frames · 4.2 s": as measured; empty until then. */
export function measuresOfClip(job: Job): string {
  const { width, height, clip } = clipOf(job) ?? {};
  const seconds = (clip?.frameTimes.at(-1) ?? 0) / 1000;
  return [
    ...(width === undefined || height === undefined ? [] : [`${width} × ${height} px`]),
    ...(clip === undefined ? [] : [`${clip.frameCount} frames`, `${seconds.toFixed(1)} s`]),
  ].join(' · ');
}

const AXES = { seed: 'Seed', motion: 'Motion', noise: 'Noise' } as const;

function byValue(a: Job, b: Job): number {
  const [left, right] = [a.sweep?.value, b.sweep?.value];
  if (left !== undefined && right !== undefined && a.sweep?.axis !== 'seed') {
    return Number(left) - Number(right);
  }
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
