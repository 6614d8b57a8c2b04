import type { Job } from '../../../shared/contract/jobs.ts';
import { backend } from '../../core/backend/client.ts';
import { putPoster } from '../../core/backend/media.ts';
import { createPosterMaker } from './make-posters.ts';
import { windowClips } from './window-clips.ts';

export function createWindowPosters(): (jobs: Iterable<Job>) => void {
  return createPosterMaker(windowClips, {
    begin: (jobId, output) => backend.clips.beginStill({ jobId, output }),
    end: (jobId, output) => backend.clips.endStill({ jobId, output }),
    put: (jobId, output, still) => putPoster({ jobId, output }, still),
    refuse: async (jobId, output) => {
      await backend.clips.notePlayable({ jobId, output, isPlayable: false });
    },
    // the clip was removed meanwhile, or the backend is away; lists keep showing the sent picture
    fail: () => undefined,
  });
}
