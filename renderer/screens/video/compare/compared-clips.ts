import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';

export interface ComparedClip {
  readonly job: Job;
  /** Id of the file. */
  readonly output: number;
  /** The value of its sweep, or another short name. */
  readonly title: string;
}

export interface OpenedClip extends ComparedClip {
  readonly file: JobOutput;
}

const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** The letter of a clip by its place. */
export function clipLetter(index: number): string {
  return LETTERS[index] ?? '';
}

export function openedClips(clips: readonly ComparedClip[]): readonly OpenedClip[] {
  const opened = clips.flatMap((clip) => {
    const file = clip.job.outputs.find(({ id }) => id === clip.output);
    return file === undefined ? [] : [{ ...clip, file }];
  });
  if (new Set(opened.map(({ title }) => title)).size === opened.length) return opened;
  // titles that are equal get a letter
  return opened.map((clip, index) => ({
    ...clip,
    title: `${clipLetter(index)}: ${clip.title}`,
  }));
}
