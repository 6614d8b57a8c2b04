/** The plain state of the Faces screen. */
import { createStore } from 'zustand/vanilla';
import { DEFAULT_FACES_FORM } from '../../../../shared/contract/default-screen-state.ts';
import type { FacePart, FacesForm } from '../../../../shared/contract/faces-form.ts';
import type { PhotoFace } from '../../../../shared/contract/faces.ts';
import { NO_RUNS, type RunState } from '../../../work/runs/run-actions.ts';
import { WHOLE, type Crop, type Place } from '../model/part.ts';

export interface FacesState extends RunState {
  /** The form of the last session is there. */
  readonly isRestored: boolean;
  /** The picture that keys are for. */
  readonly place: Place;
  readonly crops: Readonly<Record<Place, Crop>>;
  /** Further faces and pictures of a matrix. */
  readonly more: Readonly<Record<Place, readonly FacePart[]>>;
  readonly responseType: FacesForm['responseType'];
  readonly isLinked: boolean;
  readonly isConsentRead: boolean;
  /** Faces that were used before, the latest first. */
  readonly usedFaces: readonly FacePart[];
  /** The faces that were found, by photo; the largest first. */
  readonly found: Readonly<Record<string, readonly PhotoFace[]>>;
  /** Faces cannot be found on this computer. */
  readonly cannotFind: boolean;
  /** A picture is being turned. */
  readonly turning: Place | undefined;
  /** The run that is shown. */
  readonly jobId: string | undefined;
  /** The group that is shown as a matrix. */
  readonly groupId: string | undefined;
  readonly isComparing: boolean;
  /** Face and picture of the form are on the stage, though a result is open. */
  readonly areInputsShown: boolean;
  /** Beside the result: what it was made of. */
  readonly side: Place;
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
