/**
 * Where the user left each screen: what is open, its form, its columns. None of it is a preference, and
 * all of it has a beginning in `default-screen-state.ts`.
 */
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
  /** The photo that the studio shows, opened again at the next start. */
  openPhotoId: idSchema.nullable(),
  /** The photos of the strip, in its order. */
  openPhotoIds: z.array(idSchema).max(MAX_STRIP_PHOTOS).readonly(),
  /** Photo pixels across. */
  brushSize: z.int().min(1).max(5000),
  eraserSize: z.int().min(1).max(5000),
  /** The operation of Run in the studio. */
  runOperation: z.enum(['cleanup', 'remove-text']),
  /** Width of the panel beside the work, CSS pixels at 100 % text size. */
  panelWidth: z.int().min(PANEL_WIDTH.min).max(PANEL_WIDTH.max),
  /** Height of the tray below a stage, CSS pixels at 100 % text size. */
  trayHeight: z.int().min(TRAY_HEIGHT.min).max(TRAY_HEIGHT.max),
  /** False while panels are hidden, so that the picture has all the room. */
  arePanelsShown: z.boolean(),
  /** Commands that were last run from the command palette, the latest first. */
  recentCommandIds: z.array(z.string().max(100)).max(MAX_RECENT_COMMANDS).readonly(),
  /** The Spend screen as it was left. */
  spendView: spendViewSchema,
  /** Columns and headings of its table. */
  spendTable: spendTableSchema,
  /** Names that have a colour in the chart of spend, in the order in which they came. */
  spendNames: z.array(z.string().max(1000)).max(500).readonly(),
  /** The pictures and settings of the next face merge. */
  facesForm: facesFormSchema,
  usedFaces: usedFacesSchema,
  /** The settings of the next clip. */
  videoForm: videoFormSchema,
  /** The picture of the next clip. */
  videoPhotoId: idSchema.nullable(),
  /** The settings of the next enlargement. */
  upscaleForm: upscaleFormSchema,
  /** Its pictures, in their order. */
  upscalePhotoIds: z.array(idSchema).max(MAX_UPSCALES).readonly(),
  /** The recipe of the Recipes screen with its changes, and the files of its next run; `null` before the first one. */
  recipeInHand: z
    .strictObject({
      /** `null`: it is not saved yet. */
      recipeId: idSchema.nullable(),
      name: plainNameSchema.max(MOST_RECIPE_NAME),
      steps: z.array(recipeStepSchema).max(MOST_STEPS).readonly(),
      isBuiltIn: z.boolean(),
      isChanged: z.boolean(),
      /** A run that gathers its files. */
      draftId: idSchema.nullable(),
    })
    .nullable(),
  /** The part of Language that is in front. */
  languageTab: z.enum(['chat', 'completion']),
  /** The document of Language that was open last. */
  languageDocumentId: idSchema.nullable(),
  /** Prompts that are typed as a list, and their last answers. */
  languagePrompts: z.strictObject({
    form: z.enum(PROMPT_FORMS),
    text: z.string().max(PROMPT_CHARACTERS),
    runId: idSchema.nullable(),
    /** Answers to each prompt. */
    answers: z.int().min(1),
  }),
});

export type ScreenState = z.infer<typeof screenStateSchema>;

export const screenStateContract = {
  get: procedure.output(screenStateSchema),
  /** Changes the given state and answers with all of it. */
  update: procedure.input(screenStateSchema.partial()).output(screenStateSchema),
};
