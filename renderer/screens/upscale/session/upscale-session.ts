import type { UpscaleJobRequest } from '../../../../shared/contract/job-requests.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import {
  DEFAULT_UPSCALE_FORM,
  type UpscaleForm,
} from '../../../../shared/contract/upscale-form.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { count } from '../../../core/ui/format.ts';
import {
  createRunActions,
  firstFile,
  NO_RUNS,
  type RunDeps,
  type RunState,
} from '../../../features/runs/run-actions.ts';
import { asUpscaleRequest, formOfRequest, requestOf } from '../model/form.ts';
import { formForPart, triesObstacle as obstacleOfTries } from '../model/try-part.ts';
import { UNSHOWN_OBSTACLE, unshown } from '../../../viewer/stage/unshown.ts';
import { MAX_UPSCALES } from '../../../../shared/contract/upscale.ts';
import { readError } from '../../../core/backend/read-error.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { BlendSession } from '../../../viewer/blending/index.ts';
import type { PictureSlot } from '../../../viewer/slots/index.ts';
import { createStore } from 'zustand/vanilla';
import type { ResampleKernel } from '../../../../shared/geometry/resample.ts';

type ReferenceChoice =
  | { readonly kind: ResampleKernel }
  | { readonly kind: 'result'; readonly jobId: string };

interface UpscaleState extends RunState {
  readonly isRestored: boolean;
  readonly form: UpscaleForm;
  /** All pictures of the form; the slot shows one of them. */
  readonly photos: readonly Photo[];
  readonly openId: string | undefined;
  readonly tryIds: readonly string[] | undefined;
  /** `undefined` while nothing is tried. */
  readonly tryPart: Rect | undefined;
  readonly reference: ReferenceChoice;
  readonly isCompared: boolean;
}

/** True if the part to try on is on the stage: then only that part is sent. */
export function isFramingPart({ openId, tryIds, tryPart }: UpscaleState): boolean {
  return openId === undefined && tryIds === undefined && tryPart !== undefined;
}

export type UpscaleStore = ReturnType<typeof createUpscaleStore>;

export function createUpscaleStore() {
  return createStore<UpscaleState>(() => ({
    ...NO_RUNS,
    isRestored: false,
    form: DEFAULT_UPSCALE_FORM,
    photos: [],
    openId: undefined,
    tryIds: undefined,
    tryPart: undefined,
    reference: { kind: 'lanczos' },
    isCompared: true,
  }));
}

interface UpscaleDeps extends RunDeps {
  readonly backend: BackendClient;
  readonly store: UpscaleStore;
  readonly slot: PictureSlot;
  readonly blending: BlendSession;
  /** @throws AppError */
  readonly importFile: (file: File) => Promise<Photo>;
}

export function createSourcePictures(
  deps: Pick<UpscaleDeps, 'store' | 'slot' | 'importFile' | 'say'> & {
    /** @throws AppError `not-found` */
    readonly getPhoto: (photoId: string) => Promise<Photo>;
    readonly fail: (thrown: unknown) => void;
  },
) {
  const { store, slot, say } = deps;
  /** Kept here to tell changes made by this module from others. */
  let shownId: string | undefined;

  function set(photos: readonly Photo[]): void {
    const known = new Map(photos.map((photo) => [photo.id, photo]));
    store.setState({ photos: [...known.values()].slice(0, MAX_UPSCALES) });
  }

  function show(photo: Photo): void {
    store.setState({ openId: undefined, tryIds: undefined, tryPart: undefined });
    shownId = photo.id; // the list has it already
    slot.set(photo);
  }

  async function add(files: readonly File[]): Promise<void> {
    const refused: string[] = [];
    const before = store.getState().photos.length;
    let left = 0;
    for (const file of files) {
      if (store.getState().photos.length >= MAX_UPSCALES) {
        left += 1;
        continue;
      }
      try {
        const photo = await deps.importFile(file);
        const isFirst = store.getState().photos.length === 0;
        set([...store.getState().photos, photo]);
        if (isFirst) show(photo);
      } catch (thrown) {
        refused.push(readError(thrown).message);
      }
    }
    const [first] = refused;
    const full = `Upscale takes up to ${MAX_UPSCALES} pictures at once.`;
    if (left > 0) say(`${full} ${count(left, 'file')} left out.`);
    if (first === undefined) return;
    const added = store.getState().photos.length - before;
    say(refused.length === 1 ? first : `${count(refused.length, 'file')} left out. ${first}`);
    if (added === 0 && before === 0) slot.set(undefined);
  }

  function followSlot(photo: Photo | undefined): void {
    const former = shownId;
    if (photo?.id === former) return;
    shownId = photo?.id;
    const { photos } = store.getState();
    store.setState({ openId: undefined, tryIds: undefined, tryPart: undefined });
    if (photo === undefined) {
      const left = photos.filter(({ id }) => id !== former);
      set(left);
      const [next] = left;
      if (next !== undefined) show(next);
    } else if (photos.some(({ id }) => id === former)) {
      set(photos.map((each) => (each.id === former ? photo : each)));
    } else {
      set([...photos, photo]);
    }
  }
  slot.state.subscribe(({ photo }) => followSlot(photo));

  return {
    /** One file replaces the shown picture; several are added. */
    async takeFiles(files: readonly File[]): Promise<void> {
      if (files.length > 1) await add(files);
      else await slot.takeFiles(files);
    },
    add,
    show,
    remove(photoId: string): void {
      const left = store.getState().photos.filter(({ id }) => id !== photoId);
      set(left);
      const [next] = left;
      if (shownId !== photoId) return;
      if (next === undefined) {
        shownId = undefined;
        slot.set(undefined);
      } else show(next);
    },
    async restore(photoIds: readonly string[]): Promise<void> {
      const found: Photo[] = [];
      for (const photoId of photoIds) {
        try {
          found.push(await deps.getPhoto(photoId));
        } catch (thrown) {
          if (readError(thrown).kind !== 'not-found') deps.fail(thrown);
        }
      }
      const { photos } = store.getState();
      const opened = new Set(photos.map(({ id }) => id));
      const others = found.filter(({ id }) => !opened.has(id));
      // Pictures opened meanwhile replace the last restored ones: one of them is on the screen.
      const tooMany = new Set(others.slice(Math.max(0, MAX_UPSCALES - photos.length)));
      set([...found.filter((photo) => !tooMany.has(photo)), ...photos]);
      const [first] = found;
      const { isOpening } = slot.state.getState();
      if (first === undefined || photos.length > 0 || isOpening) return;
      shownId = first.id; // a result that was opened meanwhile stays
      slot.set(first);
    },
  };
}

