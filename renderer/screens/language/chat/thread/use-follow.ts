/**
 * Scrolls with a growing thread until the user scrolls up, selects or focuses something above.
 * Reaching the end resumes it.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Distance that counts as the end, CSS pixels. */
const AT_END = 4;

const UPWARDS = new Set(['ArrowUp', 'PageUp', 'Home']);
const DOWNWARDS = new Set(['ArrowDown', 'PageDown', 'End', ' ']);

export function useFollow(scroller: HTMLElement | null, content: HTMLElement | null) {
  const following = useRef(true);
  const [isFollowing, setFollowing] = useState(true);

  const set = useCallback((next: boolean) => {
    following.current = next;
    setFollowing(next);
  }, []);
  /** The user has scrolled down since release: only then may the end resume following. */
  const isReturning = useRef(false);
  const release = useCallback(() => {
    isReturning.current = false;
    set(false);
  }, [set]);
  /** Scrolls to the end and follows it. */
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
        // the browser scrolls to it before or after this
        if (isAbove || scroller.scrollTop < lastTop) release();
      },
      options,
    );
    scroller.addEventListener(
      'pointerdown',
      ({ target }) => {
        isDragging = target === scroller; // the scrollbar
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
    // runs after layout and before paint, so the end is never painted in a wrong place
    let frame: number | undefined;
    const observer = new ResizeObserver(() => {
      if (!following.current) return;
      showEnd(scroller);
      // the list may have scrolled since, after measuring its rows
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
