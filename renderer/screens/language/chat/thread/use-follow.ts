/**
 * Keeps the end of the thread in sight while it grows, until the user looks elsewhere: a wheel or a key
 * upwards, a drag of the scrollbar, the focus further up, or the beginning of a selection. The end,
 * reached again, restores it.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Distance from the end that counts as the end, CSS pixels. */
const AT_END = 4;

const UPWARDS = new Set(['ArrowUp', 'PageUp', 'Home']);
const DOWNWARDS = new Set(['ArrowDown', 'PageDown', 'End', ' ']);

export interface Follow {
  readonly isFollowing: boolean;
  /** Shows the end, and stays there. */
  readonly jump: () => void;
  /** Shows the end where it is followed at this moment. */
  readonly hold: () => void;
  readonly release: () => void;
}

/** @param scroller scrolls; @param content grows in it */
export function useFollow(scroller: HTMLElement | null, content: HTMLElement | null): Follow {
  const following = useRef(true);
  const [isFollowing, setFollowing] = useState(true);

  const set = useCallback((next: boolean) => {
    following.current = next;
    setFollowing(next);
  }, []);
  /** The user has moved towards the end since it was released: a scroll of the list's own does not restore it. */
  const isReturning = useRef(false);
  const release = useCallback(() => {
    isReturning.current = false;
    set(false);
  }, [set]);
  const jump = useCallback(() => {
    set(true);
    if (scroller !== null) showEnd(scroller);
  }, [set, scroller]);

  const hold = useCallback(() => {
    if (following.current && scroller !== null) showEnd(scroller);
  }, [scroller]);

  useLayoutEffect(() => {
    if (scroller === null || content === null) return undefined;
    const controller = new AbortController();
    const options = { signal: controller.signal, passive: true } as const;
    let lastTop = scroller.scrollTop;
    let isDragging = false;

    const goBack = (): void => void (isReturning.current = true);
    scroller.addEventListener(
      'wheel',
      ({ deltaY }) => (deltaY < 0 ? release() : goBack()),
      options,
    );
    scroller.addEventListener(
      'touchmove',
      () => {
        release();
        goBack();
      },
      options,
    );
    scroller.addEventListener(
      'keydown',
      ({ key }) => {
        if (UPWARDS.has(key)) release();
        else if (DOWNWARDS.has(key)) goBack();
      },
      options,
    );
    content.addEventListener(
      'focusin',
      ({ target }) => {
        if (!(target instanceof Element)) return;
        const isAbove = target.getBoundingClientRect().top < scroller.getBoundingClientRect().top;
        // the browser brings it into sight before or after this
        if (isAbove || scroller.scrollTop < lastTop) release();
      },
      options,
    );
    scroller.addEventListener(
      'pointerdown',
      ({ target }) => {
        isDragging = target === scroller; // its scrollbar
      },
      options,
    );
    window.addEventListener('pointerup', () => void (isDragging = false), options);
    scroller.addEventListener(
      'scroll',
      () => {
        const top = scroller.scrollTop;
        const distance = scroller.scrollHeight - scroller.clientHeight - top;
        if (isDragging && top < lastTop) release();
        else if (isDragging) goBack();
        const isBack = isReturning.current && top > lastTop && distance <= AT_END;
        if (!following.current && isBack) set(true);
        lastTop = top;
      },
      options,
    );
    document.addEventListener(
      'selectionchange',
      () => {
        const selection = document.getSelection();
        if (selection === null || selection.isCollapsed) return;
        if (following.current && content.contains(selection.anchorNode)) release();
      },
      options,
    );
    // called after layout and before painting: the end is never painted in a wrong place
    let frame: number | undefined;
    const observer = new ResizeObserver(() => {
      if (!following.current) return;
      showEnd(scroller);
      // a list that has measured its rows in the same moment may have moved its own way since
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        if (following.current) showEnd(scroller);
      });
    });
    observer.observe(content);
    observer.observe(scroller);
    return () => {
      controller.abort();
      observer.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [scroller, content, release, set]);

  return { isFollowing, jump, hold, release };
}

function showEnd(scroller: HTMLElement): void {
  scroller.scrollTop = scroller.scrollHeight;
}
