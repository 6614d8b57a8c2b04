import { colourPassages } from './colour.ts';
import { everydayPassages } from './everyday.ts';
import { layoutPassages } from './layout.ts';
import { notePassages } from './notes.ts';
import type { Passage } from './passage.ts';
import { photographyPassages } from './photography.ts';
import { retouchingPassages } from './retouching.ts';
import { scriptPassages } from './scripts.ts';
import { workPassages } from './work.ts';

/** Everything that the language model has read. */
export const corpus: readonly Passage[] = [
  ...colourPassages,
  ...photographyPassages,
  ...layoutPassages,
  ...retouchingPassages,
  ...workPassages,
  ...everydayPassages,
  ...notePassages,
  ...scriptPassages,
];
