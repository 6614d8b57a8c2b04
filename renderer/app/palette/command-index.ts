/**
 * The commands of each screen and their keywords, because a screen that was never opened has
 * registered none. A test compares ids and titles with what the screens register.
 */
import type { CommandInfo } from '../../core/commands/commands.ts';
import type { CommandTable } from '../../core/commands/define-commands.ts';
import { ACTIVITY } from '../../screens/activity/activity-commands.ts';
import { RECIPES } from '../../screens/recipes/recipe-commands.ts';
import { SPEND, SPEND_ROWS } from '../../screens/spend/spend-commands.ts';
import { TASKS } from '../../screens/tasks/task-commands.ts';
import { TRAINING } from '../../screens/training/training-commands.ts';

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

const FACES: readonly Row[] = [
  ['send', 'Merge face', 'run, swap, send, face swap, replace face, deepfake'],
  ['openFace', 'Select a face…', 'open, import, file, portrait'],
  ['openPicture', 'Select a picture…', 'open, import, file'],
  ['crop', 'Crop, or remove the crop', 'cut, trim, crop photo, crop face'],
  ['rotate', 'Rotate by 90°', 'turn'],
  ['mirror', 'Mirror', 'flip'],
  ['swap', 'Swap face and picture', 'exchange'],
  ['link', 'Zoom and pan together, or alone', 'sync, linked'],
  ['compare', 'Compare result and picture', 'split, before, after, side by side, flicker'],
  ['save', 'Save the result as PNG', 'export, download, file'],
  ['toStudio', 'Open in the Studio', 'keep, edit'],
  ['remove', 'Remove result', 'delete'],
  ['saveAll', 'Save all results…', 'export, download, batch, folder, all'],
  ['selectAll', 'Select every result', 'all'],
  ['saveSelected', 'Save selected results…', 'export, download, batch, folder'],
];

const UPSCALE: readonly Row[] = [
  [
    'send',
    'Upscale, or try the selected upscalers',
    'run, enlarge, send, submit, resize, sharpen, denoise, super resolution, 4k',
  ],
  ['open', 'Add pictures…', 'open, import, file, load'],
  ['compare', 'Compare the result', 'split, before, after, original'],
  ['save', 'Save result as PNG…', 'export, download'],
  ['remove', 'Remove result', 'delete'],
  ['saveAll', 'Save all results…', 'export, download, batch, folder, all'],
  ['selectAll', 'Select every result', 'all'],
  ['saveSelected', 'Save selected results…', 'export, download, batch, folder'],
];

/** For a picture in the form. */
const UPSCALE_PICTURE: readonly Row[] = [
  ['try', 'Try upscalers on a part', 'preview, sample, compare upscalers, test, compare'],
];

const VIDEO: readonly Row[] = [
  [
    'send',
    'Make the clip',
    'run, generate, send, submit, sweep, animate, image to video, video, movie',
  ],
  ['open', 'Select a picture…', 'open, import, file, load'],
  ['againNew', 'Prepare this clip with a new seed', 'again, repeat, variation'],
  ['againSame', 'Change and run this clip', 'again, edit, same seed'],
  [
    'compare',
    'Compare selected clips',
    'compare clips, compare videos, side by side, difference, a b',
  ],
  ['remove', 'Remove clip', 'delete'],
  ['saveAll', 'Save all clips…', 'export, download, batch, folder, all'],
  ['selectAll', 'Select every clip', 'all'],
  ['saveSelected', 'Save selected clips…', 'export, download, batch, folder'],
  ['select', 'Select or deselect this clip', 'mark, compare'],
  ['earlier', 'Send this clip earlier', 'queue, order, reorder'],
  ['later', 'Send this clip later', 'queue, order, reorder'],
];

