import { MATRIX, type FacePart } from '../../../../shared/contract/faces-form.ts';
import type { MergeFaceJobRequest } from '../../../../shared/contract/job-requests.ts';
import type { Job, OutputReference } from '../../../../shared/contract/jobs.ts';
import type { SaveBlend } from '../../../../shared/contract/blend.ts';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import { createRunActions, firstFile, type RunDeps } from '../../../features/runs/run-actions.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { matrixObstacle } from '../model/matrix.ts';
import {
  cropsOf,
  requestOf,
  WHOLE,
  CROP,
  fitting,
  newCrop,
  turnedRect,
  widened,
  type FaceSlot,
  type Crop,
} from '../model/part.ts';
import { withUsedFaces, withoutFace } from '../model/used-faces.ts';
import type { IMAGE_PARAMETERS } from '../../../../shared/parameters/image-parameters.ts';
import type { FormOf } from '../../../../shared/parameters/parameter-table.ts';
import { UNSHOWN_OBSTACLE, unshown } from '../../../viewer/stage/unshown.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { BlendSession } from '../../../viewer/blending/index.ts';
import type { PictureSlot } from '../../../viewer/slots/index.ts';
import type { FacesStore } from './faces-store.ts';
import type { PhotoFace, PhotoTurn } from '../../../../shared/contract/faces.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { unlessLeft } from '../../../core/screen/navigation.ts';
import { cropOfFace, partOfFace } from '../model/face-marks.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';

interface FacesDeps extends RunDeps {
  readonly backend: BackendClient;
  readonly store: FacesStore;
  readonly slots: Readonly<Record<FaceSlot, PictureSlot>>;
  readonly blending: BlendSession;
  readonly showInStudio: (photoId: string) => void;
}

/** @returns false if the form can hold no more */
function addMore(
  { store, say }: Pick<FacesDeps, 'store' | 'say'>,
  place: FaceSlot,
  part: FacePart,
): boolean {
  const { more } = store.getState();
  const parts = withUsedFaces(more[place], [part]);
  if (parts.length > MATRIX.side) {
    say(`Up to ${MATRIX.side + 1} ${place}s can be sent together.`); // with the one in the slot
    return false;
  }
  store.setState({ more: { ...more, [place]: parts } });
  return true;
}

function createSlotActions(
  deps: FacesDeps,
  attempt: (action: () => Promise<void>) => Promise<void>,
) {
  const { backend, store, slots, say, sayUndo } = deps;
  const photoOf = (place: FaceSlot): Photo | undefined => slots[place].state.getState().photo;

  function setCrop(place: FaceSlot, changes: Partial<Crop>): void {
    store.setState(({ crops }) => ({
      crops: { ...crops, [place]: { ...crops[place], ...changes } },
    }));
  }

  function part(place: FaceSlot): FacePart | undefined {
    const photo = photoOf(place);
    return photo && { photoId: photo.id, ...fitting(photo, store.getState().crops[place]) };
  }

  function put(place: FaceSlot, photo: Photo | undefined, crop: Crop): void {
    slots[place].set(photo); // resets the crop
    setCrop(place, crop);
  }

  return {
    part,
    setCrop,
    /** @param seen visible part of the picture, for a new crop */
    toggleCrop(place: FaceSlot, seen?: Rect): void {
      const photo = photoOf(place);
      if (photo === undefined) return;
      const { rect } = store.getState().crops[place];
      setCrop(place, { rect: rect === null ? newCrop(photo, seen) : null });
    },
    widen(place: FaceSlot): void {
      const photo = photoOf(place);
      const { rect } = store.getState().crops[place];
      if (photo !== undefined && rect !== null) setCrop(place, { rect: widened(rect, photo) });
    },
    addBorder: (place: FaceSlot): void => setCrop(place, { border: CROP.border }),
    turn: (place: FaceSlot, turn: PhotoTurn): Promise<void> =>
      attempt(async () => {
        const photo = photoOf(place);
        if (photo === undefined || store.getState().turning !== undefined) return;
        store.setState({ turning: place });
        try {
          const turned = await backend.faces.turn({ photoId: photo.id, turn });
          if (photoOf(place)?.id !== photo.id) return;
          const crop = store.getState().crops[place];
          const rect = crop.rect && turnedRect(crop.rect, photo, turn);
          put(place, turned, { ...crop, rect });
        } finally {
          store.setState({ turning: undefined });
        }
      }),
    swap(): void {
      const { crops } = store.getState();
      const [face, picture] = [photoOf('face'), photoOf('picture')];
      put('face', picture, crops.picture);
      put('picture', face, crops.face);
    },
    /** Shows a message if the photo is gone. */
    async fill(place: FaceSlot, { photoId, ...crop }: FacePart): Promise<void> {
      const slot = slots[place];
      if (photoOf(place)?.id === photoId) slot.keep();
      else {
        const before = photoOf(place);
        await slot.restore(photoId);
        const { photo, isOpening } = slot.state.getState();
        if (photo?.id !== photoId) {
          // otherwise another one was chosen meanwhile
          if (photo === before && !isOpening) say('This picture is no longer in the library.');
          return;
        }
      }
      setCrop(place, { ...WHOLE, ...crop });
    },
    removeUsedFace(face: FacePart): void {
      store.setState({ usedFaces: withoutFace(store.getState().usedFaces, face) });
      sayUndo('Removed the face from the row.', () => {
        store.setState(({ usedFaces }) => ({ usedFaces: withUsedFaces(usedFaces, [face]) }));
      });
    },
    addToMatrix(place: FaceSlot): void {
      const added = part(place);
      if (added !== undefined && addMore(deps, place, added)) put(place, undefined, WHOLE);
    },
    removeFromMatrix(place: FaceSlot, removed: FacePart): void {
      store.setState(({ more }) => ({
        more: { ...more, [place]: withoutFace(more[place], removed) },
      }));
    },
  };
}

