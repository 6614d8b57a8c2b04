import { createStore } from 'zustand/vanilla';
import {
  DEFAULT_FACES_FORM,
  type FacePart,
  type FacesForm,
} from '../../../../shared/contract/faces-form.ts';
import type { PhotoFace } from '../../../../shared/contract/faces.ts';
import { NO_RUNS, type RunState } from '../../../features/runs/run-actions.ts';
import { WHOLE, type Crop, type FaceSlot } from '../model/part.ts';

interface FacesState extends RunState {
  readonly isRestored: boolean;
  /** The picture that keyboard commands act on. */
  readonly place: FaceSlot;
  readonly crops: Readonly<Record<FaceSlot, Crop>>;
  readonly more: Readonly<Record<FaceSlot, readonly FacePart[]>>;
  readonly responseType: FacesForm['responseType'];
  readonly isLinked: boolean;
  readonly isConsentRead: boolean;
  readonly usedFaces: readonly FacePart[];
  /** By photo id, the largest first. */
  readonly found: Readonly<Record<string, readonly PhotoFace[]>>;
  readonly cannotFind: boolean;
  readonly turning: FaceSlot | undefined;
  readonly jobId: string | undefined;
  readonly groupId: string | undefined;
  readonly isComparing: boolean;
  readonly areInputsShown: boolean;
  readonly side: FaceSlot;
}

export type FacesStore = ReturnType<typeof createFacesStore>;

export function createFacesStore() {
  return createStore<FacesState>(() => ({
    ...NO_RUNS,
    isRestored: false,
    place: 'picture',
    crops: { face: WHOLE, picture: WHOLE },
    more: { face: [], picture: [] },
    responseType: DEFAULT_FACES_FORM.responseType,
    isLinked: DEFAULT_FACES_FORM.isLinked,
    isConsentRead: DEFAULT_FACES_FORM.isConsentRead,
    usedFaces: [],
    found: {},
    cannotFind: false,
    turning: undefined,
    jobId: undefined,
    groupId: undefined,
    isComparing: false,
    areInputsShown: false,
    side: 'picture',
  }));
}
