/** Everything that the language model has read. */
import { COLOUR_PASSAGES } from './colour.ts';
import { EVERYDAY_PASSAGES } from './everyday.ts';
import { LAYOUT_PASSAGES } from './layout.ts';
import { NOTE_PASSAGES } from './notes.ts';
import type { Passage } from './passage.ts';
import { PHOTOGRAPHY_PASSAGES } from './photography.ts';
import { RETOUCHING_PASSAGES } from './retouching.ts';
import { SCRIPT_PASSAGES } from './scripts.ts';
import { WORK_PASSAGES } from './work.ts';

export const CORPUS: readonly Passage[] = [
  ...COLOUR_PASSAGES,
  ...PHOTOGRAPHY_PASSAGES,
  ...LAYOUT_PASSAGES,
  ...RETOUCHING_PASSAGES,
  ...WORK_PASSAGES,
  ...EVERYDAY_PASSAGES,
  ...NOTE_PASSAGES,
  ...SCRIPT_PASSAGES,
];
