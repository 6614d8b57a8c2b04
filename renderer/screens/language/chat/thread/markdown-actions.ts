import { askToOpenLink } from '../../../../texts/links/index.ts';
import type { MarkdownActions } from '../../../../texts/markdown/index.ts';
import { copyText } from './copy.ts';

/** Asks before opening a link. */
export const MARKDOWN_ACTIONS: MarkdownActions = {
  onLink: (address, text) => void askToOpenLink(address, text),
  copyCode: (text) => void copyText(text),
};
