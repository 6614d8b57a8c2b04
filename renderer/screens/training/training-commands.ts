import { defineCommands } from '../../core/commands/define-commands.ts';

export const TRAINING = defineCommands(
  'training',
  { group: 'Training' },
  {
    add: { title: 'Add files…', keys: ['Mod+O'], words: 'open, import, upload, training images' },
    'add-folder': {
      title: 'Add folder…',
      keys: ['Shift+Mod+O'],
      words: 'import, data set, dataset',
    },
    upload: { title: 'Upload ready files', keys: ['Mod+Enter'], words: 'send, start, train' },
    deselect: { title: 'Deselect', keys: ['Escape'], isLocal: true },
    pause: { title: 'Pause or resume uploads', keys: [' '] },
    retry: { title: 'Retry selected failed files', keys: ['R'], isLocal: true },
    'retry-all': { title: 'Retry all failed files', keys: ['Shift+R'], words: 'again' },
    cancel: { title: 'Cancel selected uploads', keys: ['C'], words: 'stop, abort' },
    remove: { title: 'Remove from the list', keys: ['Delete'], words: 'delete' },
    'undo-remove': { title: 'Undo remove', keys: ['Mod+Z'], isLocal: true },
    copy: { title: 'Copy asset IDs of selected files', keys: ['Mod+C'], isLocal: true },
    'copy-all': { title: 'Copy all asset IDs', words: 'assets, clipboard' },
    'save-csv': { title: 'Save asset IDs as CSV', words: 'export, assets, table' },
    'save-json': { title: 'Save asset IDs as JSON', words: 'export, assets' },
    'save-skipped': {
      title: 'Save list of files that were not uploaded',
      words: 'export, duplicates, errors',
    },
    'select-all': { title: 'Select all shown files', keys: ['Mod+A'], isLocal: true },
    look: { title: 'Look at the file', keys: ['Enter'], isLocal: true },
    search: { title: 'Search files', keys: ['/', 'Mod+F'], words: 'find, filter' },
  },
);
