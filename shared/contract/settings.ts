/** The user's preferences, and nothing else: `screen-state.ts` has where each screen was left. */
import { z } from 'zod';
import { RESPONSE_IMAGE_TYPES } from '../api/images.ts';
import { idSchema, plainNameSchema, procedure } from './common.ts';
import { CSV_STYLES } from '../export/csv.ts';
import { ACTIVITY, ANSWER_MINUTES, ANSWER_SILENCE, MOST_MARGIN } from './setting-limits.ts';
import {
  exifChoiceSchema,
  formatChoiceSchema,
  namePatternSchema,
  saveOutcomeSchema,
} from './export.ts';
import { keyBindingsSchema, keyMatchSchema } from './keys.ts';
import { languageParametersSchema } from './language-parameters.ts';
import { PRESETS, videoPresetSchema } from './video-form.ts';

export const settingsSchema = z.strictObject({
  appearance: z.enum(['dark', 'light', 'system']),
  /** A pen's pressure changes the width of strokes. */
  pressureChangesSize: z.boolean(),
  /** Photo pixels by which one key press grows or shrinks the mask. */
  maskStep: z.int().min(1).max(100),
  /** Colour of the mask on the screen, `#rrggbb`. */
  maskColor: z.string().regex(/^#[0-9a-f]{6}$/),
  maskOpacity: z.number().min(0.1).max(0.9),
  /** The tools that select. */
  selecting: z.strictObject({
    /** After a loop around an object: it is proposed, taken into the mask, or cleaned up at once. */
    afterLoop: z.enum(['propose', 'accept', 'run']),
    withShadow: z.boolean(),
    /** Of the line tool, photo pixels; missing = as wide as the line is. */
    lineWidth: z.int().min(1).max(2000).optional(),
    /** Of the wand: largest difference of a colour number. */
    tolerance: z.int().min(0).max(255),
    isContiguous: z.boolean(),
    spotSensitivity: z.int().min(0).max(100),
  }),
  /** The format of saved photos. */
  exportFormat: formatChoiceSchema,
  exportQuality: z.int().min(1).max(100),
  /** WebP without loss. */
  exportLossless: z.boolean(),
  /** The camera's data that saved pictures keep. */
  exportExif: exifChoiceSchema,
  /** The name pattern of saved pictures, see `shared/export/name-pattern.ts`. */
  exportName: namePatternSchema,
  /** Paid calls that are sent at the same time. */
  concurrentCalls: z.int().min(1).max(8),
  /** Requests that leave within a minute: clean-up, text removal, faces, enlarging. */
  imageCallsPerMinute: z.int().min(1).max(1000),
  /** … and videos. */
  videoCallsPerMinute: z.int().min(1).max(1000),
  /** Seconds without a byte of the answer after which a call is given up … */
  answerSilence: z.int().min(ANSWER_SILENCE.min).max(ANSWER_SILENCE.max),
  /** … and minutes from its beginning within which the answer must be complete. */
  answerMinutes: z.int().min(ANSWER_MINUTES.min).max(ANSWER_MINUTES.max),
  /** Photo pixels by which the mask of a clean-up is grown, and over which its result fades out. */
  margin: z.int().min(0).max(MOST_MARGIN),
  /** Corrects colour shifts around the filled area of a clean-up. */
  matchColors: z.boolean(),
  /** Type of the picture that the studio's calls return. */
  studioResponseType: z.enum(RESPONSE_IMAGE_TYPES),
  /** Megabytes for results and their answers; above it hidden results go, the oldest first. */
  resultsMegabytes: z.int().min(100).max(1_000_000),
  /** The neutral ground around pictures; null: the one that goes with the theme. */
  ground: z.enum(['black', 'dark', 'middle', 'light', 'white']).nullable(),
  /** Size of all text and controls, percent. */
  textSize: z.int().min(50).max(300),
  /** A day stands out in Spend above this amount alone, 1/10000 USD. */
  spikeFloor: z.int().min(0).max(1_000_000_000),
  /** Settings of clips under names, in the order of their making. */
  videoPresets: z.array(videoPresetSchema).max(PRESETS.most).readonly(),
  /** Clips in lists move only while they are played. */
  areClipsPaused: z.boolean(),
  /** Clips with sound are played without it. */
  isClipMuted: z.boolean(),
  /** Of clips with sound, per cent. */
  clipVolume: z.int().min(1).max(100),
  /** Parameters of language models under names, in the order of their making. */
  languagePresets: z
    .array(
      z.strictObject({
        id: idSchema,
        name: plainNameSchema.min(1).max(PRESETS.nameCharacters),
        parameters: languageParametersSchema,
      }),
    )
    .max(PRESETS.most)
    .readonly(),
  /** Training pictures that are uploaded at the same time. */
  trainingUploads: z.int().min(1).max(16),
  /** A training picture is marked as small when a side has fewer pixels. */
  trainingLeastSide: z.int().min(1).max(10_000),
  /** Training pictures are uploaded with their camera data, place, comments and hidden copies. */
  trainingKeepsCameraData: z.boolean(),
  /** In chat, Enter sends and Shift+Enter begins a line. */
  chatEnterSends: z.boolean(),
  /** True: each answer gets the same seed. False: a new one follows each answer that had one. */
  isLanguageSeedLocked: z.boolean(),
  /** Calls are taken down in Activity. */
  isActivityKept: z.boolean(),
  /** Calls that Activity keeps; the oldest go first. */
  activityCalls: z.int().min(ACTIVITY.leastCalls).max(ACTIVITY.mostCalls),
  /** … and for how many days. */
  activityDays: z.int().min(1).max(ACTIVITY.mostDays),
  csvStyle: z.enum(CSV_STYLES),
  /** Keys of commands in place of those that they come with. */
  keyBindings: keyBindingsSchema,
  keyMatch: keyMatchSchema,
});

export type Settings = z.infer<typeof settingsSchema>;

export const settingsContract = {
  get: procedure.output(settingsSchema),
  /** Changes the given settings and answers with all of them. */
  update: procedure.input(settingsSchema.partial()).output(settingsSchema),
  /** Saves the user's own keys as a file, `keyFileSchema` of `keys.ts`. */
  saveKeys: procedure.output(saveOutcomeSchema),
};
