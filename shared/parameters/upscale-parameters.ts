/** The specification states only names and types; ranges are those of services of this kind. */
import type { ParameterTable } from './parameter-table.ts';

/** Upscalers that are known to work; others may. */
export const UPSCALERS = ['R-ESRGAN 4x+', 'R-ESRGAN 4x+ Anime6B', 'ESRGAN_4x'] as const;

const SHARE = { kind: 'number', range: { min: 0, max: 1 }, step: 0.05, usual: 0 } as const;

/** Pixels. */
const SIDE = {
  kind: 'number',
  range: { min: 1, max: Number.MAX_SAFE_INTEGER, isWhole: true },
  initial: 2048,
  hint: 'Enlarges until this size is covered.',
} as const;

/** The length is our own limit. */
const NAME = { kind: 'text', maxCharacters: 200, suggestions: UPSCALERS } as const;

export const UPSCALE_PARAMETERS = {
  upscaler: {
    ...NAME,
    wire: 'upscaler_1',
    noun: 'The upscaler',
    initial: UPSCALERS[0],
    label: 'Upscaler',
    hint: 'A known upscaler, or the name of another that the service has.',
  },
  gfpganVisibility: {
    ...SHARE,
    wire: 'gfpgan_visibility',
    noun: 'The share of GFPGAN',
    label: 'GFPGAN',
    hint: 'Restores faces: 0 not at all, 1 fully.',
  },
  codeformerVisibility: {
    ...SHARE,
    wire: 'codeformer_visibility',
    noun: 'The share of CodeFormer',
    label: 'CodeFormer',
    hint: 'Restores faces in another way: 0 not at all, 1 fully.',
  },
  codeformerWeight: {
    ...SHARE,
    wire: 'codeformer_weight',
    noun: 'The weight of CodeFormer',
    label: 'Weight',
    hint: 'Of CodeFormer: 0 is the strongest effect, 1 stays closest to the face.',
  },
  resultTtlSeconds: {
    kind: 'number',
    wire: 'img_expire_ttl',
    noun: 'The time to keep the result',
    // At most a week.
    range: { min: 0, max: 604_800, isWhole: true },
    unit: 's',
    step: 60,
    hasSlider: false,
    usual: 3600,
    label: 'Expires after',
    hint: 'How long the service keeps the result. Gesso downloads it at once and keeps it.',
  },
} as const satisfies ParameterTable;

/** In the request, a second upscaler is an object of its own. */
export const SECOND_UPSCALER = {
  name: {
    ...NAME,
    wire: 'upscaler_2',
    noun: 'The second upscaler',
    field: 'secondUpscaler',
    initial: '',
    label: 'Second',
    hint: 'The result of a second upscaler is mixed over that of the first. Empty: none.',
    placeholder: 'None',
  },
  visibility: {
    ...SHARE,
    wire: 'extras_upscaler_2_visibility',
    noun: 'The share of the second upscaler',
    field: 'secondVisibility',
    initial: 0.5,
    label: 'Visibility',
    hint: '0 shows the first alone, 1 the second alone.',
  },
} as const satisfies ParameterTable;

/** Multiplies both sides: `resize_mode` 0. */
export const UPSCALE_BY_FACTOR = {
  factor: {
    kind: 'number',
    wire: 'upscaling_resize',
    noun: 'The factor',
    range: { min: 0.01, max: Infinity },
    initial: 2,
    label: 'Factor',
    hint: 'Enlarges both sides by this factor.',
  },
} as const satisfies ParameterTable;

/** Resizes to whole pixels, cropped or not: `resize_mode` 1. */
export const UPSCALE_TO_SIZE = {
  width: { ...SIDE, wire: 'upscaling_resize_w', noun: 'The width', label: 'Width, px' },
  height: { ...SIDE, wire: 'upscaling_resize_h', noun: 'The height', label: 'Height, px' },
  crop: {
    kind: 'flag',
    wire: 'upscaling_crop',
    initial: false,
    label: 'Crop to exactly this size',
  },
} as const satisfies ParameterTable;
