import { upscaleParametersSchema } from '../../../../shared/api/upscale.ts';
import type { JobRequest, UpscaleJobRequest } from '../../../../shared/contract/job-requests.ts';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { WantedSize } from '../../../../shared/geometry/upscale-size.ts';

type UpscaleParameters = UpscaleJobRequest['parameters'];

/** Fields with an invalid value, each with its error message. */
export type FormProblems = Readonly<Partial<Record<keyof UpscaleForm, string>>>;

const FIELDS: Readonly<Record<string, keyof UpscaleForm>> = {
  upscaler: 'upscaler',
  'size.factor': 'factor',
  'size.width': 'width',
  'size.height': 'height',
  'secondUpscaler.name': 'secondUpscaler',
  'secondUpscaler.visibility': 'secondVisibility',
  gfpganVisibility: 'gfpganVisibility',
  codeformerVisibility: 'codeformerVisibility',
  codeformerWeight: 'codeformerWeight',
  resultTtlSeconds: 'resultTtlSeconds',
};

export function wantedSize({ sizeMode, factor, width, height, crop }: UpscaleForm): WantedSize {
  return sizeMode === 'factor' ? { mode: 'factor', factor } : { mode: 'size', width, height, crop };
}

export function withSize(form: UpscaleForm, size: WantedSize): UpscaleForm {
  if (size.mode === 'factor') return { ...form, sizeMode: 'factor', factor: size.factor };
  const { width, height, crop } = size;
  return { ...form, sizeMode: 'size', width, height, crop };
}

export function parametersOf(form: UpscaleForm): UpscaleParameters {
  const { gfpganVisibility, codeformerVisibility, codeformerWeight, resultTtlSeconds } = form;
  const second = form.secondUpscaler.trim();
  return {
    upscaler: form.upscaler.trim(),
    size: wantedSize(form),
    ...(second === ''
      ? {}
      : { secondUpscaler: { name: second, visibility: form.secondVisibility } }),
    ...(gfpganVisibility === null ? {} : { gfpganVisibility }),
    ...(codeformerVisibility === null ? {} : { codeformerVisibility }),
    ...(codeformerWeight === null ? {} : { codeformerWeight }),
    ...(resultTtlSeconds === null ? {} : { resultTtlSeconds }),
  };
}

/** Empty if everything may be sent. */
export function problemsOf(form: UpscaleForm): FormProblems {
  const parsed = upscaleParametersSchema.safeParse(parametersOf(form));
  if (parsed.success) return {};
  const problems: Partial<Record<keyof UpscaleForm, string>> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = FIELDS[path.join('.')];
    if (field !== undefined) {
      problems[field] ??= message.replace(/ Change it and try again\.$/u, '');
    }
  }
  return problems;
}

export function requestOf(form: UpscaleForm, photoId: string, rect?: Rect): UpscaleJobRequest {
  const picture = rect === undefined ? { photoId } : { photoId, rect };
  return { kind: 'upscale', picture, parameters: parametersOf(form) };
}

/** @param base fields that a request does not have */
export function formOfRequest({ parameters }: UpscaleJobRequest, base: UpscaleForm): UpscaleForm {
  const { secondUpscaler } = parameters;
  return {
    ...withSize(base, parameters.size),
    upscaler: parameters.upscaler,
    secondUpscaler: secondUpscaler?.name ?? '',
    secondVisibility: secondUpscaler?.visibility ?? base.secondVisibility,
    gfpganVisibility: parameters.gfpganVisibility ?? null,
    codeformerVisibility: parameters.codeformerVisibility ?? null,
    codeformerWeight: parameters.codeformerWeight ?? null,
    resultTtlSeconds: parameters.resultTtlSeconds ?? null,
  };
}

/** Returns `undefined` for other kinds. */
export function asUpscaleRequest(request: JobRequest): UpscaleJobRequest | undefined {
  return request.kind === 'upscale' ? request : undefined;
}
