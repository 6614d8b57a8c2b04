/** Remembers the state of screens; everything has a default. */
import { z } from 'zod';
import { idSchema, plainNameSchema, procedure } from './common.ts';
import { DEFAULT_FACES_FORM, facesFormSchema, usedFacesSchema } from './faces-form.ts';
import { MOST_STEPS, recipeStepSchema, MOST_RECIPE_NAME } from './recipe-steps.ts';
import {
  DEFAULT_SPEND_TABLE,
  DEFAULT_SPEND_VIEW,
  spendTableSchema,
  spendViewSchema,
} from './spend-view.ts';
import { DEFAULT_UPSCALE_FORM, upscaleFormSchema } from './upscale-form.ts';
import { MAX_UPSCALES } from './upscale.ts';
import { DEFAULT_VIDEO_FORM, videoFormSchema } from './video-form.ts';

export const MAX_STRIP_PHOTOS = 500;

export const MAX_RECENT_COMMANDS = 6;

/** CSS pixels. */
export const PANEL_WIDTH = { min: 240, max: 560, initial: 320 } as const;

/** CSS pixels. */
export const TRAY_HEIGHT = { min: 72, max: 160, initial: 72 } as const;

export const PROMPT_FORMS = ['texts', 'tokens', 'token-lists'] as const;
export type PromptForm = (typeof PROMPT_FORMS)[number];

export const PROMPT_CHARACTERS = 200_000;

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

export const DEFAULT_SCREEN_STATE: ScreenState = {
  openPhotoId: null,
  openPhotoIds: [],
  brushSize: 80,
  eraserSize: 80,
  runOperation: 'cleanup',
  panelWidth: PANEL_WIDTH.initial,
  trayHeight: TRAY_HEIGHT.initial,
  arePanelsShown: true,
  recentCommandIds: [],
  spendView: DEFAULT_SPEND_VIEW,
  spendTable: DEFAULT_SPEND_TABLE,
  spendNames: [],
  facesForm: DEFAULT_FACES_FORM,
  usedFaces: [],
  videoForm: DEFAULT_VIDEO_FORM,
  videoPhotoId: null,
  upscaleForm: DEFAULT_UPSCALE_FORM,
  upscalePhotoIds: [],
  recipeInHand: null,
  languageTab: 'chat',
  languageDocumentId: null,
  languagePrompts: { form: 'texts', text: '', runId: null, answers: 1 },
};

export const screenStateContract = {
  get: procedure.output(screenStateSchema),
  update: procedure.input(screenStateSchema.partial()).output(screenStateSchema),
};
