import type { BackendClient } from '../../../base/backend/client.ts';
import type { MixSession } from '../../../pictures/mixing/index.ts';
import type { RunParts } from '../../../work/runs/run-actions.ts';
import type { Well } from '../../../pictures/wells/index.ts';
import type { Place } from '../model/part.ts';
import type { FacesStore } from './faces-store.ts';

export interface FacesParts extends RunParts {
  readonly backend: BackendClient;
  readonly store: FacesStore;
  readonly wells: Readonly<Record<Place, Well>>;
  readonly mixing: MixSession;
  readonly showInStudio: (photoId: string) => void;
}
