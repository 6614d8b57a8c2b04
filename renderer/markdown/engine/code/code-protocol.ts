/** Messages between the window and the worker that highlights code. */

/** Colours of code, referred to by index. */
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

/** The next lines of a code block. */
export interface CodeOrder {
  readonly blockId: number;
  /** A name from `languages.ts`. */
  readonly language: string;
  readonly lines: readonly string[];
  /** True with the last lines, after which the worker forgets the block. */
  readonly isEnd: boolean;
}

/** Pairs of length and colour, with the lengths adding up to that of the line. */
export type ColouredLine = readonly number[];

/** The lines of an order; `undefined` if they stay plain. */
export interface CodeAnswer {
  readonly blockId: number;
  readonly lines: readonly ColouredLine[] | undefined;
}
