/** Remembers the state of screens: no settings, all with defaults in `default-screen-state.ts`. */
import { z } from 'zod';
import { idSchema, plainNameSchema, procedure } from './common.ts';
import { facesFormSchema, usedFacesSchema } from './faces-form.ts';
import { MOST_STEPS, recipeStepSchema } from './recipe-steps.ts';
import {
  MAX_RECENT_COMMANDS,
  MAX_STRIP_PHOTOS,
  MOST_RECIPE_NAME,
  PANEL_WIDTH,
  PROMPT_CHARACTERS,
  PROMPT_FORMS,
  TRAY_HEIGHT,
} from './setting-limits.ts';
import { spendTableSchema, spendViewSchema } from './spend-view.ts';
import { upscaleFormSchema } from './upscale-form.ts';
import { MAX_UPSCALES } from './upscale.ts';
import { videoFormSchema } from './video-form.ts';

export const screenStateSchema = z.strictObject({
  openPhotoId: idSchema.nullable(),
  openPhotoIds: z.array(idSchema).max(MAX_STRIP_PHOTOS).readonly(),
  /** Diameter in photo pixels. */
  brushSize: z.int().min(1).max(5000),
  eraserSize: z.int().min(1).max(5000),
  runOperation: z.enum(['cleanup', 'remove-text']),
  /** Width of the inspector, CSS pixels at 100 % text size. */
  panelWidth: z.int().min(PANEL_WIDTH.min).max(PANEL_WIDTH.max),
  /** Height of the tray below a stage, CSS pixels at 100 % text size. */
  trayHeight: z.int().min(TRAY_HEIGHT.min).max(TRAY_HEIGHT.max),
  /** False while panels are hidden to give the picture all the room. */
  arePanelsShown: z.boolean(),
  /** Commands last run from the palette, most recent first. */
  recentCommandIds: z.array(z.string().max(100)).max(MAX_RECENT_COMMANDS).readonly(),
  spendView: spendViewSchema,
  spendTable: spendTableSchema,
  /** Names with a colour in the spend chart, in order of appearance. */
  spendNames: z.array(z.string().max(1000)).max(500).readonly(),
  facesForm: facesFormSchema,
  usedFaces: usedFacesSchema,
  videoForm: videoFormSchema,
  videoPhotoId: idSchema.nullable(),
  upscaleForm: upscaleFormSchema,
  upscalePhotoIds: z.array(idSchema).max(MAX_UPSCALES).readonly(),
  /** `null` before the first one. */
  recipeInHand: z
    .strictObject({
      /** `null`: not saved yet. */
      recipeId: idSchema.nullable(),
      name: plainNameSchema.max(MOST_RECIPE_NAME),
      steps: z.array(recipeStepSchema).max(MOST_STEPS).readonly(),
      isBuiltIn: z.boolean(),
      isChanged: z.boolean(),
      draftId: idSchema.nullable(),
    })
    .nullable(),
  languageTab: z.enum(['chat', 'completion']),
  languageDocumentId: idSchema.nullable(),
  languagePrompts: z.strictObject({
    form: z.enum(PROMPT_FORMS),
    text: z.string().max(PROMPT_CHARACTERS),
    runId: idSchema.nullable(),
    answers: z.int().min(1),
  }),
});

export type ScreenState = z.infer<typeof screenStateSchema>;

export const screenStateContract = {
  get: procedure.output(screenStateSchema),
  update: procedure.input(screenStateSchema.partial()).output(screenStateSchema),
};
