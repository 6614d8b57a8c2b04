import type { BackendClient } from '../../../base/backend/client.ts';
import type { MixSession } from '../../../pictures/mixing/index.ts';
import type { RunDeps } from '../../../work/runs/run-actions.ts';
import type { PictureSlot } from '../../../pictures/slots/index.ts';
import type { Place } from '../model/part.ts';
import type { FacesStore } from './faces-store.ts';

export interface FacesDeps extends RunDeps {
  readonly backend: BackendClient;
  readonly store: FacesStore;
  readonly slots: Readonly<Record<Place, PictureSlot>>;
  readonly mixing: MixSession;
  readonly showInStudio: (photoId: string) => void;
}
