/** Links and code blocks of answers. */
import { askToOpenLink } from '../../../../texts/links/index.ts';
import type { MarkdownActions } from '../../../../texts/markdown/index.ts';
import { copyText } from './copy.ts';

/** Nothing is opened before the user has seen where it leads. */
export const MARKDOWN_ACTIONS: MarkdownActions = {
  onLink: (address, text) => void askToOpenLink(address, text),
  copyCode: (text) => void copyText(text),
};
