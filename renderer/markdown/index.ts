/**
 * Answers as Markdown: written while they arrive, and frozen block by block.
 *
 * ```ts
 * const view = createMarkdownView(element, actions);
 * view.append(piece); view.end();
 * ```
 */
export { prepareColours } from './code/colouring.ts';
export { createMarkdownView, type MarkdownView } from './page/markdown-view.ts';
export { plainText } from './plain.ts';
export type { MarkdownActions } from './page/parts.ts';
