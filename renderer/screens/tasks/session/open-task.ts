/** The screen that a task belongs to. */
import type { Job } from '../../../../shared/contract/jobs.ts';
import { showScreen } from '../../../base/screen/navigation.ts';

/** Screens that show tasks of a kind by themselves. */
const SCREENS: Readonly<
  Partial<Record<Job['kind'], { readonly id: string; readonly title: string }>>
> = {
  video: { id: 'video', title: 'Video' },
  upscale: { id: 'upscale', title: 'Upscale' },
  'merge-face': { id: 'faces', title: 'Faces' },
};

/** The button that opens it there; `undefined` where there is no such place. */
export function openTaskLabel({ kind, subject }: Job): string | undefined {
  const screen = SCREENS[kind];
  if (screen !== undefined) return `Open in ${screen.title}`;
  return subject === undefined ? undefined : 'Open in Studio';
}

/** Opens it on the screen of its kind; the photo of anything else in the Studio. */
export function openTask({ id, kind, subject }: Job): void {
  const screen = SCREENS[kind];
  if (screen !== undefined) showScreen(screen.id, { kind: 'show-job', jobId: id });
  else if (subject !== undefined) {
    showScreen('studio', { kind: 'open-photo', photoId: subject.photoId, jobId: id });
  }
}
