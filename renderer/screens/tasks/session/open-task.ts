import type { Job } from '../../../../shared/contract/jobs.ts';
import { showScreen } from '../../../core/screen/navigation.ts';

const SCREENS: Readonly<
  Partial<Record<Job['kind'], { readonly id: string; readonly title: string }>>
> = {
  video: { id: 'video', title: 'Video' },
  upscale: { id: 'upscale', title: 'Upscale' },
  'merge-face': { id: 'faces', title: 'Faces' },
};

/** Returns `undefined` if no screen shows this kind. */
export function openTaskLabel({ kind, subject }: Job): string | undefined {
  const screen = SCREENS[kind];
  if (screen !== undefined) return `Open in ${screen.title}`;
  return subject === undefined ? undefined : 'Open in Studio';
}

/** Opens the screen of its kind, else the photo in the Studio. */
export function openTask({ id, kind, subject }: Job): void {
  const screen = SCREENS[kind];
  if (screen !== undefined) showScreen(screen.id, { kind: 'show-job', jobId: id });
  else if (subject !== undefined) {
    showScreen('studio', { kind: 'open-photo', photoId: subject.photoId, jobId: id });
  }
}
