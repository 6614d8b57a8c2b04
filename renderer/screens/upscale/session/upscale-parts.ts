import type { Photo } from '../../../../shared/contract/photos.ts';
import type { BackendClient } from '../../../base/backend/client.ts';
import type { MixSession } from '../../../pictures/mixing/index.ts';
import type { RunParts } from '../../../work/runs/run-actions.ts';
import type { Well } from '../../../pictures/wells/index.ts';
import type { UpscaleStore } from './upscale-store.ts';

export interface UpscaleParts extends RunParts {
  readonly backend: BackendClient;
  readonly store: UpscaleStore;
  readonly well: Well;
  readonly mixing: MixSession;
  /** @throws AppError */
  readonly importFile: (file: File) => Promise<Photo>;
}
