import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import {
  type RunActions,
  type RunDeps,
  createRunActions,
} from '../../../features/runs/run-actions.ts';
import {
  type VideoJobInput,
  asVideoRequest,
  cropPart,
  formAfterSending,
  formOfRequest,
  maxSideOf,
  randomSeed,
  requestOf,
  sideToSend,
} from '../model/form.ts';
import { clipOf, isClip, titleOfClip } from '../model/clip-list.ts';
import { unshown } from '../../../viewer/stage/unshown.ts';
import { sendObstacle } from '../model/obstacle.ts';
import { type SweepPlan, narrowerSweep, withSweepValue } from '../model/sweep.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { hasSameRatio, likelyFrame } from '../../../../shared/geometry/working-frame.ts';
import { headOf, mainObject, partToKeep } from '../model/part-to-keep.ts';
import { COMPARED_CLIPS, type VideoStore } from './video-store.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { PictureSlot } from '../../../viewer/slots/index.ts';

interface VideoDeps extends RunDeps {
  readonly backend: BackendClient;
  readonly store: VideoStore;
  readonly slot: PictureSlot;
  readonly hasClip: (jobId: string) => boolean;
}

/** Most clips of a sweep, including repeated ones. */
const MOST_MEMBERS = 100;

export function createVideoSession(deps: VideoDeps) {
  const { backend, store, slot, say } = deps;

  const runs = createRunActions(deps, {
    store,
    noun: 'clip',
    filesOf: (job) =>
      job.outputs.filter(isClip).map((output) => ({
        title: titleOfClip(job, output),
        save: (into) => backend.jobs.saveOutput({ jobId: job.id, output: output.id, ...into }),
      })),
    already: 'This clip is already being made.',
    openId: () => store.getState().clipId,
    closed: (removed) =>
      store.setState(({ clipId, compared }) => ({
        clipId: clipId !== undefined && removed.has(clipId) ? undefined : clipId,
        compared: compared?.some((id) => removed.has(id)) === true ? undefined : compared,
      })),
  });
  const { attempt } = runs;
  const frame = createKeepInFrame(deps);
  const clips = createClipActions(deps, runs);

  function currentPhoto() {
    const { photo } = slot.state.getState();
    if (photo !== undefined) return photo;
    throw new AppError('invalid-input', 'Add a picture first.');
  }

  /** @returns the request with the seed that was really used */
  async function requestOfJob(job: Job): Promise<VideoJobInput> {
    const { request } = await backend.jobs.details({ jobId: job.id });
    const video = asVideoRequest(request);
    if (video !== undefined) return video;
    throw new AppError('invalid-input', 'Only clips can be made again here.');
  }

  function withSeed(form: VideoForm, used: string | undefined, seed: 'same' | 'new'): VideoForm {
    if (seed === 'new') return { ...form, seed: randomSeed() };
    return { ...form, seed: used ?? form.seed, isSeedLocked: true };
  }

  async function fill(request: VideoJobInput, change: (form: VideoForm) => VideoForm) {
    const { form: base } = store.getState();
    store.setState({ form: change(formOfRequest(request, base)), sweep: undefined });
    const { photo } = slot.state.getState();
    if (photo?.id === request.picture.photoId) slot.keep();
    else await slot.takePhoto(request.picture.photoId);
    // it may be gone, or another one was chosen meanwhile
    if (slot.state.getState().photo?.id !== request.picture.photoId) return;
    store.setState({ maxSide: maxSideOf(request) }); // another picture has none
    frame.set(request.picture.rect);
  }

  function requestFor(form: VideoForm): VideoJobInput {
    const { maxSide, part } = store.getState();
    const photo = currentPhoto();
    const sent = cropPart(form, part);
    return requestOf(form, photo.id, sideToSend(sent ?? photo, form, maxSide), sent);
  }

  async function sendOne(): Promise<void> {
    const { form } = store.getState();
    clips.sent(await runs.start(requestFor(form)));
  }

  async function sendSweep({ axis, values }: SweepPlan): Promise<void> {
    const { form } = store.getState();
    const requests = values.map((value) => requestFor(withSweepValue(form, axis, value)));
    const { runId } = await backend.jobs.startSweep({ requests, axis, values });
    clips.openGroup(runId);
    store.setState({ sweep: undefined, clipId: undefined });
  }

  return {
    store,
    slot,
    runs,
    clips,
    restore({ videoForm, videoPhotoId }: Pick<ScreenState, 'videoForm' | 'videoPhotoId'>): void {
      if (store.getState().isRestored) return;
      store.setState({ isRestored: true, form: videoForm });
      const { photo, isOpening } = slot.state.getState();
      const isEmpty = photo === undefined && !isOpening;
      if (videoPhotoId !== null && isEmpty) void slot.restore(videoPhotoId);
    },
    change: (changes: Partial<VideoForm>): void =>
      store.setState(({ form }) => ({ form: { ...form, ...changes } })),
    /** Centres the frame, whatever it cuts off. */
    centreFrame: (): void => frame.set(undefined),
    moveFrame: (part: Rect): void => frame.set(part),
    send(): Promise<void> {
      const { form, sweep } = store.getState();
      const { photo } = slot.state.getState();
      return runs.send(sendObstacle(photo, form, sweep, unshown.getState()), async () => {
        frame.keep();
        await (sweep === undefined ? sendOne() : sendSweep(sweep));
        store.setState((state) => ({ form: formAfterSending(state.form) }));
      });
    },
    /** @param seed `new` picks a random one */
    prepare: (job: Job, seed: 'same' | 'new'): Promise<void> =>
      attempt(async () => {
        await fill(await requestOfJob(job), (form) => withSeed(form, job.seed, seed));
        say(
          seed === 'new'
            ? 'The form has these settings and a new seed.'
            : 'The form has these settings and this seed.',
        );
      }),
    sendAgain: (job: Job, seed: 'same' | 'new'): Promise<void> =>
      attempt(async () => {
        const request = await requestOfJob(job);
        const form = withSeed(formOfRequest(request), job.seed, seed);
        const again = { ...request.parameters, ...(form.seed === null ? {} : { seed: form.seed }) };
        await runs.start({ ...request, parameters: again });
      }),
    moreLikeThis: (job: Job): Promise<void> =>
      attempt(async () => {
        const { sweep, runId: groupId } = job;
        if (sweep === undefined) return;
        const members = await backend.jobs.list({ limit: MOST_MEMBERS, kinds: ['video'], groupId });
        const values = [...new Set(members.flatMap((each) => each.sweep?.value ?? []))];
        const request = await requestOfJob(job);
        await fill(request, (form) => withSeed(form, job.seed, 'same'));
        const plan = narrowerSweep(
          { axis: sweep.axis, values },
          sweep.value,
          formOfRequest(request),
        );
        store.setState({ sweep: plan });
        say('Narrower range ready in the form.');
      }),
    fill: (request: VideoJobInput, usedSeed: string | undefined): Promise<void> =>
      attempt(() => fill(request, (form) => withSeed(form, usedSeed, 'same'))),
  };
}

