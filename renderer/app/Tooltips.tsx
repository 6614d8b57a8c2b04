/**
 * The tooltips of the window: `data-tip` of the element under the pointer, or that Tab or an arrow
 * key has reached. One component for all: one per button took a tenth of a screen's render time.
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
    let isShown = false;
    let lastShown = -Infinity;
    let pressed = '';
    function show(element: HTMLElement): void {
      if (element.ariaExpanded === 'true') return; // its menu is open
      isShown = true;
      setShown(element);
    }
    function hide(): void {
      clearTimeout(timer);
      if (isShown) lastShown = performance.now();
      isShown = false;
      setShown(undefined);
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
    const followTarget = ({ target }: Event): void =>
      follow(target instanceof Element ? target.closest('[data-tip]') : null);
    window.addEventListener('pointerover', followTarget, options);
    document.documentElement.addEventListener('pointerleave', () => follow(null), { signal });
    // a finger that stays down is the only way to ask for one by touch
    window.addEventListener(
      'pointerdown',
      (event) => event.pointerType !== 'touch' && hide(),
      options,
    );
    window.addEventListener(
      'keydown',
      ({ key }) => {
        pressed = key;
        hide();
      },
      options,
    );
    window.addEventListener('keyup', () => (pressed = ''), options);
    // not for a focus that comes back from a closed dialog
    window.addEventListener(
      'focusin',
      (event) => {
        if (pressed === 'Tab' || pressed.startsWith('Arrow')) followTarget(event);
      },
      options,
    );
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