/** For the open clip. */
const CLIP: readonly Row[] = [
  ['toggle', 'Play or pause', 'start, stop, space'],
  ['slower', 'Slower', 'speed, slow motion'],
  ['faster', 'Faster', 'speed'],
  ['mute', 'Mute or unmute', 'sound, audio, volume, silence, quiet'],
  ['loop', 'Loop, there and back, or play once', 'repeat'],
  [
    'saveFrame',
    'Save frame as PNG',
    'still, export, screenshot, extract frame, save still, poster',
  ],
  ['frameToStudio', 'Open frame in Studio', 'still, edit'],
  ['copyFrame', 'Copy frame', 'still, clipboard'],
  ['useFrame', 'Use frame for the next clip', 'form, picture, last frame, extend'],
  ['save', 'Save clip', 'download, export, mp4, save video'],
  ['saveFilm', 'Save range as MP4', 'film, part, trim, cut, export'],
  ['saveGif', 'Save range as GIF', 'animation, animated gif, part, trim, export'],
  ['rangeStart', 'Start of the range', 'in, mark, in point'],
  ['rangeEnd', 'End of the range', 'out, mark, out point'],
  ['fit', 'Fit to window', 'zoom, whole'],
  ['actualSize', 'Actual size (100 %)', 'zoom, pixels, full size'],
];

/** For compared clips. */
const COMPARE: readonly Row[] = [
  ['save', 'Save compared frames as PNG', 'pair, export'],
  ['survey', 'All clips side by side', 'survey'],
  ['turn', 'Show the other clip', 'flicker, swap, A/B'],
  ['drop', 'Drop the focused clip', 'reject, survey'],
  ['moveLeft', 'Move the focused clip to the left', 'order, reorder, swap, place'],
  ['moveRight', 'Move the focused clip to the right', 'order, reorder, swap, place'],
];

const CHAT: readonly Row[] = [
  ['new', 'New conversation', 'new chat, chat, start, ask'],
  ['focus', 'Write a message', 'composer, input, ask, prompt'],
  ['stop', 'Stop the answer', 'cancel'],
  ['regenerate', 'Regenerate the last answer', 'again, retry, another'],
  ['copy-answer', 'Copy the last answer', 'clipboard'],
  ['copy-code', 'Copy the last code', 'clipboard'],
  ['find', 'Find in this conversation', 'search'],
  ['search', 'Search all conversations', 'find, chats, history'],
  ['system', 'Write the system message', 'system prompt, role, persona, instructions'],
  ['rename', 'Rename the conversation…', 'rename chat, title, name'],
  ['pin', 'Pin or unpin the conversation', 'favourite, top, pin chat'],
  ['copy', 'Copy the conversation', 'clipboard, markdown, copy chat'],
  ['export', 'Export the conversation as Markdown…', 'save chat, export chat, download'],
  ['delete', 'Delete the conversation', 'delete chat, remove chat'],
];

const COMPLETION: readonly Row[] = [
  ['run', 'Continue the document', 'run, generate, send, complete, write on'],
  ['regenerate', 'Regenerate the answer', 'again, retry, another, version'],
  ['continue', 'Continue after the answer', 'go on, more, length'],
  ['copy', 'Copy the answer', 'clipboard, text'],
  ['new', 'New document', 'create, notebook'],
  ['save', 'Save the document as text…', 'export, file, txt, download, export document'],
  ['probabilities', 'Show or hide probabilities', 'tokens, colours, logprobs, likely'],
  ['focus', 'Go to the text', 'focus, write, cursor'],
  ['find', 'Find in the document', 'search, text'],
  ['stop', 'Stop the answer', 'cancel, end'],
];

/** Of the screens in their order. */
const TABLES: readonly (readonly [screenId: string, ...tables: readonly CommandTable[]])[] = [
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
  ...rows('faces', 'faces', 'Faces', FACES),
  ...rows('upscale', 'upscale', 'Upscale', UPSCALE),
  ...rows('upscale', 'upscale', 'Upscale', UPSCALE_PICTURE, { needs: 'Add a picture first' }),
  ...rows('video', 'video', 'Video', VIDEO),
  ...rows('video', 'clip', 'Clip', CLIP, { needs: 'Open a clip first' }),
  ...rows('video', 'compare', 'Compare', COMPARE, { needs: 'Compare clips first' }),
  ...rows('language', 'chat', 'Chat', CHAT, { firstId: 'language.chat' }),
  ...rows('language', 'completion', 'Completion', COMPLETION, {
    firstId: 'language.completion',
  }),
  ...rows('language', 'language', 'Language', [
    ['model', 'Select a model…', 'price, context, switch, favourite, llm, gpt'],
  ]),
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
