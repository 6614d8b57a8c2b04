/** The screen that a task belongs to. */
import type { Job } from '../../../shared/contract/jobs.ts';
import { showScreen } from '../../screen/navigation.ts';

/** The button that opens it there; `undefined` where there is no such place. */
export function openTaskLabel({ kind, subject }: Job): string | undefined {
  if (kind === 'video') return 'Open in Video';
  return subject === undefined ? undefined : 'Open in Studio';
}

/** Opens a clip in Video, and the photo of anything else in the Studio. */
export function openTask({ id, kind, subject }: Job): void {
  if (kind === 'video') showScreen('video', { kind: 'show-job', jobId: id });
  else if (subject !== undefined) {
    showScreen('studio', { kind: 'open-photo', photoId: subject.photoId });
  }
}
