import type { PlainMessage } from '../../../../../shared/contract/conversations.ts';
import { plainText, richText } from '../../../../markdown/engine/index.ts';
import { copyAndSay } from '../../../../core/ui/copy-text.ts';

export async function copyMessage(
  message: Pick<PlainMessage, 'text' | 'role'>,
  as: 'markdown' | 'text',
): Promise<void> {
  if (as === 'text') await copyAndSay(textOf(message));
  else
    await copyAndSay(
      message.text,
      undefined,
      message.role === 'user' ? undefined : richText(message.text),
    );
}

function textOf({ text, role }: Pick<PlainMessage, 'text' | 'role'>): string {
  return role === 'user' ? text : plainText(text);
}

/**
 * Joins the texts between both ends of a selection, because rows out of sight are not in the DOM.
 * @returns `undefined` within one message, which the browser copies itself
 */
export function selectedText(
  selection: Selection,
  messages: readonly Pick<PlainMessage, 'id' | 'text' | 'role'>[],
): string | undefined {
  if (selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const first = rowOf(range.startContainer);
  const last = rowOf(range.endContainer);
  if (first === undefined || last === undefined || first.index === last.index) return undefined;
  const between = messages.slice(first.index + 1, last.index).map(textOf);
  const head = document.createRange();
  head.setStart(range.startContainer, range.startOffset);
  head.setEnd(first.text, first.text.childNodes.length);
  const tail = document.createRange();
  tail.setStart(last.text, 0);
  tail.setEnd(range.endContainer, range.endOffset);
  return [head.toString(), ...between, tail.toString()].join('\n\n');
}

function rowOf(node: Node): { readonly index: number; readonly text: Element } | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest('[data-index]');
  // picks the right one of answers side by side
  const text = element?.closest('[data-message-text]') ?? row?.querySelector('[data-message-text]');
  if (!(row instanceof HTMLElement) || text === null || text === undefined) return undefined;
  return { index: Number(row.dataset['index']), text };
}
