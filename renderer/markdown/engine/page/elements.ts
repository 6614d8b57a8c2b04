/**
 * Creates and updates DOM elements for a Markdown tree. Unchanged text is never written again, so
 * that a selection in it stays. SECURITY: S15 only the tags and attributes named here are used, and
 * text stays text.
 */
import type { HolderKind, MarkElement, MarkNode } from '../nodes.ts';
import { createCodeBlock, type CodeBlock } from './code-block.ts';
import { hostOf, pictureWords, safeAddress } from './links.ts';
import classes from './Markdown.module.css';
import type { ViewDeps, Widget } from './view-deps.ts';

const HEADINGS = ['heading1', 'heading2', 'heading3', 'heading4'] as const;

/** Below the heading of the answer itself. */
const HEADING_TAGS = ['h3', 'h4', 'h5', 'h6'] as const;

/** Kinds whose tag does not depend on attributes. */
export const ELEMENT_TAGS: Readonly<
  Record<Exclude<HolderKind, (typeof HEADINGS)[number]>, keyof HTMLElementTagNameMap>
> = {
  paragraph: 'p',
  quote: 'blockquote',
  bullets: 'ul',
  numbers: 'ol',
  item: 'li',
  table: 'table',
  head: 'thead',
  row: 'tr',
  headCell: 'th',
  cell: 'td',
  strong: 'strong',
  emphasis: 'em',
  deleted: 'del',
  subscript: 'sub',
  superscript: 'sup',
  key: 'kbd',
  underlined: 'u',
  marked: 'mark',
  code: 'code',
  link: 'a',
  footnoteText: 'div',
};

/** Kinds whose text direction depends on their first strong character. */
const DIRECTED: ReadonlySet<string> = new Set([
  'paragraph',
  'heading1',
  'heading2',
  'heading3',
  'heading4',
  'bullets',
  'numbers',
  'headCell',
  'cell',
  'footnoteText',
]);

/** A node of the tree and its DOM node. */
export interface Shown {
  readonly node: MarkNode;
  readonly page: Text | HTMLElement;
  readonly children: readonly Shown[];
  readonly widget: Widget | undefined;
}

/** @param isInItem a paragraph in a list has the direction of the list, where the marker is */
export function show(node: MarkNode, deps: ViewDeps, isInItem = false): Shown {
  if (typeof node === 'string') {
    return { node, page: document.createTextNode(node), children: [], widget: undefined };
  }
  const widget = widgetOf(node, deps);
  if (widget !== undefined) return { node, page: widget.element, children: [], widget };
  const holder = document.createElement(tagOf(node.is as HolderKind, deps));
  const children = node.children.map((child) => show(child, deps, node.is === 'item'));
  holder.append(...children.map(({ page }) => page));
  setAttributes(holder, node);
  if (DIRECTED.has(node.is) && !(isInItem && node.is === 'paragraph')) holder.dir = 'auto';
  const page = node.is === 'table' ? inScroller(holder) : holder;
  if (node.is === 'footnoteText') deps.footnotes.addNote(node.attributes.text ?? '', holder);
  return { node, page, children, widget: undefined };
}

function tagOf(kind: HolderKind, { headings }: ViewDeps): keyof HTMLElementTagNameMap {
  const depth = HEADINGS.findIndex((each) => each === kind);
  if (depth < 0) return ELEMENT_TAGS[kind as keyof typeof ELEMENT_TAGS];
  return HEADING_TAGS[headings.levelFor(depth)] ?? 'h6';
}

