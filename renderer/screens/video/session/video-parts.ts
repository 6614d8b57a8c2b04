import type { BackendClient } from '../../../base/backend/client.ts';
import type { RunParts } from '../../../work/runs/run-actions.ts';
import type { Well } from '../../../pictures/wells/index.ts';
import type { VideoStore } from './video-store.ts';

export interface VideoParts extends RunParts {
  readonly backend: BackendClient;
  readonly store: VideoStore;
  readonly well: Well;
  readonly hasClip: (jobId: string) => boolean;
}
