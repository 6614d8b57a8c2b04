import type { Photo } from '../../../../shared/contract/photos.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { MixSession } from '../../../viewer/mixing/index.ts';
import type { RunDeps } from '../../../features/runs/run-actions.ts';
import type { PictureSlot } from '../../../viewer/slots/index.ts';
import type { UpscaleStore } from './upscale-store.ts';

export interface UpscaleDeps extends RunDeps {
  readonly backend: BackendClient;
  readonly store: UpscaleStore;
  readonly slot: PictureSlot;
  readonly mixing: MixSession;
  /** @throws AppError */
  readonly importFile: (file: File) => Promise<Photo>;
}
