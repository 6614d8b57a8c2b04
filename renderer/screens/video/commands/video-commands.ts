import { defineCommands } from '../../../core/commands/define-commands.ts';
import { defineRunCommands } from '../../../features/runs/define-run-commands.ts';

export const VIDEO = defineCommands(
  'video',
  { group: 'Clips' },
  {
    send: {
      title: 'Make the clip',
      group: 'Video',
      keys: ['Mod+Enter'],
      words: 'run, generate, send, submit, sweep, animate, image to video, video, movie',
    },
    open: {
      title: 'Select a picture…',
      group: 'Video',
      keys: ['Mod+O'],
      words: 'open, import, file, load',
    },
    againNew: {
      title: 'Prepare this clip with a new seed',
      keys: ['R'],
      words: 'again, repeat, variation',
    },
    againSame: {
      title: 'Change and run this clip',
      keys: ['Shift+R'],
      words: 'again, edit, same seed',
    },
    select: { title: 'Select or deselect this clip', keys: ['Insert'], words: 'mark, compare' },
    compare: {
      title: 'Compare selected clips',
      keys: ['C'],
      words: 'compare clips, compare videos, side by side, difference, a b',
    },
    earlier: {
      title: 'Send this clip earlier',
      keys: ['Alt+ArrowUp'],
      words: 'queue, order, reorder',
    },
    later: {
      title: 'Send this clip later',
      keys: ['Alt+ArrowDown'],
      words: 'queue, order, reorder',
    },
    back: { title: 'Deselect, or leave the group', keys: ['Escape'], isLocal: true },
    stars0: { title: 'Remove the rating', keys: ['0'], words: 'favourite', isLocal: true },
    stars1: { title: 'Rate 1 star', keys: ['1'], words: 'rating, favourite', isLocal: true },
    stars2: { title: 'Rate 2 stars', keys: ['2'], words: 'rating, favourite', isLocal: true },
    stars3: { title: 'Rate 3 stars', keys: ['3'], words: 'rating, favourite', isLocal: true },
    stars4: { title: 'Rate 4 stars', keys: ['4'], words: 'rating, favourite', isLocal: true },
    stars5: { title: 'Rate 5 stars', keys: ['5'], words: 'rating, favourite', isLocal: true },
  },
);

export const VIDEO_RUNS = defineRunCommands(
  'video',
  { group: 'Clips', noun: 'clip' },
  { hasOtherEnds: true }, // of the clip in the player
);

const OPEN_CLIP = { group: 'Clip', needs: 'Open a clip first' };

/** Of the player that shows a clip as a whole. */
export const FALLBACK = defineCommands('video', OPEN_CLIP, {
  previousFrame: { title: 'Previous frame', keys: [','], isLocal: true },
  nextFrame: { title: 'Next frame', keys: ['.'], isLocal: true },
});

export const TRANSPORT = defineCommands('clip', OPEN_CLIP, {
  toggle: { title: 'Play or pause', keys: [' '], words: 'start, stop, space' },
  stop: { title: 'Pause, or play on release', keys: ['K'], isLocal: true },
  back: { title: 'Play backwards, faster', keys: ['J'], isLocal: true },
  forward: { title: 'Play forwards, faster', keys: ['L'], isLocal: true },
  backSlow: { title: 'Play backwards slowly', keys: ['Shift+J'], isLocal: true },
  forwardSlow: { title: 'Play forwards slowly', keys: ['Shift+L'], isLocal: true },
  previousFrame: { title: 'Previous frame', keys: [',', 'ArrowLeft'], isLocal: true },
  nextFrame: { title: 'Next frame', keys: ['.', 'ArrowRight'], isLocal: true },
  secondBack: { title: 'One second back', keys: ['Shift+ArrowLeft'], isLocal: true },
  secondOn: { title: 'One second on', keys: ['Shift+ArrowRight'], isLocal: true },
  first: { title: 'First frame', keys: ['Home'], isLocal: true },
  last: { title: 'Last frame', keys: ['End'], isLocal: true },
  slower: { title: 'Slower', keys: ['<', '['], words: 'speed, slow motion' },
  faster: { title: 'Faster', keys: ['>', ']'], words: 'speed' },
  normalSpeed: { title: 'Normal speed', keys: ['Backspace'], isLocal: true },
  rangeStart: { title: 'Start of the range', keys: ['I'], words: 'in, mark, in point' },
  rangeEnd: { title: 'End of the range', keys: ['O'], words: 'out, mark, out point' },
  rangeClear: { title: 'Clear the range', keys: ['Alt+X'], isLocal: true },
  loop: { title: 'Loop, there and back, or play once', keys: ['P'], words: 'repeat' },
});

