/** Everything that the language models have read: texts by their titles. */
import { COLOUR_TEXTS } from './colour.ts';
import { EVERYDAY_TEXTS } from './everyday.ts';
import { LAYOUT_TEXTS } from './layout.ts';
import { NOTE_TEXTS } from './notes.ts';
import { PHOTOGRAPHY_TEXTS } from './photography.ts';
import { RETOUCHING_TEXTS } from './retouching.ts';
import { SCRIPT_TEXTS } from './scripts.ts';
import { WORK_TEXTS } from './work.ts';

/** A short text. */
export interface Passage {
  /** Its topic, in a few words. */
  readonly title: string;
  readonly text: string;
}

/** Prose about design, and stories. */
export const PROSE = passagesOf(
  COLOUR_TEXTS,
  PHOTOGRAPHY_TEXTS,
  LAYOUT_TEXTS,
  RETOUCHING_TEXTS,
  WORK_TEXTS,
  EVERYDAY_TEXTS,
);
/** Notes in Markdown, with lists, tables and code. */
export const NOTES = passagesOf(NOTE_TEXTS);
/** Other languages and scripts, each by its own name. */
export const SCRIPTS = passagesOf(SCRIPT_TEXTS);

export const CORPUS = [...PROSE, ...NOTES, ...SCRIPTS];

function passagesOf(...texts: readonly Readonly<Record<string, string>>[]): readonly Passage[] {
  return texts.flatMap(Object.entries<string>).map(([title, text]) => ({ title, text }));
}
