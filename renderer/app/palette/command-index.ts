/**
 * The commands of each screen and their keywords, because a screen that was never opened has
 * registered none. A test compares ids and titles with what the screens register.
 */
import type { CommandInfo } from '../../core/commands/commands.ts';
import type { CommandTable } from '../../core/commands/define-commands.ts';
import { ACTIVITY } from '../../screens/activity/activity-commands.ts';
import { FACE_RUNS, FACES } from '../../screens/faces/commands/faces-commands.ts';
import {
  CHAT,
  COMPLETION,
  CONVERSATION,
  LANGUAGE_TABS,
  MODELS,
  PROMPTS,
} from '../../screens/language/language-commands.ts';
import { RECIPES } from '../../screens/recipes/recipe-commands.ts';
import { SPEND, SPEND_ROWS } from '../../screens/spend/spend-commands.ts';
import { TASKS } from '../../screens/tasks/task-commands.ts';
import { TRAINING } from '../../screens/training/training-commands.ts';
import { UPSCALE, UPSCALE_RUNS } from '../../screens/upscale/upscale-commands.ts';
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

/** Keywords are separated by commas. */
type Row = readonly [id: string, title: string, words: string];

const STUDIO_PHOTOS: readonly Row[] = [
  ['open', 'Open photos…', 'import, file, load, add, picture, image, new photo'],
  ['recent', 'Add recent photos…', 'open, history, library, last'],
  ['close', 'Close photo', ''],
  ['closeAll', 'Close all photos', 'start, home'],
  ['next', 'Next photo', ''],
  ['previous', 'Previous photo', ''],
  ['selectAll', 'Select all photos', 'strip, batch'],
  ['selectNone', 'Deselect all photos', 'select none, strip'],
  ['save', 'Save', 'export, download, again'],
  ['saveAs', 'Save as…', 'export, download, format, png, jpeg, webp, tiff, psd, photoshop, layers'],
  ['saveMany', 'Save selected photos…', 'export, download, batch, save all, all'],
  ['sendToVideo', 'Send to Video', 'clip, animate, motion'],
  ['maskInRecipe', 'Use the mask in a recipe', 'same mask, batch, series'],
  ['makeRecipe', 'Make recipe…', 'action, record, workflow, series, repeat'],
  [
    'runRecipe',
    'Run a recipe on the selected photos…',
    'batch, series, action, workflow, automate',
  ],
  [
    'sendToUpscale',
    'Send to Upscale',
    'enlarge, resize, larger, bigger photo, denoise, sharpen, resolution, low quality, pixelated',
  ],
  ['sendToFaces', 'Send to Faces as the picture', 'face, merge, portrait'],
  ['sendToFacesAsFace', 'Send to Faces as the face', 'face, merge, portrait'],
  ['copy', 'Copy photo', 'clipboard, picture, image'],
];

const STUDIO_RUNS: readonly Row[] = [
  [
    'run.cleanup',
    'Clean up',
    'run, start, send, go, inpaint, erase object, remove object, heal, content aware fill, generative fill, fill, clone stamp, patch, get rid',
  ],
  ['cleanup', 'Switch to clean-up', 'inpaint, mode, object'],
  [
    'removeText',
    'Switch to text removal',
    'remove text, remove watermark, watermark, caption, logo, mode',
  ],
  ['textBox', 'Text box', 'area, frame'],
  ['addTextBox', 'Add text box', 'area, new'],
  ['text.whole', 'Remove text: whole photo', 'all, tiles, watermark'],
  ['text.boxes', 'Remove text: selected areas', 'boxes, region, watermark'],
  ['text.reduced', 'Remove text: whole photo, reduced', 'resize, small, cheap'],
  ['ownBoxes', 'Reset boxes', 'automatic, default, region'],
  ['runRest', 'Run unfinished parts', 'retry, rest, failed'],
  ['stopRuns', 'Stop all runs of this photo', 'cancel, abort'],
  ['batchText', 'Remove text from selected photos…', 'many, all, series, batch, watermark'],
  ['batchMask', 'Same mask on selected photos…', 'many, all, series, batch, watermark'],
  ['pauseBatch', 'Pause batch', ''],
  ['resumeBatch', 'Resume batch', 'continue'],
  ['stopBatch', 'Stop batch', 'cancel'],
  ['retryBatch', 'Retry failed photos of batch', 'again'],
];

/** Replaces Clean up where text is removed. */
const STUDIO_TEXT_RUN: readonly Row[] = [
  ['run.remove-text', 'Remove text', 'run, start, send, go'],
];

