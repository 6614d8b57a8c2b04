/** The commands of each screen, because a screen that was never opened has registered none. */
import type { CommandInfo } from '../../core/commands/commands.ts';
import type { CommandTable } from '../../core/commands/define-commands.ts';
import { CALLS } from '../../screens/activity/activity-commands.ts';
import { FACE_BLEND, FACE_RUNS, FACES } from '../../screens/faces/commands/faces-commands.ts';
import {
  CHAT,
  COMPLETION,
  CONVERSATION,
  LANGUAGE_TABS,
  MODEL_CHOICE,
  PROMPTS,
} from '../../screens/language/language-commands.ts';
import { RECIPES } from '../../screens/recipes/recipe-commands.ts';
import { SPEND, SPEND_ROWS } from '../../screens/spend/spend-commands.ts';
import {
  BATCH,
  EDIT,
  MASK,
  PHOTO,
  RESULTS,
  RUNS,
  SAVING,
  SELECTING,
  TOOLS,
  CANVAS_VIEW,
} from '../../screens/studio/commands/studio-commands.ts';
import { TASKS } from '../../screens/tasks/task-commands.ts';
import { TRAINING } from '../../screens/training/training-commands.ts';
import { UPSCALE, UPSCALE_BLEND, UPSCALE_RUNS } from '../../screens/upscale/upscale-commands.ts';
import {
  CLIP,
  CLIP_VIEW,
  COMPARE,
  FALLBACK,
  SOUND,
  TRANSPORT,
  VIDEO,
  VIDEO_RUNS,
} from '../../screens/video/commands/video-commands.ts';

export interface IndexedCommand extends CommandInfo {
  readonly screenId: string;
}

const TABLES: readonly (readonly [screenId: string, ...tables: readonly CommandTable[]])[] = [
  ['studio', PHOTO, SAVING, RUNS, BATCH, EDIT, TOOLS, MASK, SELECTING, CANVAS_VIEW, RESULTS],
  ['faces', FACES, FACE_RUNS, FACE_BLEND],
  ['upscale', UPSCALE, UPSCALE_RUNS, UPSCALE_BLEND],
  ['video', VIDEO, VIDEO_RUNS, FALLBACK, TRANSPORT, SOUND, CLIP, CLIP_VIEW, COMPARE],
  ['language', CHAT, CONVERSATION, COMPLETION, PROMPTS, LANGUAGE_TABS, MODEL_CHOICE],
  ['training', TRAINING],
  ['recipes', RECIPES],
  ['spend', SPEND, SPEND_ROWS],
  ['tasks', TASKS],
  ['activity', CALLS],
];

/** In the order of the screens. */
export const COMMAND_INDEX: readonly IndexedCommand[] = TABLES.flatMap(([screenId, ...tables]) =>
  tables.flatMap((table) => Object.values(table).map((command) => ({ ...command, screenId }))),
);
