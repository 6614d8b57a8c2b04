import { defineCommands } from '../../core/commands/define-commands.ts';
import { defineRunCommands } from '../../features/runs/define-run-commands.ts';
import { defineBlendCommands } from '../../viewer/define-blend-commands.ts';

export const UPSCALE = defineCommands(
  'upscale',
  { group: 'Upscale' },
  {
    send: {
      title: 'Upscale, or try the selected upscalers',
      keys: ['Mod+Enter'],
      words: 'run, enlarge, send, submit, resize, sharpen, denoise, super resolution, 4k',
    },
    open: { title: 'Add pictures…', keys: ['Mod+O'], words: 'open, import, file, load' },
    try: {
      title: 'Try upscalers on a part',
      keys: ['T'],
      words: 'preview, sample, compare upscalers, test, compare',
    },
    compare: {
      title: 'Compare the result',
      group: 'Results',
      keys: ['W'],
      words: 'split, before, after, original',
    },
    save: {
      title: 'Save result as PNG…',
      group: 'Results',
      keys: ['Mod+S'],
      words: 'export, download',
    },
    back: { title: 'Back to the picture', group: 'Results', keys: ['Escape'], isLocal: true },
  },
);

export const UPSCALE_RUNS = defineRunCommands(
  'upscale',
  { group: 'Results', noun: 'result' },
  { next: ['`'] },
);

export const UPSCALE_BLEND = defineBlendCommands('upscale', 'Paint the original’s texture');
