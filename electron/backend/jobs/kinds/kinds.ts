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

export function createJobKinds(parts: JobDeps, clock: JobClock) {
  return {
    cleanup: cleanupKind(parts, clock),
    'remove-text': removeTextKind(parts, clock),
    'merge-face': mergeFaceKind(parts, clock),
    upscale: upscaleKind(parts, clock),
    video: videoKind(parts, clock),
    'training-upload': trainingUploadKind(parts),
    watch: watchKind(parts, clock),
  } as const;
}