const STUDIO_TOOLS: readonly Row[] = [
  ['undo', 'Undo', 'back, revert'],
  ['redo', 'Redo', 'again, repeat'],
  ['brush', 'Brush', 'paint, pen, draw, mask'],
  ['eraser', 'Eraser', 'rubber, erase, subtract'],
  ['swap', 'Swap brush and eraser', 'switch, toggle, exchange'],
  ['rectangle', 'Rectangle', 'marquee, box, select, square'],
  ['lasso', 'Lasso', 'polygon, freehand, select'],
  [
    'object',
    'Object',
    'remove object, select, subject, person, people, quick, loop, outline, background, cut out, get rid, erase object',
  ],
  ['line', 'Line', 'wire, pole, scratch, cable, select, power line'],
  ['wand', 'Wand', 'magic wand, colour, color, flood, select, background, sky, magic'],
  ['spots', 'Spots', 'dust, sensor, find, heal, blemish, remove dust, healing brush, sensor dust'],
  ['hand', 'Hand', 'pan, move, grab'],
  ['smaller', 'Smaller brush', 'brush size, decrease, size'],
  ['larger', 'Larger brush', 'brush size, increase, bigger, size'],
  ['acceptSelection', 'Add selection to mask', 'accept, apply'],
  ['dropSelection', 'Drop selection', 'cancel, discard, deselect'],
  ['findSpots', 'Find spots', 'dust, sensor, detect'],
  ['acceptSpots', 'Add all spots to mask', 'dust, accept'],
  ['showObjects', 'Show objects', 'find, detect, things, select subject'],
  [
    'selectPeople',
    'Select people',
    'remove person, remove people, tourists, passers-by, bystanders, crowd, find, detect, faces, bodies, erase person, erase people',
  ],
  ['findText', 'Find text', 'detect, ocr, words, letters, watermark, remove text'],
  ['maskAll', 'Mask the whole photo', 'select all'],
  ['clear', 'Clear mask', 'deselect, empty, remove, select none, reset'],
  ['invert', 'Invert mask', 'inverse, selection, background'],
  ['grow', 'Grow mask', 'expand, dilate, larger'],
  ['shrink', 'Shrink mask', 'contract, erode, smaller'],
  ['holes', 'Fill holes in mask', 'close'],
  ['maskHide', 'Hide mask', 'overlay, toggle, visibility, view'],
  ['maskShow', 'Show mask', 'overlay, toggle, visibility, view'],
  ['copyMask', 'Copy mask', 'clipboard'],
  ['pasteMask', 'Paste mask', 'clipboard'],
  ['loadMask', 'Load mask…', 'import, open, png'],
  ['saveMask', 'Save mask as PNG…', 'export, download'],
  ['nextSpot', 'Next spot or object', 'go to, dust'],
  ['previousSpot', 'Previous spot or object', 'go to, dust'],
  ['spotsView.show', 'Show the view of spots', 'threshold, dust, visualise'],
];

const STUDIO_VIEW: readonly Row[] = [
  ['fit', 'Fit photo to window', 'zoom, whole, reset, fit to screen'],
  ['actual', 'Zoom to 100 %', 'actual size, pixels, show, 1:1, full size'],
  ['zoomIn', 'Zoom in', 'larger, magnify'],
  ['zoomOut', 'Zoom out', 'smaller'],
  ['rotateRight', 'Rotate view right', 'turn, clockwise'],
  ['rotateLeft', 'Rotate view left', 'turn, counterclockwise'],
  ['mirrorView', 'Mirror view', 'mirror image, flipped, mirror horizontally'],
  ['turnBack', 'Reset rotation and mirroring', 'rotate, upright, normal'],
  ['original.show', 'Show original', 'before, after, compare, peek, results'],
  ['nextResult', 'Next result', 'go to'],
  ['previousResult', 'Previous result', 'go to'],
  ['nextVariant', 'Next variant', 'alternative, another, judge'],
  ['previousVariant', 'Previous variant', 'alternative, another, judge'],
  ['resultBrush', 'Paint result away or back', 'blend, mix, restore, brush, erase, mask'],
  ['resultMix', 'Opacity and soft edge', 'blend, mix, strength, fade, transparent, feather'],
  ['compare.begin', 'Compare', 'before, after, before and after, split'],
  ['compareSplit', 'Compare: split line', 'before, after, slider'],
  ['compareHalves', 'Compare: side by side', 'before, after, halves'],
  ['compareFlicker', 'Compare: flicker', 'before, after, blink'],
  ['keepState', 'Save this state for comparison', 'snapshot, version, keep'],
  ['cleaned.show', 'Show cleaned areas', 'overlay, results, tint, highlight'],
  ['hideAll', 'Hide all results', 'original'],
  ['showAll', 'Show all results', ''],
  ['resultReset', 'Show result as it came', 'opacity, feather, reset'],
  ['flip', 'Swap sides', 'compare, flipped'],
];

/** Of the screens in their order. */
const TABLES: readonly (readonly [screenId: string, ...tables: readonly CommandTable[]])[] = [
  ['faces', FACES, FACE_RUNS],
  ['upscale', UPSCALE, UPSCALE_RUNS],
  ['video', VIDEO, VIDEO_RUNS, FALLBACK, TRANSPORT, SOUND, CLIP, CLIP_VIEW, COMPARE],
  ['language', CHAT, CONVERSATION, COMPLETION, PROMPTS, LANGUAGE_TABS, MODELS],
  ['training', TRAINING],
  ['recipes', RECIPES],
  ['spend', SPEND, SPEND_ROWS],
  ['tasks', TASKS],
  ['activity', ACTIVITY],
];

/** In the order of the screens. */
export const COMMAND_INDEX: readonly IndexedCommand[] = [
  ...rows('studio', 'studio', 'Studio', STUDIO_PHOTOS),
  ...rows('studio', 'studio', 'Studio', STUDIO_RUNS),
  ...rows('studio', 'studio', 'Studio', STUDIO_TEXT_RUN, { needs: 'Switch to text removal first' }),
  ...rows('studio', 'studio', 'Studio', STUDIO_TOOLS),
  ...rows('studio', 'studio', 'Studio', STUDIO_VIEW),
  ...TABLES.flatMap(([screenId, ...tables]) =>
    tables.flatMap((table) => Object.values(table).map((command) => ({ ...command, screenId }))),
  ),
];

function rows(
  screenId: string,
  prefix: string,
  group: string,
  list: readonly Row[],
  more: Pick<IndexedCommand, 'firstId' | 'needs'> = {},
): readonly IndexedCommand[] {
  return list.map(([id, title, words]) => ({
    id: `${prefix}.${id}`,
    title,
    group,
    screenId,
    ...more,
    keywords: words === '' ? [] : words.split(', '),
  }));
}