/** Updates what has changed in the tree, or creates it again. */
export function reshow(shown: Shown, node: MarkNode, deps: ViewDeps, isInItem = false): Shown {
  if (shown.node === node) return shown;
  const { node: before, page, children, widget } = shown;
  if (typeof before === 'string' || typeof node === 'string') {
    if (typeof before === 'string' && typeof node === 'string' && page instanceof Text) {
      rewrite(page, before, node);
      return { ...shown, node };
    }
    return replace(shown, node, deps, isInItem);
  }
  if (before.is !== node.is) return replace(shown, node, deps, isInItem);
  if (widget !== undefined) {
    return widget.update(node) ? { ...shown, node } : replace(shown, node, deps, isInItem);
  }
  const holder = holderOf(page, node);
  setAttributes(holder, node, before);
  return { ...shown, node, children: reshowAll(holder, children, node, deps) };
}

function reshowAll(
  holder: HTMLElement,
  shown: readonly Shown[],
  { is, children: nodes }: MarkElement,
  deps: ViewDeps,
): readonly Shown[] {
  for (const gone of shown.slice(nodes.length)) remove(gone);
  return nodes.map((node, index) => {
    const known = shown[index];
    if (known !== undefined) return reshow(known, node, deps, is === 'item');
    const made = show(node, deps, is === 'item');
    holder.append(made.page);
    return made;
  });
}

/** Removes an element and cancels all work in it. */
export function remove(shown: Shown): void {
  close(shown);
  shown.page.remove();
}

/** Cancels all work in an element. */
export function close({ widget, children }: Shown): void {
  widget?.close();
  for (const child of children) close(child);
}

/** The element will not change any more. */
export function completeBlock({ page, widget, children }: Shown): void {
  if (page instanceof HTMLElement) delete page.dataset['open'];
  if (widget !== undefined && 'complete' in widget) (widget as CodeBlock).complete();
  for (const child of children) completeBlock(child);
}

function replace(shown: Shown, node: MarkNode, deps: ViewDeps, isInItem: boolean): Shown {
  const made = show(node, deps, isInItem);
  close(shown);
  shown.page.replaceWith(made.page);
  return made;
}

/** Writes only the part that differs, never what precedes it. */
function rewrite(page: Text, before: string, after: string): void {
  if (after.startsWith(before)) return page.appendData(after.slice(before.length));
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  page.replaceData(same, before.length - same, after.slice(same));
}

function inScroller(table: HTMLElement): HTMLElement {
  const scroller = document.createElement('div');
  scroller.className = classes['table'] ?? '';
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'group');
  scroller.setAttribute('aria-label', 'Table');
  scroller.append(table);
  return scroller;
}

function holderOf(page: Text | HTMLElement, node: MarkElement): HTMLElement {
  const holder = node.is === 'table' ? page.firstChild : page;
  if (holder instanceof HTMLElement) return holder;
  throw new Error('Only elements have children.');
}

function setAttributes(holder: HTMLElement, node: MarkElement, before?: MarkElement): void {
  const { attributes, is } = node;
  if (before !== undefined && before.attributes === attributes) return;
  if (before === undefined && is.startsWith('heading')) holder.className = classes[is] ?? '';
  if (is === 'numbers' && holder instanceof HTMLOListElement) holder.start = attributes.start ?? 1;
  if (is === 'bullets' || is === 'numbers') {
    holder.className = (attributes.isLoose === true ? classes['looseList'] : '') ?? '';
  }
  if (is === 'headCell' || is === 'cell') {
    if (attributes.align !== undefined) holder.style.textAlign = attributes.align;
    else holder.style.removeProperty('text-align');
  }
  if (is === 'link') setLink(holder, attributes.address ?? '');
  if (is === 'footnoteText') {
    holder.className = classes['footnoteText'] ?? '';
    holder.dataset['label'] = attributes.text ?? '';
  }
}

/** SECURITY: S15 a link has no address that the page itself could follow. */
function setLink(holder: HTMLElement, address: string): void {
  const safe = safeAddress(address);
  holder.dataset['address'] = address;
  if (safe === undefined) {
    holder.className = classes['deadLink'] ?? '';
    holder.dataset['tip'] = `Gesso does not open ${address}`;
    holder.removeAttribute('role');
    holder.removeAttribute('tabindex');
    return;
  }
  holder.className = '';
  holder.dataset['tip'] = safe;
  holder.dataset['act'] = 'link';
  holder.tabIndex = 0;
  holder.setAttribute('role', 'link');
}