export const SOUND = defineCommands('clip', OPEN_CLIP, {
  mute: { title: 'Mute or unmute', keys: ['M'], words: 'sound, audio, volume, silence, quiet' },
});

export const CLIP = defineCommands('clip', OPEN_CLIP, {
  saveFrame: {
    title: 'Save frame as PNG',
    keys: ['S'],
    words: 'still, export, screenshot, extract frame, save still, poster',
  },
  frameToStudio: { title: 'Open frame in Studio', keys: ['Shift+S'], words: 'still, edit' },
  copyFrame: { title: 'Copy frame', keys: ['Mod+C'], words: 'still, clipboard' },
  useFrame: { title: 'Use frame for the next clip', words: 'form, picture, last frame, extend' },
  save: { title: 'Save clip', keys: ['Mod+S'], words: 'download, export, mp4, save video' },
  show: { title: 'Show clip in folder', isLocal: true },
  saveFilm: { title: 'Save range as MP4', words: 'film, part, trim, cut, export' },
  saveGif: { title: 'Save range as GIF', words: 'animation, animated gif, part, trim, export' },
  fullScreen: { title: 'Full screen', keys: ['F'], isLocal: true },
});

export const CLIP_VIEW = defineCommands('clip', OPEN_CLIP, {
  fit: { title: 'Fit to window', keys: ['Mod+0'], words: 'zoom, whole' },
  actualSize: { title: 'Actual size (100 %)', keys: ['Mod+1'], words: 'zoom, pixels, full size' },
});

export const COMPARE = defineCommands(
  'compare',
  { group: 'Compare', needs: 'Compare clips first' },
  {
    survey: { title: 'All clips side by side', keys: ['N'], words: 'survey' },
    split: { title: 'Split line', keys: ['W'], isLocal: true },
    difference: { title: 'Difference', keys: ['D'], isLocal: true },
    gain: { title: 'Brighter difference', keys: ['Shift+D'], isLocal: true },
    turn: { title: 'Show the other clip', keys: ['`'], words: 'flicker, swap, A/B' },
    flicker: { title: 'Flicker on or off', keys: ['~'], isLocal: true },
    previous: { title: 'Focus the previous clip', keys: ['Mod+ArrowLeft'], isLocal: true },
    next: { title: 'Focus the next clip', keys: ['Mod+ArrowRight'], isLocal: true },
    moveLeft: {
      title: 'Move the focused clip to the left',
      keys: ['Shift+Mod+ArrowLeft'],
      words: 'order, reorder, swap, place',
    },
    moveRight: {
      title: 'Move the focused clip to the right',
      keys: ['Shift+Mod+ArrowRight'],
      words: 'order, reorder, swap, place',
    },
    alone: { title: 'Show the focused clip alone', keys: ['Z'], isLocal: true },
    shiftOn: { title: 'Shift the focused clip one frame on', keys: ['+', '='], isLocal: true },
    shiftBack: { title: 'Shift the focused clip one frame back', keys: ['-'], isLocal: true },
    shiftFarOn: { title: 'Shift the focused clip ten frames on', keys: ['PageUp'], isLocal: true },
    shiftFarBack: {
      title: 'Shift the focused clip ten frames back',
      keys: ['PageDown'],
      isLocal: true,
    },
    unshift: { title: 'Remove the shift', keys: ['Alt+0'], isLocal: true },
    drop: {
      title: 'Remove the focused clip from the comparison',
      keys: ['X'],
      words: 'reject, survey',
    },
    undo: { title: 'Put the removed clip back', keys: ['Mod+Z'], isLocal: true },
    save: { title: 'Save compared frames as PNG', keys: ['Alt+S'], words: 'pair, export' },
  },
);
