/** The form of a clip, and the request that it stands for. Pure. */
import { videoParametersSchema } from '../../../../shared/api/video.ts';
import type { JobRequest, StartableRequest } from '../../../../shared/contract/job-requests.ts';
import { DEFAULT_VIDEO_FORM } from '../../../../shared/contract/default-screen-state.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { problemOfPicture } from '../../../../shared/api/picture-problem.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { sentPicture, type Preparation } from '../../../../shared/geometry/working-frame.ts';

export type VideoRequest = Extract<StartableRequest, { kind: 'video' }>;
type VideoParameters = VideoRequest['parameters'];

/** Fields with a value of their own, each with the sentence that says what is wrong with it. */
export type FormProblems = Readonly<Partial<Record<keyof VideoForm, string>>>;

/** The fields as the request names them. */
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

/** The parameters of the request; what is unset is left out. */
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

/** Empty when everything may be sent. */
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
 * The request for a picture.
 *
 * @param maxSide where the picture is made smaller, pixels
 * @param part what is sent of the photo; all of it unless given
 */
export function requestOf(
  form: VideoForm,
  photoId: string,
  maxSide: number | undefined,
  part?: Rect,
): VideoRequest {
  const preparation = preparationOf(form, maxSide);
  return {
    kind: 'video',
    picture: { photoId, ...(part === undefined ? {} : { rect: part }) },
    ...(preparation === undefined ? {} : { preparation }),
    parameters: parametersOf(form),
  };
}

/** The part that is sent: only Crop cuts anything off. */
export function partOf(
  { padding, resizeMode }: Pick<VideoForm, 'padding' | 'resizeMode'>,
  part: Rect | undefined,
): Rect | undefined {
  return padding === null && resizeMode === 'CROP_TO_ASPECT_RATIO' ? part : undefined;
}

/** Changes to the picture before it is sent; `undefined` for none. */
export function preparationOf(
  { padding }: Pick<VideoForm, 'padding'>,
  maxSide: number | undefined,
): Preparation | undefined {
  if (padding !== null) return { padding };
  return maxSide === undefined ? undefined : { maxSide };
}

/**
 * The longer side that a picture is reduced to: what was asked for, or all that the service takes.
 *
 * @param photo pixels
 * @param maxSide that was asked for
 */
export function sideToSend(
  photo: Size,
  form: Pick<VideoForm, 'padding'>,
  maxSide: number | undefined,
): number | undefined {
  const { size } = sentPicture(photo, preparationOf(form, maxSide));
  return problemOfPicture(size, LIMITS.video)?.maxSide ?? maxSide;
}

/** The longer side that a picture is reduced to, where a former request did so. */
export function maxSideOf(request: Pick<VideoRequest, 'preparation'>): number | undefined {
  return request.preparation?.maxSide;
}

/** The form that would send this request again. @param base the fields that a request does not have */
export function formOfRequest(
  request: Pick<VideoRequest, 'preparation' | 'parameters'>,
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

/** The request of a clip; `undefined` for other kinds. */
export function asVideoRequest(request: JobRequest): VideoRequest | undefined {
  return request.kind === 'video' ? request : undefined;
}

/** Seeds that the dice throws are below this: every service and program can hold them. */
const DICE = 2 ** 31;

/** A seed as decimal text. @param random 0 to below 1 */
export function throwDice(random: () => number = Math.random): string {
  return String(Math.floor(random() * DICE));
}

/** The form after it was sent: the seed stays where it is locked, or is left to the service. */
export function formAfterSending(form: VideoForm, random?: () => number): VideoForm {
  if (form.seed === null || form.isSeedLocked) return form;
  return { ...form, seed: throwDice(random) };
}
