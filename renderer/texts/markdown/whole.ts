/** A text that is complete, read at once. */
import { readBlocks } from './dialect.ts';
import { blockNodes, type MarkElement } from './nodes.ts';

/** The blocks of a complete text, as a plain reading of all of it gives them. */
export function readWhole(text: string): readonly MarkElement[] {
  return blockNodes(readBlocks(text.replaceAll(/\r\n?/gu, '\n')).tokens);
}
