/**
 * A code block that may still grow. Complete lines are written once; their colours come later, and
 * wait while the user has selected text in the line.
 */
import type { MarkElement } from '../nodes.ts';
import { openCodeBlock, type CodeBlockOrders } from '../code/colouring.ts';
import { CODE_COLOURS, type ColouredLine } from '../code/code-protocol.ts';
import { grammarName } from '../code/languages.ts';
import classes from './Markdown.module.css';
import type { ViewDeps, Widget } from './view-deps.ts';

/** Lines in a part of a block; parts out of sight are not laid out. */
const PART_LINES = 60;

export interface CodeBlock extends Widget {
  /** The text has ended, or the block is closed. */
  complete(): void;
}

export function createCodeBlock(first: MarkElement, { whenSeen }: ViewDeps): CodeBlock {
  const element = document.createElement('figure');
  element.className = classes['codeBlock'] ?? '';
  const head = element.appendChild(document.createElement('figcaption'));
  head.dataset['aside'] = '';
  const name = head.appendChild(document.createElement('span'));
  const copy = head.appendChild(document.createElement('button'));
  copy.type = 'button';
  copy.textContent = 'Copy';
  copy.setAttribute('aria-label', 'Copy code');
  copy.dataset['act'] = 'copy-code';
  const pre = element.appendChild(document.createElement('pre'));
  pre.tabIndex = 0;
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', 'Code');
  const code = pre.appendChild(document.createElement('code'));

  const lines: HTMLElement[] = [];
  let texts: string[] = [];
  let language = '';
  let orders: CodeBlockOrders | undefined;
  let isSeen = false;
  let isComplete = false;
  /** Lines that the worker has received. */
  let sent = 0;
  /** Colours that wait until their line is no longer selected. */
  const held = new Map<number, ColouredLine>();

  function lineAt(index: number): HTMLElement {
    const known = lines[index];
    if (known !== undefined) return known;
    if (index % PART_LINES === 0) {
      code.appendChild(document.createElement('span')).className = classes['codePart'] ?? '';
    }
    const line = document.createElement('span');
    line.append('');
    code.lastElementChild?.append(line);
    lines.push(line);
    return line;
  }

  function write(index: number, text: string, before: string): void {
    const line = lineAt(index);
    const [node] = line.childNodes;
    if (line.childNodes.length === 1 && node instanceof Text && text.startsWith(before)) {
      if (text !== before) node.appendData(text.slice(before.length));
    } else line.replaceChildren(text);
  }

  function setText(text: string): void {
    const next = text.split('\n');
    const ended = next.map((line, index) => (index === next.length - 1 ? line : `${line}\n`));
    let index = Math.max(0, Math.min(texts.length, ended.length) - 1);
    while (index > 0 && texts[index - 1] !== ended[index - 1]) index -= 1;
    if (index < sent) restart(index);
    for (; index < ended.length; index++) write(index, ended[index] ?? '', texts[index] ?? '');
    for (const line of lines.splice(ended.length)) line.remove();
    texts = ended;
  }

  /** Orders all colours again, as complete lines have changed. */
  function restart(from: number): void {
    orders?.close();
    orders = undefined;
    sent = 0;
    held.clear();
    for (const [index, line] of lines.entries()) {
      if (index >= from) line.replaceChildren(texts[index] ?? '');
    }
  }

  function order(): void {
    const grammar = grammarName(language);
    if (!isSeen || grammar === undefined) return;
    const complete = isComplete ? texts.length : texts.length - 1;
    if (complete <= sent) return;
    orders ??= openCodeBlock(grammar);
    const from = sent;
    sent = complete;
    const plain = texts.slice(from, complete).map((line) => line.replace(/\n$/u, ''));
    orders.send(plain, isComplete, (coloured) => {
      const isFree = isNothingSelectedIn(code);
      for (const [index, runs] of (coloured ?? []).entries()) colour(from + index, runs, isFree);
    });
  }

  /** @param isFree whether nothing in the block is selected */
  function colour(index: number, runs: ColouredLine, isFree: boolean): void {
    const line = lines[index];
    const text = texts[index];
    if (line === undefined || text === undefined) return;
    if (!isFree && !isNothingSelectedIn(line)) {
      if (held.size === 0) document.addEventListener('selectionchange', colourHeld);
      held.set(index, runs);
      return;
    }
    line.replaceChildren(...colouredNodes(text, runs));
  }

  function colourHeld(): void {
    const waiting = [...held];
    held.clear();
    document.removeEventListener('selectionchange', colourHeld);
    for (const [index, runs] of waiting) colour(index, runs, false);
  }

  const block: CodeBlock = {
    element,
    update(node) {
      const { text = '', language: word = '' } = node.attributes;
      if (word !== language || texts.length === 0) {
        if (sent > 0) restart(0);
        language = word;
        name.textContent = word === '' ? 'Text' : word;
      }
      setText(text);
      order();
      return true;
    },
    complete() {
      isComplete = true;
      order();
    },
    close() {
      orders?.close();
      whenSeen.remove(element);
      document.removeEventListener('selectionchange', colourHeld);
    },
  };
  block.update(first);
  whenSeen.add(element, () => {
    isSeen = true;
    order();
  });
  return block;
}

function isNothingSelectedIn(element: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection === null || selection.isCollapsed || !selection.containsNode(element, true);
}

function colouredNodes(text: string, runs: ColouredLine): readonly (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let from = 0;
  for (let at = 0; at + 1 < runs.length; at += 2) {
    const part = text.slice(from, from + (runs[at] ?? 0));
    from += part.length;
    const colour = CODE_COLOURS[runs[at + 1] ?? 0];
    if (colour === undefined || colour === 'plain') nodes.push(part);
    else {
      const span = document.createElement('span');
      span.style.color = `var(--gesso-code-${colour})`;
      span.textContent = part;
      nodes.push(span);
    }
  }
  nodes.push(text.slice(from));
  return nodes;
}
