/**
 * Prepares the window for its first answer while it is idle: the worker that
 * colours code, and the reading and showing of each kind of block, which is slow the first times.
 */
import { prepareColours } from './code/colouring.ts';
import { createMarkdownView } from './page/markdown-view.ts';
import type { MarkdownActions } from './page/parts.ts';

/** A text with each kind of block that answers have most. */
const SAMPLE = `## A

A **b** and \`c\`, [d](https://example.com/) *e*.

- A **b**
- \`c\`

1. A
2. B

| A | B |
|---|---|
| **c** | \`d\` |

> A **b**

\`\`\`ts
a;
\`\`\`

`;

/** How often the sample is read, each time while the window rests. */
const TIMES = 8;

const NO_ACTIONS: MarkdownActions = { onLink: () => undefined, copyCode: () => undefined };

/** @returns the way to call off what has not begun */
export function prepareMarkdown(): () => void {
  let idle = requestIdleCallback(() => {
    prepareColours();
    rehearse(TIMES);
  });
  return () => cancelIdleCallback(idle);

  /** On an element that is never shown. */
  function rehearse(times: number): void {
    if (times === 0) return;
    idle = requestIdleCallback(() => {
      const view = createMarkdownView(document.createElement('div'), NO_ACTIONS);
      view.append(SAMPLE);
      view.end();
      view.close();
      rehearse(times - 1);
    });
  }
}
