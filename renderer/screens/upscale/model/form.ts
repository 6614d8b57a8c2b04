import { checkedUpscaleSchema } from '../../../../shared/api/upscale.ts';
import type { JobRequest, UpscaleJobRequest } from '../../../../shared/contract/job-requests.ts';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { WantedSize } from '../../../../shared/geometry/upscale-size.ts';
import { problemsByField } from '../../../../shared/parameters/parameter-schemas.ts';
import {
  fieldsByPath,
  formFromRequest,
  requestFromForm,
} from '../../../../shared/parameters/parameter-table.ts';
import {
  SECOND_UPSCALER,
  UPSCALE_BY_FACTOR,
  UPSCALE_PARAMETERS,
  UPSCALE_TO_SIZE,
} from '../../../../shared/parameters/upscale-parameters.ts';

/** Fields with an invalid value, each with its error message. */
export type FormProblems = Readonly<Partial<Record<keyof UpscaleForm, string>>>;

const FIELDS = {
  ...fieldsByPath(UPSCALE_PARAMETERS),
  ...fieldsByPath(UPSCALE_BY_FACTOR, 'size.'),
  ...fieldsByPath(UPSCALE_TO_SIZE, 'size.'),
  ...fieldsByPath(SECOND_UPSCALER, 'secondUpscaler.'),
};

export function wantedSize(form: UpscaleForm): WantedSize {
  return form.sizeMode === 'factor'
    ? { mode: 'factor', ...requestFromForm(UPSCALE_BY_FACTOR, form) }
    : { mode: 'size', ...requestFromForm(UPSCALE_TO_SIZE, form) };
}

export function withSize(form: UpscaleForm, size: WantedSize): UpscaleForm {
  return size.mode === 'factor'
    ? { ...form, sizeMode: 'factor', ...formFromRequest(UPSCALE_BY_FACTOR, size) }
    : { ...form, sizeMode: 'size', ...formFromRequest(UPSCALE_TO_SIZE, size) };
}

function parametersOf(form: UpscaleForm): UpscaleJobRequest['parameters'] {
  return {
    ...requestFromForm(UPSCALE_PARAMETERS, form),
    size: wantedSize(form),
    ...(form.secondUpscaler.trim() !== '' && {
      secondUpscaler: requestFromForm(SECOND_UPSCALER, form),
    }),
  };
}

/** Empty if everything may be sent. */
export function problemsOf(form: UpscaleForm): FormProblems {
  return problemsByField(checkedUpscaleSchema, parametersOf(form), FIELDS);
}

export function requestOf(form: UpscaleForm, photoId: string, rect?: Rect): UpscaleJobRequest {
  const picture = rect === undefined ? { photoId } : { photoId, rect };
  return { kind: 'upscale', picture, parameters: parametersOf(form) };
}

/** @param base fields that a request does not have */
export function formOfRequest({ parameters }: UpscaleJobRequest, base: UpscaleForm): UpscaleForm {
  const { size, secondUpscaler } = parameters;
  return {
    ...withSize(base, size),
    ...formFromRequest(UPSCALE_PARAMETERS, parameters),
    ...(secondUpscaler === undefined
      ? { secondUpscaler: '' }
      : formFromRequest(SECOND_UPSCALER, secondUpscaler)),
  };
}

/** Returns `undefined` for other kinds. */
export function asUpscaleRequest(request: JobRequest): UpscaleJobRequest | undefined {
  return request.kind === 'upscale' ? request : undefined;
}
