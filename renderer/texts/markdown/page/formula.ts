/** A formula, shown as source until it comes near the visible area. */
import type { MarkElement } from '../nodes.ts';
import classes from './Markdown.module.css';
import type { ViewParts, Widget } from './parts.ts';

/** Time for rendering formulas in a frame, ms; others wait for the next. */
const SLICE = 6;

/** Longer sources are shown as text. */
const LONGEST = 8_000;

const waiting: (() => void)[] = [];

export function createFormula({ attributes }: MarkElement, { whenSeen }: ViewParts): Widget {
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

  if (text.length <= LONGEST) {
    whenSeen.add(element, () => {
      void load();
    });
  }
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
