import { defineCommands } from '../../../core/commands/define-commands.ts';
import { defineRunCommands } from '../../../features/runs/define-run-commands.ts';
import { defineBlendCommands } from '../../../viewer/define-blend-commands.ts';

export const FACES = defineCommands(
  'faces',
  { group: 'Faces' },
  {
    send: {
      title: 'Merge face',
      keys: ['Mod+Enter'],
      words: 'run, swap, send, face swap, replace face, deepfake',
    },
    openFace: {
      title: 'Select a face…',
      keys: ['Shift+Mod+O'],
      words: 'open, import, file, portrait',
    },
    openPicture: { title: 'Select a picture…', keys: ['Mod+O'], words: 'open, import, file' },
    crop: {
      title: 'Crop, or remove the crop',
      keys: ['C'],
      words: 'cut, trim, crop photo, crop face',
    },
    rotate: { title: 'Rotate by 90°', keys: ['Shift+R'], words: 'turn' },
    mirror: { title: 'Mirror', keys: ['M'], words: 'flip' },
    swap: { title: 'Swap face and picture', keys: ['X'], words: 'exchange' },
    link: { title: 'Zoom and pan together, or alone', keys: ['L'], words: 'sync, linked' },
    side: { title: 'Face or picture next to the result', keys: ['F'], isLocal: true },
    compare: {
      title: 'Compare result and picture',
      keys: ['W'],
      words: 'split, before, after, side by side, flicker',
    },
    save: { title: 'Save the result as PNG', keys: ['Mod+S'], words: 'export, download, file' },
    toStudio: { title: 'Open in the Studio', keys: ['Shift+Mod+S'], words: 'keep, edit' },
    back: { title: 'Close comparison or result', keys: ['Escape'], isLocal: true },
  },
);

export const FACE_RUNS = defineRunCommands('faces', { group: 'Results', noun: 'result' });

export const FACE_BLEND = defineBlendCommands('faces', 'Paint the picture back');
