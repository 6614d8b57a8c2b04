/**
 * Warms up for the first answer while the window is idle: starts the worker that highlights code,
 * and parses and renders each kind of block, which is slow at first.
 */
import { prepareColours } from './code/colouring.ts';
import { createMarkdownView } from './page/markdown-view.ts';
import type { MarkdownActions } from './page/view-deps.ts';

/** The most frequent kinds of blocks. */
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

/** How often the sample is rendered, each time while idle. */
const TIMES = 8;

const NO_ACTIONS: MarkdownActions = { onLink: () => undefined, copyCode: () => undefined };

/** @returns cancels what has not started */
export function prepareMarkdown(): () => void {
  let idle = requestIdleCallback(() => {
    prepareColours();
    rehearse(TIMES);
  });
  return () => cancelIdleCallback(idle);

  /** Renders the sample into an element that is never shown. */
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