/** As “Save the result as PNG” does. */
export const SAVED_AS = {
  format: 'png',
  quality: 100,
  lossless: true,
  exif: 'without-place',
} as const;

export function createFacesSession(deps: FacesDeps) {
  const { backend, store, slots, blending, say, showInStudio } = deps;

  const runs = createRunActions(deps, {
    store,
    noun: 'result',
    filesOf: (job) =>
      firstFile(job, async (output, into) => {
        await blending.flush(); // saves the blend that is on screen
        return await backend.blend.saveFile({ ...output, ...SAVED_AS, ...into });
      }),
    already: 'This face merge is already running.',
    openId: () => store.getState().jobId,
    closed(removed) {
      const { jobId } = store.getState();
      if (jobId !== undefined && removed.has(jobId)) show(undefined);
    },
  });
  const { attempt } = runs;
  const actions = createSlotActions(deps, attempt);
  const finder = createFaceFinder(deps);
  let isRestoring = false;

  /** The one in the slot comes first. */
  function all(place: FaceSlot): readonly FacePart[] {
    const inSlot = actions.part(place);
    return withUsedFaces(store.getState().more[place], inSlot === undefined ? [] : [inSlot]);
  }

  function requests(): readonly MergeFaceJobRequest[] {
    const { responseType } = store.getState();
    const pictures = all('picture');
    return all('face').flatMap((face) =>
      pictures.map((picture) => requestOf(face, picture, responseType)),
    );
  }

  function obstacle(): string | undefined {
    if (all('face').length === 0) return 'Add a face first.';
    if (all('picture').length === 0) return 'Add a picture first.';
    const ids = unshown.getState();
    if ([...all('face'), ...all('picture')].some(({ photoId }) => ids.has(photoId))) {
      return UNSHOWN_OBSTACLE;
    }
    return matrixObstacle(all('face').length, all('picture').length);
  }

  function show(jobId: string | undefined): void {
    store.setState({
      jobId,
      selected: [],
      areInputsShown: false,
      ...(jobId === undefined ? { isComparing: false } : {}),
    });
  }

  const toPhoto = (output: OutputReference, showPhoto: (photoId: string) => void): Promise<void> =>
    attempt(async () => {
      await blending.flush();
      showPhoto((await backend.blend.toStudio(output)).photoId);
    });

  async function fill(request: MergeFaceJobRequest): Promise<void> {
    const { face, picture } = cropsOf(request);
    store.setState({ responseType: request.responseType });
    await Promise.all([actions.fill('face', face), actions.fill('picture', picture)]);
  }

  return {
    store,
    slots,
    blending,
    runs,
    slotActions: actions,
    finder,
    restore({ facesForm, usedFaces }: Pick<ScreenState, 'facesForm' | 'usedFaces'>): void {
      if (isRestoring) return;
      isRestoring = true;
      const { face, picture, moreFaces, morePictures, jobId, ...rest } = facesForm;
      const isFree = (place: FaceSlot): boolean => {
        const { photo, isOpening } = slots[place].state.getState();
        return photo === undefined && !isOpening;
      };
      const wanted = [
        ...(face !== null && isFree('face') ? [['face', face] as const] : []),
        ...(picture !== null && isFree('picture') ? [['picture', picture] as const] : []),
      ];
      store.setState({
        ...rest,
        jobId: store.getState().jobId ?? jobId ?? undefined,
        usedFaces,
        more: { face: moreFaces, picture: morePictures },
      });
      void Promise.all(wanted.map(([place, part]) => actions.fill(place, part))).finally(() =>
        store.setState({ isRestored: true }),
      );
    },
    change: (parameters: Partial<FormOf<typeof IMAGE_PARAMETERS>>): void =>
      store.setState(parameters),
    requests,
    counts: (): Readonly<Record<FaceSlot, number>> => ({
      face: all('face').length,
      picture: all('picture').length,
    }),
    obstacle,
    send: (): Promise<void> =>
      runs.send(obstacle(), async () => {
        const sent = requests();
        const [first] = sent;
        if (first === undefined) return;
        const faces = all('face').slice(0, MATRIX.side);
        const before = store.getState();
        const started =
          sent.length === 1
            ? { jobId: await runs.start(first) }
            : { groupId: (await backend.jobs.startTogether({ requests: sent })).runId };
        const { jobId, groupId } = store.getState();
        // the user may have opened another result meanwhile
        if (jobId === before.jobId && groupId === before.groupId) {
          store.setState({ groupId: started.groupId });
          show(started.jobId);
        }
        store.setState(({ usedFaces }) => ({ usedFaces: withUsedFaces(usedFaces, faces) }));
      }),
    show,
    showGroup(groupId: string | undefined): void {
      store.setState({ groupId, areInputsShown: false });
      if (groupId !== undefined) show(undefined);
    },
    compare: (isComparing: boolean): void => store.setState({ isComparing, areInputsShown: false }),
    prepare: (job: Job): Promise<void> =>
      attempt(async () => {
        if (job.brief.kind === 'merge-face') await fill(job.brief);
      }),
    fill: (request: MergeFaceJobRequest): Promise<void> => attempt(() => fill(request)),
    async runAgain(jobIds: readonly string[]): Promise<void> {
      const [again] = await runs.runAgain(jobIds);
      const [jobId] = jobIds;
      if (jobIds.length === 1 && again !== undefined && store.getState().jobId === jobId)
        show(again);
    },
    openInStudio: (output: OutputReference): Promise<void> =>
      toPhoto(output, unlessLeft('studio', showInStudio)),
    toPhoto,
    save: (options: SaveBlend): Promise<void> =>
      attempt(async () => {
        await blending.flush();
        finishSave(await backend.blend.saveFile(options), say);
      }),
  };
}

