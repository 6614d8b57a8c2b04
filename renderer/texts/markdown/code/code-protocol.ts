/** Messages between the window and the worker that colours code. */

/** Colours that code can have; a run names one by its place here. */
export const CODE_COLOURS = [
  'plain',
  'constant',
  'string',
  'comment',
  'keyword',
  'parameter',
  'function',
  'string-expression',
  'punctuation',
  'link',
] as const;

/** Lines of a code block that follow those sent before. */
export interface CodeOrder {
  readonly blockId: number;
  /** A name of `languages.ts`. */
  readonly language: string;
  readonly lines: readonly string[];
  /** True with the last lines: nothing is remembered of the block. */
  readonly isEnd: boolean;
}

/** A coloured line: pairs of a length and a colour, which together are as long as the line. */
export type ColouredLine = readonly number[];

/** The lines of an order; `undefined` when they stay plain. */
export interface CodeAnswer {
  readonly blockId: number;
  readonly lines: readonly ColouredLine[] | undefined;
}
