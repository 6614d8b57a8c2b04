/**
 * A text field that grows with its text. The browser sizes it, so that typing needs no layout in
 * JavaScript.
 */
import { Textarea, type TextareaProps } from '@mantine/core';
import type { CSSProperties } from 'react';

interface GrowingTextareaProps extends Omit<
  TextareaProps,
  'autosize' | 'minRows' | 'maxRows' | 'rows' | 'styles'
> {
  readonly leastLines: number;
  /** With more lines, the field scrolls. */
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

/** Including padding and border. */
function heightOf(lines: number): string {
  return `calc(${lines}lh + 2 * var(--input-padding-y, 0px) + 2px)`;
}
