/** Words in a conversation: where they stand in its texts, and their marks on the page. */
import type { Message } from '../../../../../shared/contract/conversations.ts';
import { plainText } from '../../../../markdown/index.ts';
import { columnsOf } from '../model/branches.ts';

/** One place of a word. */
export interface FindMatch {
  /** Of the message on the path. */
  readonly index: number;
  /** Of the message itself, or of an answer beside it. */
  readonly messageId: string;
  /** Its number within the message, from 0. */
  readonly number: number;
}

/** @returns a function that finds words, and remembers the plain text of each message */
export function createFinder(): (
  messages: readonly Message[],
  words: string,
) => readonly FindMatch[] {
  const texts = new Map<string, { readonly from: string; readonly plain: string }>();
  return (messages, words) => {
    const wanted = words.toLowerCase();
    if (wanted.trim() === '') return [];
    return messages.flatMap((message, index) =>
      columnsOf(message).flatMap(({ id, text, role }) => {
        let known = texts.get(id);
        if (known?.from !== text) {
          known = { from: text, plain: (role === 'user' ? text : plainText(text)).toLowerCase() };
          texts.set(id, known);
        }
        return placesOf(known.plain, wanted).map((_place, number) => ({
          index,
          messageId: id,
          number,
        }));
      }),
    );
  };
}

/** Where a word begins in a text, without overlaps. */
export function placesOf(text: string, wanted: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    places.push(at);
  }
  return places;
}

/** The places of a word within an element of the page. */
export function rangesIn(element: Element, words: string): readonly Range[] {
  const wanted = words.toLowerCase();
  if (wanted.trim() === '') return [];
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  return placesOf(text.toLowerCase(), wanted).map((at) => {
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
