import type { BackendClient } from '../../../core/backend/client.ts';
import type { BlendSession } from '../../../viewer/blending/index.ts';
import type { RunDeps } from '../../../features/runs/run-actions.ts';
import type { PictureSlot } from '../../../viewer/slots/index.ts';
import type { FaceSlot } from '../model/part.ts';
import type { FacesStore } from './faces-store.ts';

export interface FacesDeps extends RunDeps {
  readonly backend: BackendClient;
  readonly store: FacesStore;
  readonly slots: Readonly<Record<FaceSlot, PictureSlot>>;
  readonly blending: BlendSession;
  readonly showInStudio: (photoId: string) => void;
}
