/**
 * The tooltips of the window: `data-tip` of the element under the pointer, or that Tab or an arrow
 * key has reached, and the whole text of one whose text is cut. One component for all: one per
 * button took a tenth of a screen's render time.
 */
import { Tooltip, type FloatingPosition } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Until a tooltip opens, ms; at once soon after another one. */
const [DELAY, SOON] = [400, 300] as const;

interface Tip {
  readonly element: HTMLElement;
  readonly label: string;
}

export function Tooltips() {
  const [shown, setShown] = useState<Tip>();

  useEffect(() => {
    let over: Tip | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = false;
    let lastShown = -Infinity;
    let pressed = '';
    // it was removed, hidden with its screen, or scrolled away
    const leaving = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === false) follow(undefined);
    });
    function show(tip: Tip): void {
      if (tip.element.ariaExpanded === 'true') return; // its menu is open
      isShown = true;
      leaving.observe(tip.element);
      setShown(tip);
    }
    function hide(): void {
      clearTimeout(timer);
      leaving.disconnect();
      if (isShown) lastShown = performance.now();
      isShown = false;
      setShown(undefined);
    }
    function follow(next: Tip | undefined): void {
      if (next?.element === over?.element && next?.label === over?.label) return;
      over = next;
      hide();
      if (next === undefined) return;
      const delay = performance.now() - lastShown < SOON ? 0 : DELAY;
      timer = setTimeout(show, delay, next);
    }
    const controller = new AbortController();
    const { signal } = controller;
    const options = { signal, capture: true };
    const followTarget = ({ target }: Event): void =>
      follow(target instanceof Element ? tipAt(target) : undefined);
    window.addEventListener('pointerover', followTarget, options);
    document.documentElement.addEventListener('pointerleave', () => follow(undefined), { signal });
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
    window.addEventListener(
      'focusin',
      (event) => {
        if (event.target instanceof HTMLElement) describe(event.target);
        // not for a focus that comes back from a closed dialog
        if (pressed === 'Tab' || pressed.startsWith('Arrow')) followTarget(event);
      },
      options,
    );
    return () => {
      controller.abort();
      leaving.disconnect();
    };
  }, []);

  if (shown === undefined) return null;
  return (
    <Tooltip
      opened
      multiline
      target={{ current: shown.element }}
      label={shown.label}
      position={(shown.element.dataset['tipSide'] ?? 'top') as FloatingPosition}
    />
  );
}

/** Returns the nearest tooltip, with the whole text of a part of it that is cut. */
function tipAt(target: Element): Tip | undefined {
  let cut: Tip | undefined;
  for (let element: Element | null = target; element !== null; element = element.parentElement) {
    if (!(element instanceof HTMLElement)) continue;
    const { tip = '' } = element.dataset;
    if (tip !== '') {
      const isRepeated = cut === undefined || tip.includes(cut.label);
      return { element, label: isRepeated ? tip : `${cut?.label}\n${tip}` };
    }
    if (cut === undefined && isCut(element)) cut = { element, label: element.textContent.trim() };
  }
  return cut?.label === '' ? undefined : cut;
}

/** Whether text ends in “…”. Fields scroll instead. */
function isCut(element: HTMLElement): boolean {
  if (element.matches('input, select, textarea')) return false;
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  if (textOverflow === 'ellipsis') return element.scrollWidth > element.clientWidth;
  return webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight;
}

/** Gives screen readers a tooltip that says more than the name of its control. */
function describe(control: HTMLElement): void {
  const { tip = '' } = control.dataset;
  const name = control.ariaLabel ?? control.textContent;
  control.ariaDescription = tip === '' || tip.startsWith(name.trim()) ? null : tip;
}
