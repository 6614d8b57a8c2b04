/** How many words a window shows. */
import type { Page } from 'playwright';

/** Words of all texts that are drawn inside the window; signs alone are none. */
export function wordsInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isInSight = ({ width, height, top, right, bottom, left }: DOMRect): boolean =>
      width > 1 && height > 1 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const isShown = node.parentElement?.checkVisibility({ visibilityProperty: true }) === true;
      if (isShown && [...range.getClientRects()].some(isInSight))
        texts.push(node.textContent ?? '');
    }
    return texts
      .join(' ')
      .split(/\s+/u)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  });
}
