/** A text that is complete. */
import { useLayoutEffect, useRef } from 'react';
import { createMarkdownView } from './markdown-view.ts';
import type { MarkdownActions } from './parts.ts';

/** @param props.actions the same object each time, or the text is made anew */
export function Markdown({
  text,
  actions,
}: {
  readonly text: string;
  readonly actions: MarkdownActions;
}) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (root.current === null) return undefined;
    const view = createMarkdownView(root.current, actions);
    view.append(text);
    view.end();
    return () => view.close();
  }, [text, actions]);
  return <div ref={root} />;
}