function createFaceFinder(deps: Pick<FacesDeps, 'backend' | 'store' | 'slots' | 'say'>) {
  const { backend, store, slots } = deps;
  const photoOf = (place: FaceSlot): Photo | undefined => slots[place].state.getState().photo;

  /** Asks once per photo. */
  async function facesOf(photo: Photo): Promise<readonly PhotoFace[]> {
    const known = store.getState().found[photo.id];
    if (known !== undefined) return known;
    const { faces } = await backend.faces.find({ photoId: photo.id });
    store.setState(({ found }) => ({ found: { ...found, [photo.id]: faces }, cannotFind: false }));
    return faces;
  }

  async function find(place: FaceSlot, photo: Photo): Promise<void> {
    try {
      const faces = await facesOf(photo);
      const [largest] = faces;
      const { crops, isRestored } = store.getState();
      // a crop that was restored, filled in or removed stays as it is
      const isNew = photoOf(place)?.id === photo.id && isRestored && crops[place] === WHOLE;
      // with several faces one has to be chosen: the largest, until another is clicked
      if (isNew && largest !== undefined && faces.length > 1) choose(place, largest);
    } catch (thrown) {
      // the slots work without marks; what is wrong with a picture is reported by its slot
      if (readError(thrown).kind === 'tool-unavailable') store.setState({ cannotFind: true });
    }
  }

  function choose(place: FaceSlot, face: PhotoFace): void {
    const photo = photoOf(place);
    if (photo === undefined) return;
    store.setState(({ crops }) => ({
      crops: { ...crops, [place]: { ...crops[place], rect: cropOfFace(face, photo) } },
    }));
  }

  const stops = (['face', 'picture'] as const).map((place) => {
    const look = (): void => {
      const photo = photoOf(place);
      if (photo !== undefined) void find(place, photo);
    };
    look();
    return slots[place].state.subscribe((now, before) => {
      if (now.photo?.id !== before.photo?.id) look();
    });
  });

  return {
    choose,
    tick(place: FaceSlot, face: PhotoFace, isTicked: boolean): void {
      const photo = photoOf(place);
      if (photo === undefined) return;
      const part = partOfFace(face, photo);
      if (isTicked) addMore(deps, place, part);
      else {
        store.setState(({ more }) => ({
          more: { ...more, [place]: withoutFace(more[place], part) },
        }));
      }
    },
    stop: (): void => stops.forEach((stop) => stop()),
  };
}
