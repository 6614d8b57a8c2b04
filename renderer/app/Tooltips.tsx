/**
 * The tooltips of the window: shows `data-tip` of the element under the pointer. One for all,
 * because one for each button takes a tenth of the time in which a screen is rendered.
 */
import { Tooltip, type FloatingPosition } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Until a tooltip opens, ms; at once soon after another one. */
const [DELAY, SOON] = [400, 300] as const;

export function Tooltips() {
  const [shown, setShown] = useState<HTMLElement>();

  useEffect(() => {
    let over: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastShown = -Infinity;
    function show(element: HTMLElement): void {
      // its menu is open
      if (element.ariaExpanded !== 'true') setShown(element);
    }
    function hide(): void {
      clearTimeout(timer);
      setShown((before) => {
        if (before !== undefined) lastShown = performance.now();
        return undefined;
      });
    }
    function follow(next: HTMLElement | null): void {
      if (next === over) return;
      over = next;
      hide();
      if (next === null) return;
      const delay = performance.now() - lastShown < SOON ? 0 : DELAY;
      timer = setTimeout(show, delay, next);
    }
    const controller = new AbortController();
    const { signal } = controller;
    const options = { signal, capture: true };
    window.addEventListener(
      'pointerover',
      ({ target }) => follow(target instanceof Element ? target.closest('[data-tip]') : null),
      options,
    );
    document.documentElement.addEventListener('pointerleave', () => follow(null), { signal });
    // a finger that stays down is the only way to ask for one by touch
    window.addEventListener(
      'pointerdown',
      (event) => event.pointerType !== 'touch' && hide(),
      options,
    );
    window.addEventListener('keydown', hide, options);
    return () => controller.abort();
  }, []);

  if (shown === undefined) return null;
  const { tip, tipSide } = shown.dataset;
  return (
    <Tooltip
      opened
      multiline
      target={{ current: shown }}
      label={tip}
      position={(tipSide ?? 'top') as FloatingPosition}
    />
  );
}
