/**
 * Answers as Markdown: written while they arrive, and frozen block by block.
 *
 * ```tsx
 * <Markdown text={message.text} actions={actions} />
 * const view = createMarkdownView(element, actions); // for text that is still to come
 * view.append(piece); view.end();
 * ```
 */
export { Markdown } from './page/Markdown.tsx';
export { createMarkdownView, type MarkdownView } from './page/markdown-view.ts';
export { plainText } from './plain.ts';
export type { MarkdownActions } from './page/parts.ts';
