import type { Photo } from '../../../../shared/contract/photos.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { BlendSession } from '../../../viewer/blending/index.ts';
import type { RunDeps } from '../../../features/runs/run-actions.ts';
import type { PictureSlot } from '../../../viewer/slots/index.ts';
import type { UpscaleStore } from './upscale-store.ts';

export interface UpscaleDeps extends RunDeps {
  readonly backend: BackendClient;
  readonly store: UpscaleStore;
  readonly slot: PictureSlot;
  readonly blending: BlendSession;
  /** @throws AppError */
  readonly importFile: (file: File) => Promise<Photo>;
}
