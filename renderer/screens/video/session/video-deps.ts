import type { BackendClient } from '../../../core/backend/client.ts';
import type { RunDeps } from '../../../features/runs/run-actions.ts';
import type { PictureSlot } from '../../../viewer/slots/index.ts';
import type { VideoStore } from './video-store.ts';

export interface VideoDeps extends RunDeps {
  readonly backend: BackendClient;
  readonly store: VideoStore;
  readonly slot: PictureSlot;
  readonly hasClip: (jobId: string) => boolean;
}
