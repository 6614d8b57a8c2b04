import type { Message } from '../../../../../shared/contract/conversations.ts';
import { shownText } from '../../../../markdown/engine/index.ts';
import { branchColumns } from '../model/branches.ts';

export interface FindMatch {
  /** Index of the message on the path. */
  readonly index: number;
  /** The message itself or an answer next to it. */
  readonly messageId: string;
  /** From 0, within the message. */
  readonly number: number;
}

/** @returns a search function that caches each message's plain text */
export function createThreadSearch(): (
  messages: readonly Message[],
  words: string,
) => readonly FindMatch[] {
  const texts = new Map<string, { readonly from: string; readonly plain: string }>();
  return (messages, words) => {
    const wanted = lowerCase(words);
    if (wanted.trim() === '') return [];
    return messages.flatMap((message, index) =>
      branchColumns(message).flatMap(({ id, text, role }) => {
        let known = texts.get(id);
        if (known?.from !== text) {
          known = { from: text, plain: lowerCase(role === 'user' ? text : shownText(text)) };
          texts.set(id, known);
        }
        return matchesIn(known.plain, wanted).map((_place, number) => ({
          index,
          messageId: id,
          number,
        }));
      }),
    );
  };
}

/** Returns start indexes without overlaps. */
function matchesIn(text: string, wanted: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    places.push(at);
  }
  return places;
}

/** Keeps the length, so that indexes match the original. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  const characters = Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  });
  return characters.join('');
}

const INLINE = new Set('A B CODE DEL EM KBD MARK SPAN STRONG SUB SUP U'.split(' '));

/** Returns ranges in the order of `shownText`. */
export function rangesIn(element: Element, words: string): readonly Range[] {
  const wanted = lowerCase(words);
  if (wanted.trim() === '') return [];
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => {
      if (!(node instanceof HTMLElement)) return NodeFilter.FILTER_ACCEPT;
      const isAside = node.dataset['aside'] !== undefined;
      // a word cannot span two blocks
      if (isAside || !INLINE.has(node.tagName)) text += '\n';
      return isAside ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    },
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  return matchesIn(lowerCase(text), wanted).map((at) => {
    const range = document.createRange();
    setBoundary(nodes, at, (node, offset) => range.setStart(node, offset));
    setBoundary(nodes, at + wanted.length, (node, offset) => range.setEnd(node, offset));
    return range;
  });
}

function setBoundary(
  nodes: readonly { readonly node: Text; readonly from: number }[],
  at: number,
  set: (node: Text, offset: number) => void,
): void {
  const found = nodes.findLast(({ from }) => from <= at);
  if (found !== undefined) set(found.node, Math.min(found.node.length, at - found.from));
}