function widgetOf(node: MarkElement, deps: ViewDeps): Widget | undefined {
  switch (node.is) {
    case 'codeBlock':
      return createCodeBlock(node, deps);
    case 'formula':
      return createFormula(node, deps);
    case 'picture':
      return still(node, pictureChip(node));
    case 'footnote':
      return still(node, footnotePlace(node, deps));
    case 'checkbox':
      return still(node, checkbox(node));
    case 'rule':
      return still(node, document.createElement('hr'));
    case 'lineBreak':
      return still(node, document.createElement('br'));
    default:
      return undefined;
  }
}

/** An element that is created again on any change. */
function still({ attributes }: MarkElement, element: HTMLElement): Widget {
  return {
    element,
    update: (node) =>
      node.attributes.text === attributes.text &&
      node.attributes.address === attributes.address &&
      node.attributes.isChecked === attributes.isChecked,
    close: () => undefined,
  };
}

/**
 * SECURITY: S15 a picture of an answer is never fetched: its description and host are shown
 * instead.
 */
function pictureChip({ attributes }: MarkElement): HTMLElement {
  const chip = document.createElement('span');
  chip.className = classes['picture'] ?? '';
  const host = document.createElement('span');
  host.textContent = hostOf(attributes.address ?? '');
  chip.append(pictureWords(attributes), ' ', host);
  chip.dataset['tip'] = 'Gesso does not load pictures of answers.';
  return chip;
}

function footnotePlace({ attributes }: MarkElement, { footnotes }: ViewDeps): HTMLElement {
  const place = document.createElement('span');
  const label = attributes.text ?? '';
  place.className = classes['footnote'] ?? '';
  place.dataset['aside'] = '';
  place.textContent = `[^${label}]`;
  footnotes.addPlace(label, place);
  return place;
}

function checkbox({ attributes }: MarkElement): HTMLElement {
  const box = document.createElement('span');
  const isChecked = attributes.isChecked === true;
  box.className = classes['checkbox'] ?? '';
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', isChecked ? 'Done' : 'Open');
  box.textContent = isChecked ? '☑' : '☐';
  return box;
}

/** Time for rendering formulas in a frame, ms; others wait for the next. */
const SLICE = 6;

/** Longer sources are shown as text. */
const LONGEST = 8_000;

const waiting: (() => void)[] = [];

/** A formula, shown as source until it comes near the visible area. */
function createFormula({ attributes }: MarkElement, { whenSeen }: ViewDeps): Widget {
  const { text = '', isDisplay = false } = attributes;
  const element = document.createElement(isDisplay ? 'div' : 'span');
  element.className = classes[isDisplay ? 'displayFormula' : 'formula'] ?? '';
  element.dataset['source'] = text;
  element.dataset['aside'] = '';
  element.textContent = text;
  let isClosed = false;

  async function load(): Promise<void> {
    const { setFormula } = await import('./set-formula.ts');
    soon(() => {
      if (!isClosed) setFormula(text, isDisplay, element);
    });
  }

  if (text.length <= LONGEST) whenSeen.add(element, () => void load());
  return {
    element,
    update: (node) =>
      node.attributes.text === text && (node.attributes.isDisplay ?? false) === isDisplay,
    close() {
      isClosed = true;
      whenSeen.remove(element);
    },
  };
}

/** Runs work in order, a little in each frame. */
function soon(work: () => void): void {
  waiting.push(work);
  if (waiting.length === 1) requestAnimationFrame(slice);
}

function slice(): void {
  const until = performance.now() + SLICE;
  do waiting[0]?.();
  while (waiting.shift() !== undefined && waiting.length > 0 && performance.now() < until);
  if (waiting.length > 0) requestAnimationFrame(slice);
}
