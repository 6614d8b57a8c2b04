import type { BackendClient } from '../../../base/backend/client.ts';
import type { RunDeps } from '../../../work/runs/run-actions.ts';
import type { PictureSlot } from '../../../pictures/slots/index.ts';
import type { VideoStore } from './video-store.ts';

export interface VideoDeps extends RunDeps {
  readonly backend: BackendClient;
  readonly store: VideoStore;
  readonly slot: PictureSlot;
  readonly hasClip: (jobId: string) => boolean;
}
