/** Markdown as rich text for the clipboard, so that headings and tables can be pasted. */
import { escapeMarkup } from '../../../shared/escape-markup.ts';
import type { MarkElement, MarkNode } from './nodes.ts';
import { ELEMENT_TAGS } from './page/elements.ts';
import { pictureWords, safeAddress } from './page/links.ts';
import { readWhole } from './plain.ts';

/**
 * SECURITY: S15 only the elements of the page, with no attribute but a safe address.
 * @returns HTML
 */
export function richText(markdown: string): string {
  return readWhole(markdown).map(htmlOf).join('');
}

function htmlOf(node: MarkNode): string {
  if (typeof node === 'string') return escapeMarkup(node);
  const { is, attributes } = node;
  const { text = '', address = '' } = attributes;
  switch (is) {
    case 'codeBlock':
      return `<pre><code>${escapeMarkup(text)}</code></pre>`;
    case 'rule':
      return '<hr>';
    case 'lineBreak':
      return '<br>';
    case 'formula':
      return escapeMarkup(attributes.isDisplay === true ? `$$${text}$$` : `$${text}$`);
    case 'picture':
      return escapeMarkup(pictureWords(attributes));
    case 'footnote':
      return `<sup>${escapeMarkup(text)}</sup>`;
    case 'footnoteText':
      return `<p><sup>${escapeMarkup(text)}</sup> ${inside(node)}</p>`;
    case 'checkbox':
      return attributes.isChecked === true ? '☑ ' : '☐ ';
    case 'link': {
      const safe = safeAddress(address);
      return safe === undefined
        ? inside(node)
        : `<a href="${escapeMarkup(safe)}">${inside(node)}</a>`;
    }
    case 'heading1':
    case 'heading2':
    case 'heading3':
    case 'heading4': {
      const tag = `h${is.slice(-1)}`;
      return `<${tag}>${inside(node)}</${tag}>`;
    }
    case 'numbers':
      return `<ol start="${attributes.start ?? 1}">${inside(node)}</ol>`;
    default:
      return `<${ELEMENT_TAGS[is]}>${inside(node)}</${ELEMENT_TAGS[is]}>`;
  }
}

function inside({ children }: MarkElement): string {
  return children.map(htmlOf).join('');
}
