import { checkedVideoSchema } from '../../../../shared/api/video.ts';
import type { JobRequest, StartableRequest } from '../../../../shared/contract/job-requests.ts';
import { DEFAULT_VIDEO_FORM, type VideoForm } from '../../../../shared/contract/video-form.ts';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { problemOfPicture } from '../../../../shared/api/picture-problem.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { sentPicture, type Preparation } from '../../../../shared/geometry/working-frame.ts';
import { problemsByField } from '../../../../shared/parameters/parameter-schemas.ts';
import {
  fieldsByPath,
  formFromRequest,
  initialForm,
  requestFromForm,
} from '../../../../shared/parameters/parameter-table.ts';
import {
  VIDEO_PARAMETERS,
  WEBHOOK,
  WEBHOOK_TEST,
} from '../../../../shared/parameters/video-parameters.ts';

export type VideoJobInput = Extract<StartableRequest, { kind: 'video' }>;

/** Fields with an invalid value, each with its error message. */
export type FormProblems = Readonly<Partial<Record<keyof VideoForm, string>>>;

const FIELDS = {
  ...fieldsByPath(VIDEO_PARAMETERS),
  ...fieldsByPath(WEBHOOK, 'webhook.'),
  ...fieldsByPath(WEBHOOK_TEST, 'webhook.testMode.'),
};

export function parametersOf(form: VideoForm): VideoJobInput['parameters'] {
  return {
    ...requestFromForm(VIDEO_PARAMETERS, form),
    ...(form.webhookUrl.trim() !== '' && {
      webhook: {
        ...requestFromForm(WEBHOOK, form),
        ...(form.isWebhookTest && { testMode: requestFromForm(WEBHOOK_TEST, form) }),
      },
    }),
  };
}

/** Empty if everything may be sent. */
export function problemsOf(form: VideoForm): FormProblems {
  return problemsByField(checkedVideoSchema, parametersOf(form), FIELDS);
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
    ...formFromRequest(VIDEO_PARAMETERS, parameters),
    padding: preparation?.padding ?? null,
    ...(webhook === undefined ? initialForm(WEBHOOK) : formFromRequest(WEBHOOK, webhook)),
    ...(webhook?.testMode === undefined
      ? { isWebhookTest: false }
      : formFromRequest(WEBHOOK_TEST, webhook.testMode)),
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
