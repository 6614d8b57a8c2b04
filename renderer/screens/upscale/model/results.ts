import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { isSameRect } from '../../../../shared/geometry/rect.ts';
import { describeRequestedSize } from './size-words.ts';

export function pictureOf(job: Job): JobOutput | undefined {
  return job.outputs.find(({ mediaType }) => mediaType.startsWith('image/'));
}

export function isTry({ brief }: Job): boolean {
  return brief.kind === 'upscale' && brief.picture.rect !== undefined;
}

export function upscalerOf({ brief }: Job): string {
  return brief.kind === 'upscale' ? brief.parameters.upscaler : '';
}

/** E.g. "R-ESRGAN 4x+, 2×": the settings that tell results of a picture apart. */
export function titleOfResult(job: Job): string {
  const { brief } = job;
  if (brief.kind !== 'upscale') return job.title;
  const { upscaler, size, secondUpscaler } = brief.parameters;
  const second = secondUpscaler === undefined ? [] : [`+ ${secondUpscaler.name}`];
  return [[upscaler, ...second].join(' '), describeRequestedSize(size)].join(', ');
}

/** Returns other finished results of the same part of the same picture. */
export function othersLike(job: Job, jobs: readonly Job[]): readonly Job[] {
  const { subject } = job;
  if (subject === undefined) return [];
  return jobs.filter(
    (each) =>
      each.id !== job.id &&
      pictureOf(each) !== undefined &&
      each.subject?.photoId === subject.photoId &&
      isSameRect(each.subject.region, subject.region),
  );
}

/** They were started at the same moment, so sorts by name, repetitions last. */
export function byUpscaler(a: Job, b: Job): number {
  return upscalerOf(a).localeCompare(upscalerOf(b)) || a.createdAt - b.createdAt;
}

/** Returns these tries, each as it was last run with its upscaler. @param jobs in any order */
export function latestTries(ids: readonly string[], jobs: readonly Job[]): readonly Job[] {
  const wanted = new Set(ids);
  const latest = jobs
    .filter(({ id }) => wanted.has(id))
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((job) =>
      jobs
        .filter((each) => isRunAgain(job, each))
        .reduce((last, each) => (each.createdAt > last.createdAt ? each : last), job),
    );
  return [...new Set(latest)];
}

function isRunAgain(job: Job, other: Job): boolean {
  const isOfRun = job.runId !== undefined && other.runId === job.runId && !other.isRemoved;
  return isOfRun && upscalerOf(other) === upscalerOf(job);
}
