import { z } from 'zod';
import { IMAGE_PARAMETERS } from '../parameters/image-parameters.ts';
import { idSchema, plainNameSchema, procedure } from './common.ts';
import { CSV_STYLES } from '../export/csv.ts';
import { MOST_MARGIN } from './cleanup.ts';
import {
  exifChoiceSchema,
  formatChoiceSchema,
  namePatternSchema,
  saveOutcomeSchema,
} from './export.ts';
import { keyBindingsSchema, keyMatchSchema } from './keys.ts';
import { languageParametersSchema } from './language.ts';
import { upscaleFormSchema } from './upscale-form.ts';
import { videoFormSchema } from './video-form.ts';

/** Longest silence during an answer, seconds. */
export const ANSWER_SILENCE = { min: 10, max: 3600 } as const;

/** Longest answer, minutes. */
export const ANSWER_MINUTES = { min: 1, max: 1440 } as const;

/** Bounds of the calls and days that Activity keeps. */
export const ACTIVITY = { leastCalls: 100, mostCalls: 100_000, mostDays: 365 } as const;

/** Most presets of a screen, and most characters of a name. */
export const PRESETS = { most: 100, nameCharacters: 60 } as const;

const presetSchema = z.strictObject({
  id: idSchema,
  name: plainNameSchema.min(1).max(PRESETS.nameCharacters),
});

export const settingsSchema = z.strictObject({
  appearance: z.enum(['dark', 'light', 'system']),
  /** Pen pressure changes the width of strokes. */
  pressureChangesSize: z.boolean(),
  /** Photo pixels by which one key press grows or shrinks the mask. */
  maskStep: z.int().min(1).max(100),
  maskColor: z.string().regex(/^#[0-9a-f]{6}$/),
  maskOpacity: z.number().min(0.1).max(0.9),
  selecting: z.strictObject({
    /** The action after a loop: a proposal, painting the mask, or a clean-up. */
    afterLoop: z.enum(['propose', 'accept', 'run']),
    withShadow: z.boolean(),
    /** Width for the line tool in photo pixels; missing: measured. */
    lineWidth: z.int().min(1).max(2000).optional(),
    /** For the wand: largest difference of a colour channel. */
    tolerance: z.int().min(0).max(255),
    isContiguous: z.boolean(),
    spotSensitivity: z.int().min(0).max(100),
  }),
  exportFormat: formatChoiceSchema,
  exportQuality: z.int().min(1).max(100),
  exportLossless: z.boolean(),
  exportExif: exifChoiceSchema,
  /** See `shared/export/name-pattern.ts`. */
  exportName: namePatternSchema,
  concurrentCalls: z.int().min(1).max(8),
  /** Requests per minute for clean-up, text removal, faces and enlarging. */
  imageCallsPerMinute: z.int().min(1).max(1000),
  videoCallsPerMinute: z.int().min(1).max(1000),
  /** Seconds without a byte of the answer before a call times out. */
  answerSilence: z.int().min(ANSWER_SILENCE.min).max(ANSWER_SILENCE.max),
  /** Minutes within which an answer must be complete. */
  answerMinutes: z.int().min(ANSWER_MINUTES.min).max(ANSWER_MINUTES.max),
  /** Photo pixels by which a clean-up's mask is grown and over which its result fades out. */
  margin: z.int().min(0).max(MOST_MARGIN),
  matchColors: z.boolean(),
  studioResponseType: z.enum(IMAGE_PARAMETERS.responseType.values),
  /** Above this, hidden results are deleted, oldest first. */
  resultsMegabytes: z.int().min(100).max(1_000_000),
  /** Neutral background of pictures; `null` follows the theme. */
  ground: z.enum(['black', 'dark', 'middle', 'light', 'white']).nullable(),
  /** Text size of the whole interface, percent. */
  textSize: z.int().min(50).max(300),
  /** Days below this amount are never flagged in Spend, 1/10000 USD. */
  spikeFloor: z.int().min(0).max(1_000_000_000),
  /** Named settings, in order of creation. */
  videoPresets: z
    .array(presetSchema.extend({ form: videoFormSchema }))
    .max(PRESETS.most)
    .readonly(),
  upscalePresets: z
    .array(presetSchema.extend({ form: upscaleFormSchema }))
    .max(PRESETS.most)
    .readonly(),
  /** Clips in lists move only while played. */
  areClipsPaused: z.boolean(),
  isClipMuted: z.boolean(),
  /** Percent. */
  clipVolume: z.int().min(1).max(100),
  languagePresets: z
    .array(presetSchema.extend({ parameters: languageParametersSchema }))
    .max(PRESETS.most)
    .readonly(),
  trainingUploads: z.int().min(1).max(16),
  /** A training picture is marked as small if a side has fewer pixels. */
  trainingLeastSide: z.int().min(1).max(10_000),
  /** Training pictures keep camera data, location, comments and hidden copies. */
  trainingKeepsCameraData: z.boolean(),
  /** In chat, Enter sends and Shift+Enter inserts a line break. */
  chatEnterSends: z.boolean(),
  /** True: each answer gets the same seed. False: a new seed after each answer that had one. */
  isLanguageSeedLocked: z.boolean(),
  isActivityKept: z.boolean(),
  /** Calls that Activity keeps; the oldest are removed first. */
  activityCalls: z.int().min(ACTIVITY.leastCalls).max(ACTIVITY.mostCalls),
  /** Days that Activity keeps calls. */
  activityDays: z.int().min(1).max(ACTIVITY.mostDays),
  csvStyle: z.enum(CSV_STYLES),
  keyBindings: keyBindingsSchema,
  keyMatch: keyMatchSchema,
});

export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = {
  appearance: 'dark',
  pressureChangesSize: true,
  maskStep: 4,
  maskColor: '#ff2ec4',
  maskOpacity: 0.5,
  selecting: {
    afterLoop: 'propose',
    withShadow: false,
    tolerance: 32,
    isContiguous: true,
    spotSensitivity: 50,
  },
  exportFormat: 'source',
  exportQuality: 92,
  exportLossless: false,
  exportExif: 'without-place',
  exportName: '{name}_cleanup',
  concurrentCalls: 2,
  imageCallsPerMinute: 10,
  videoCallsPerMinute: 2,
  answerSilence: 120,
  answerMinutes: 60,
  margin: 4,
  matchColors: false,
  studioResponseType: 'png',
  resultsMegabytes: 5000,
  ground: null,
  textSize: 100,
  spikeFloor: 50_000,
  videoPresets: [],
  upscalePresets: [],
  areClipsPaused: false,
  isClipMuted: false,
  clipVolume: 100,
  languagePresets: [],
  trainingUploads: 3,
  trainingLeastSide: 512,
  trainingKeepsCameraData: false,
  chatEnterSends: true,
  isLanguageSeedLocked: true,
  isActivityKept: true,
  activityCalls: ACTIVITY.mostCalls,
  activityDays: ACTIVITY.mostDays,
  csvStyle: 'comma',
  keyBindings: {},
  keyMatch: 'letter',
};

export const settingsContract = {
  get: procedure.output(settingsSchema),
  update: procedure.input(settingsSchema.partial()).output(settingsSchema),
  saveKeys: procedure.output(saveOutcomeSchema),
};
