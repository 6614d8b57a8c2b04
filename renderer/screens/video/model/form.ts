import { videoParametersSchema } from '../../../../shared/api/video.ts';
import type { JobRequest, StartableRequest } from '../../../../shared/contract/job-requests.ts';
import { DEFAULT_VIDEO_FORM } from '../../../../shared/contract/default-screen-state.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { problemOfPicture } from '../../../../shared/api/picture-problem.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { sentPicture, type Preparation } from '../../../../shared/geometry/working-frame.ts';

export type VideoJobInput = Extract<StartableRequest, { kind: 'video' }>;
type VideoParameters = VideoJobInput['parameters'];

/** Fields with an invalid value, each with its error message. */
export type FormProblems = Readonly<Partial<Record<keyof VideoForm, string>>>;

const FIELDS: Readonly<Record<string, keyof VideoForm>> = {
  model: 'model',
  resizeMode: 'resizeMode',
  steps: 'steps',
  seed: 'seed',
  motionBucketId: 'motion',
  condAug: 'noise',
  frameInterpolation: 'interpolation',
  responseVideoType: 'responseType',
  webhook: 'webhookUrl',
};

export function parametersOf(form: VideoForm): VideoParameters {
  const { model, resizeMode, steps, seed, motion, noise, interpolation } = form;
  const { responseType } = form;
  const webhook = webhookOf(form);
  return {
    model,
    resizeMode,
    steps,
    ...(seed === null ? {} : { seed }),
    ...(motion === null ? {} : { motionBucketId: motion }),
    ...(noise === null ? {} : { condAug: noise }),
    ...(interpolation === null ? {} : { frameInterpolation: interpolation }),
    ...(responseType === null ? {} : { responseVideoType: responseType }),
    ...(webhook === undefined ? {} : { webhook }),
  };
}

function webhookOf(form: VideoForm): VideoParameters['webhook'] {
  const url = form.webhookUrl.trim();
  if (url === '') return undefined;
  if (!form.isWebhookTest) return { url };
  const testMode = { enabled: true, returnTaskStatus: form.webhookTestStatus.trim() };
  return { url, testMode };
}

/** Empty if everything may be sent. */
export function problemsOf(form: VideoForm): FormProblems {
  const parsed = videoParametersSchema.safeParse(parametersOf(form));
  if (parsed.success) return {};
  const problems: Partial<Record<keyof VideoForm, string>> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.includes('returnTaskStatus') ? 'webhookTestStatus' : FIELDS[String(path[0])];
    if (field !== undefined)
      problems[field] ??= message.replace(/ Change it and try again\.$/u, '');
  }
  return problems;
}

/**
 * @param maxSide longer side to reduce the picture to, pixels
 * @param part of the photo; all of it unless given
 */
export function requestOf(
  form: VideoForm,
  photoId: string,
  maxSide: number | undefined,
  part?: Rect,
): VideoJobInput {
  const preparation = preparationOf(form, maxSide);
  return {
    kind: 'video',
    picture: { photoId, ...(part === undefined ? {} : { rect: part }) },
    ...(preparation === undefined ? {} : { preparation }),
    parameters: parametersOf(form),
  };
}

/** Only Crop cuts anything off. */
export function cropPart(
  { padding, resizeMode }: Pick<VideoForm, 'padding' | 'resizeMode'>,
  part: Rect | undefined,
): Rect | undefined {
  return padding === null && resizeMode === 'CROP_TO_ASPECT_RATIO' ? part : undefined;
}

export function preparationOf(
  { padding }: Pick<VideoForm, 'padding'>,
  maxSide: number | undefined,
): Preparation | undefined {
  if (padding !== null) return { padding };
  return maxSide === undefined ? undefined : { maxSide };
}

/**
 * Returns what was asked for, at most what the service takes, pixels.
 * @param photo pixels
 * @param maxSide pixels that were asked for
 */
export function sideToSend(
  photo: Size,
  form: Pick<VideoForm, 'padding'>,
  maxSide: number | undefined,
): number | undefined {
  const { size } = sentPicture(photo, preparationOf(form, maxSide));
  return problemOfPicture(size, LIMITS.video)?.maxSide ?? maxSide;
}

export function maxSideOf(request: Pick<VideoJobInput, 'preparation'>): number | undefined {
  return request.preparation?.maxSide;
}

/** @param base fields that a request does not have */
export function formOfRequest(
  request: Pick<VideoJobInput, 'preparation' | 'parameters'>,
  base: VideoForm = DEFAULT_VIDEO_FORM,
): VideoForm {
  const { parameters, preparation } = request;
  const { webhook } = parameters;
  return {
    ...base,
    model: parameters.model,
    resizeMode: parameters.resizeMode,
    padding: preparation?.padding ?? null,
    steps: parameters.steps,
    seed: parameters.seed ?? null,
    motion: parameters.motionBucketId ?? null,
    noise: parameters.condAug ?? null,
    interpolation: parameters.frameInterpolation ?? null,
    responseType: parameters.responseVideoType ?? null,
    webhookUrl: webhook?.url ?? '',
    isWebhookTest: webhook?.testMode?.enabled ?? false,
    webhookTestStatus: webhook?.testMode?.returnTaskStatus ?? base.webhookTestStatus,
  };
}

/** Returns `undefined` for other kinds. */
export function asVideoRequest(request: JobRequest): VideoJobInput | undefined {
  return request.kind === 'video' ? request : undefined;
}

/** Upper bound of random seeds: every service and program can hold them. */
const DICE = 2 ** 31;

/** Returns decimal text. @param random 0 to below 1 */
export function randomSeed(random: () => number = Math.random): string {
  return String(Math.floor(random() * DICE));
}

/** Keeps a locked seed; any other is left to the service. */
export function formAfterSending(form: VideoForm, random?: () => number): VideoForm {
  if (form.seed === null || form.isSeedLocked) return form;
  return { ...form, seed: randomSeed(random) };
}
