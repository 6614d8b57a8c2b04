import type { JobClock } from '../job-clock.ts';
import type { JobDeps } from '../job-deps.ts';
import { cleanupKind } from './cleanup.ts';
import { mergeFaceKind } from './merge-face.ts';
import { removeTextKind } from './remove-text.ts';
import { trainingUploadKind } from './training-upload.ts';
import { upscaleKind } from './upscale.ts';
import { videoKind } from './video.ts';
import { watchKind } from './watch.ts';

export type JobKinds = ReturnType<typeof createJobKinds>;

export function createJobKinds(deps: JobDeps, clock: JobClock) {
  return {
    cleanup: cleanupKind(deps, clock),
    'remove-text': removeTextKind(deps, clock),
    'merge-face': mergeFaceKind(deps, clock),
    upscale: upscaleKind(deps, clock),
    video: videoKind(deps, clock),
    'training-upload': trainingUploadKind(deps),
    watch: watchKind(deps, clock),
  } as const;
}
