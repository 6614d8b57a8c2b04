import { readBlocks } from './dialect.ts';
import { blockNodes, type MarkElement } from './nodes.ts';

/** Parses a complete text at once. */
export function readWhole(text: string): readonly MarkElement[] {
  return blockNodes(readBlocks(text.replaceAll(/\r\n?/gu, '\n')).tokens);
}