function createClipActions(
  { backend, store, hasClip }: Pick<VideoDeps, 'backend' | 'store' | 'hasClip'>,
  { attempt }: Pick<RunActions, 'attempt'>,
) {
  function compareReady(members: readonly Job[]): void {
    const ready = members.filter((job) => clipOf(job) !== undefined).map(({ id }) => id);
    if (ready.length >= COMPARED_CLIPS.least) {
      store.setState({ compared: ready.slice(0, COMPARED_CLIPS.most), isPictureLarge: undefined });
    }
  }

  return {
    /** Shows the new clip while it is made, unless another one is being watched. */
    sent(jobId: string): void {
      const { clipId, compared, isPictureLarge } = store.getState();
      const isWatched = clipId !== undefined && hasClip(clipId);
      if (isWatched || compared !== undefined || isPictureLarge === true) return;
      store.setState({ clipId: jobId, clipOutput: undefined });
    },
    /** `undefined` closes it. @param clipOutput one of several files; the first by default */
    open: (clipId: string | undefined, clipOutput?: number): void =>
      store.setState({
        clipId,
        clipOutput,
        selected: [],
        compared: undefined,
        isPictureLarge: undefined,
      }),
    /** Compares the clips that are ready; `undefined` shows all entries. */
    openGroup(groupId: string | undefined, members: readonly Job[] = []): void {
      store.setState({ groupId, selected: [], compared: undefined });
      if (groupId !== undefined) compareReady(members);
    },
    /** Compares the clips, unless the user is looking at something else. */
    groupReady(groupId: string, members: readonly Job[]): void {
      const { clipId, compared, groupId: open } = store.getState();
      if (open === groupId && clipId === undefined && compared === undefined) compareReady(members);
    },
    /** Two to four. */
    compare(jobIds: readonly string[]): void {
      if (jobIds.length < COMPARED_CLIPS.least || jobIds.length > COMPARED_CLIPS.most) return;
      store.setState({ compared: jobIds, isPictureLarge: undefined });
    },
    rate: (jobId: string, stars: number): Promise<void> =>
      attempt(() => backend.jobs.rate({ jobId, stars })),
    move: (jobId: string, direction: 'earlier' | 'later', waiting: readonly Job[]): Promise<void> =>
      attempt(async () => {
        const index = waiting.findIndex(({ id }) => id === jobId);
        const before = waiting[direction === 'earlier' ? index - 1 : index + 2]?.id;
        if (index < 0 || (direction === 'earlier' && before === undefined)) return;
        await backend.jobs.reorder({
          jobId,
          ...(before === undefined ? {} : { beforeJobId: before }),
        });
      }),
  };
}

/** Chooses the part to keep for each new picture of the slot; only the latest counts. */
function createKeepInFrame({ backend, store, slot }: VideoDeps) {
  let latest: AbortController | undefined;

  async function keptOf(photo: Photo, signal: AbortSignal): Promise<readonly Rect[]> {
    const { faces } = await backend.faces.find({ photoId: photo.id }, { signal });
    if (faces.length > 0) return faces.map((face) => headOf(face, photo));
    const objects = await backend.selection.objects({ photoId: photo.id }, { signal });
    const main = mainObject(objects, photo);
    return main === undefined ? [] : [main];
  }

  /** `undefined` for the middle. */
  function set(part: Rect | undefined): void {
    latest?.abort();
    store.setState({ part });
  }

  async function look(photo: Photo | undefined): Promise<void> {
    set(undefined);
    if (photo === undefined || hasSameRatio(photo, likelyFrame(photo))) return;
    const { signal } = (latest = new AbortController());
    try {
      const part = partToKeep(photo, await keptOf(photo, signal));
      if (!signal.aborted) store.setState({ part });
    } catch {
      // optional: if nothing can be found, the service takes the middle
    }
  }

  slot.state.subscribe((now, before) => {
    if (now.photo?.id !== before.photo?.id) void look(now.photo);
  });
  return {
    set,
    /** Nothing found from now on moves the frame of this picture. */
    keep: (): void => latest?.abort(),
  };
}
