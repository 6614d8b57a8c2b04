import type { UpscaleJobRequest } from '../../../../shared/contract/job-requests.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { count } from '../../../core/ui/format.ts';
import { createRunActions } from '../../../features/runs/run-actions.ts';
import { firstFile } from '../../../features/runs/save-runs.ts';
import { asUpscaleRequest, formOfRequest, requestOf } from '../model/form.ts';
import { formForPart } from '../model/try-part.ts';
import { createSourcePictures } from './pictures.ts';
import { unshown, UNSHOWN_OBSTACLE } from '../../../viewer/stage/unshown.ts';
import type { UpscaleDeps } from './upscale-deps.ts';
import type { ReferenceChoice } from './upscale-store.ts';

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

  function currentPhoto(): Photo {
    const { photo } = slot.state.getState();
    if (photo !== undefined) return photo;
    throw new AppError({ kind: 'invalid-input', message: 'Add a picture first.' });
  }

  async function fill(request: UpscaleJobRequest): Promise<void> {
    store.setState(({ form }) => ({ form: formOfRequest(request, form) }));
    await slot.takePhoto(request.picture.photoId);
    say('The form has these settings.');
  }

  return {
    slot,
    blending: deps.blending,
    pictures,
    runs,
    restore({
      upscaleForm,
      upscalePhotoIds,
    }: Pick<ScreenState, 'upscaleForm' | 'upscalePhotoIds'>): void {
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
    tryUpscalers: (): Promise<void> =>
      runs.send(obstacleOf([slot.state.getState().photo?.id ?? '']), async () => {
        const { form, tryPart } = store.getState();
        const photo = currentPhoto();
        if (tryPart === undefined || form.triedUpscalers.length === 0) return;
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
    setReference: (reference: ReferenceChoice): void => store.setState({ reference }),
    setCompared: (isCompared: boolean): void => store.setState({ isCompared }),
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
