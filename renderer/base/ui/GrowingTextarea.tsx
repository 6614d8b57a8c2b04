/** A field for text that grows with it. The browser sizes it, so that typing measures nothing. */
import { Textarea, type TextareaProps } from '@mantine/core';
import type { CSSProperties } from 'react';

/** Fields of Mantine's own, and how many lines are shown. */
export interface GrowingTextareaProps extends Omit<
  TextareaProps,
  'autosize' | 'minRows' | 'maxRows' | 'rows' | 'styles'
> {
  readonly leastLines: number;
  /** With more of them, the field scrolls. */
  readonly mostLines: number;
}

export function GrowingTextarea({ leastLines, mostLines, ...props }: GrowingTextareaProps) {
  const input: CSSProperties = {
    fieldSizing: 'content',
    minHeight: heightOf(leastLines),
    maxHeight: heightOf(mostLines),
    overflowY: 'auto',
  };
  return <Textarea {...props} styles={{ input }} />;
}

/** With the space and the border around the lines. */
function heightOf(lines: number): string {
  return `calc(${lines}lh + 2 * var(--input-padding-y, 0px) + 2px)`;
}
