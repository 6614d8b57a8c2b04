/**
 * Renders answers as Markdown while they arrive.
 * ```ts
 * const view = createMarkdownView(element, actions);
 * view.append(piece); view.end();
 * ```
 */
export { openCodeBlock } from './code/colouring.ts';
export { createMarkdownView, type MarkdownView } from './page/markdown-view.ts';
export { lastCodeIn, plainText, shownText } from './plain.ts';
export { richText } from './rich.ts';
export { prepareMarkdown } from './prepare.ts';
export type { MarkdownActions } from './page/view-deps.ts';