/** Lossless, for results that are saved together. */
const SAVED_AS = { format: 'png', quality: 100, lossless: true } as const;

export function createUpscaleSession(deps: UpscaleDeps) {
  const { backend, store, slot, say } = deps;

  const runs = createRunActions(deps, {
    store,
    noun: 'result',
    filesOf: (job) =>
      firstFile(job, async (output, into) => {
        await deps.blending.flush(); // saves the blend that is on screen
        return await backend.upscale.save({ ...output, ...SAVED_AS, ...into });
      }),
    already: 'This enlargement is already running.',
    openId: () => store.getState().openId,
    closed: (removed) =>
      store.setState(({ openId, tryIds }) => ({
        openId: openId !== undefined && removed.has(openId) ? undefined : openId,
        tryIds: tryIds?.some((id) => removed.has(id)) === true ? undefined : tryIds,
      })),
  });

  const pictures = createSourcePictures({
    ...deps,
    getPhoto: (photoId) => backend.photos.get({ photoId }),
    fail: runs.fail,
  });

  function obstacleOf(photoIds: readonly string[]): string | undefined {
    return photoIds.some((id) => unshown.getState().has(id)) ? UNSHOWN_OBSTACLE : undefined;
  }

  function triesObstacle(): string | undefined {
    const { photo } = slot.state.getState();
    return photo && obstacleOfTries(store.getState().form, photo, unshown.getState());
  }

  function currentPhoto(): Photo {
    const { photo } = slot.state.getState();
    if (photo !== undefined) return photo;
    throw new AppError('invalid-input', 'Add a picture first.');
  }

  async function fill(request: UpscaleJobRequest): Promise<void> {
    store.setState(({ form }) => ({ form: formOfRequest(request, form) }));
    await slot.takePhoto(request.picture.photoId);
    say('The form has these settings.');
  }

  return {
    store,
    slot,
    blending: deps.blending,
    pictures,
    runs,
    restore({ upscaleForm, upscalePhotoIds }: ScreenState): void {
      if (store.getState().isRestored) return;
      store.setState({ form: upscaleForm });
      void pictures.restore(upscalePhotoIds).then(() => store.setState({ isRestored: true }));
    },
    change: (changes: Partial<UpscaleForm>): void =>
      store.setState(({ form }) => ({ form: { ...form, ...changes } })),
    send: (photoIds: readonly string[]): Promise<void> =>
      runs.send(obstacleOf(photoIds), async () => {
        const { form } = store.getState();
        const requests = photoIds.map((photoId) => requestOf(form, photoId));
        const [only] = requests;
        if (only === undefined) return;
        if (requests.length === 1) {
          const openId = await runs.start(only);
          store.setState({ openId, tryIds: undefined, tryPart: undefined });
          return;
        }
        const { jobIds } = await backend.jobs.startTogether({ requests });
        say(`Sent ${count(jobIds.length, 'picture')}.`);
      }),
    setTryPart: (tryPart: Rect | undefined): void =>
      store.setState({ tryPart, openId: undefined, tryIds: undefined }),
    triesObstacle,
    tryUpscalers: (): Promise<void> =>
      runs.send(triesObstacle(), async () => {
        const { form, tryPart } = store.getState();
        const photo = currentPhoto();
        if (tryPart === undefined) return;
        const requests = form.triedUpscalers.map((upscaler) =>
          requestOf(formForPart(form, photo, upscaler), photo.id, tryPart),
        );
        const { jobIds } = await backend.jobs.startTogether({ requests });
        store.setState({ tryIds: jobIds, openId: undefined });
      }),
    open: (openId: string | undefined): void =>
      store.setState({ openId, tryIds: undefined, selected: [] }),
    openTries: (tryIds: readonly string[]): void =>
      store.setState({
        tryIds: tryIds.length === 0 ? undefined : tryIds,
        openId: undefined,
        selected: [],
      }),
    prepare: (job: Job): Promise<void> =>
      runs.attempt(async () => {
        const { request } = await backend.jobs.details({ jobId: job.id });
        const upscale = asUpscaleRequest(request);
        if (upscale === undefined) return;
        await fill(upscale);
      }),
    fill: (request: UpscaleJobRequest): Promise<void> => runs.attempt(() => fill(request)),
  };
}
