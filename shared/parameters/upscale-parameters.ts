/** The specification states only names and types; ranges are those of services of this kind. */
import { UPSCALERS } from '../api/upscalers.ts';
import type { NumberRange, ParameterTable } from './parameter-table.ts';

const SHARE = { min: 0, max: 1 } as const satisfies NumberRange;

/** Step of sliders for shares. */
const SHARE_STEP = 0.05;

/** Pixels. */
const SIDE = { min: 1, max: Number.MAX_SAFE_INTEGER, isWhole: true } as const satisfies NumberRange;

/** Our own limit. */
const NAME_CHARACTERS = 200;

export const UPSCALE_PARAMETERS = {
  upscaler: {
    kind: 'text',
    wire: 'upscaler_1',
    noun: 'The upscaler',
    maxCharacters: NAME_CHARACTERS,
    initial: UPSCALERS[0],
    label: 'Upscaler',
    hint: 'A known upscaler, or the name of another that the service has.',
    suggestions: UPSCALERS,
  },
  gfpganVisibility: {
    kind: 'number',
    wire: 'gfpgan_visibility',
    noun: 'The share of GFPGAN',
    range: SHARE,
    step: SHARE_STEP,
    usual: 0,
    label: 'GFPGAN',
    hint: 'Restores faces: 0 not at all, 1 fully.',
  },
  codeformerVisibility: {
    kind: 'number',
    wire: 'codeformer_visibility',
    noun: 'The share of CodeFormer',
    range: SHARE,
    step: SHARE_STEP,
    usual: 0,
    label: 'CodeFormer',
    hint: 'Restores faces in another way: 0 not at all, 1 fully.',
  },
  codeformerWeight: {
    kind: 'number',
    wire: 'codeformer_weight',
    noun: 'The weight of CodeFormer',
    range: SHARE,
    step: SHARE_STEP,
    usual: 0,
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
    kind: 'text',
    wire: 'upscaler_2',
    noun: 'The second upscaler',
    field: 'secondUpscaler',
    maxCharacters: NAME_CHARACTERS,
    initial: '',
    label: 'Second',
    hint: 'The result of a second upscaler is mixed over that of the first. Empty: none.',
    suggestions: UPSCALERS,
    placeholder: 'None',
  },
  visibility: {
    kind: 'number',
    wire: 'extras_upscaler_2_visibility',
    noun: 'The share of the second upscaler',
    field: 'secondVisibility',
    range: SHARE,
    step: SHARE_STEP,
    initial: 0.5,
    usual: 0.5,
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
  width: {
    kind: 'number',
    wire: 'upscaling_resize_w',
    noun: 'The width',
    range: SIDE,
    initial: 2048,
    label: 'Width, px',
    hint: 'Enlarges until this size is covered.',
  },
  height: {
    kind: 'number',
    wire: 'upscaling_resize_h',
    noun: 'The height',
    range: SIDE,
    initial: 2048,
    label: 'Height, px',
    hint: 'Enlarges until this size is covered.',
  },
  crop: {
    kind: 'flag',
    wire: 'upscaling_crop',
    noun: 'The crop',
    initial: false,
    label: 'Crop to exactly this size',
  },
} as const satisfies ParameterTable;
