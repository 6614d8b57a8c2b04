/** Counts the words on the screen. */
import type { Page } from 'playwright';

/** Counts words visible without scrolling; punctuation alone does not count. */
export function wordsInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    /** True if a part of the text is inside all clipping parents. Excludes text for screen readers. */
    const isInSight = (of: DOMRect, parent: Element | null): boolean => {
      let { left, top, right, bottom } = of;
      const cut = (by: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>): void => {
        [left, top] = [Math.max(left, by.left), Math.max(top, by.top)];
        [right, bottom] = [Math.min(right, by.right), Math.min(bottom, by.bottom)];
      };
      for (let element = parent; element !== null; element = element.parentElement) {
        if (getComputedStyle(element).overflow !== 'visible') cut(element.getBoundingClientRect());
      }
      cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      return right - left > 1 && bottom - top > 1;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const isShown = node.parentElement?.checkVisibility({ visibilityProperty: true }) === true;
      const { parentElement } = node;
      if (isShown && [...range.getClientRects()].some((rect) => isInSight(rect, parentElement)))
        texts.push(node.textContent ?? '');
    }
    return texts
      .join(' ')
      .split(/\s+/u)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  });
}
