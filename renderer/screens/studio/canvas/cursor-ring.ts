/**
 * Shows the brush's size as an element moved by `transform` alone, so that following the pointer
 * paints nothing.
 */
import type { Point } from '../../../../shared/geometry/rect.ts';
import { RING_COLOURS } from './ring-image.ts';

export const CURSOR_RING = {
  /** CSS pixels of diameter below which a cross marks the ring. */
  crossBelow: 8,
  /** CSS pixels from the centre to both ends of an arm. */
  armFrom: 4,
  armTo: 9,
  /** Minimum distance of the minus from the centre, CSS pixels. */
  signDistance: 10,
} as const;

export interface CursorLook {
  /** Without it, only the sign is shown. */
  readonly ring: boolean;
  readonly minus: boolean;
  /** CSS pixels. */
  readonly diameter: number;
  /** Next to the ring, e.g. “120 px”. */
  readonly text: string | undefined;
}

type Style = Readonly<Record<string, string>>;

export function createCursorRing(container: HTMLElement) {
  const element = part(container, {
    left: '0',
    top: '0',
    width: '0',
    height: '0',
    pointerEvents: 'none',
    willChange: 'transform',
    contain: 'layout style',
    visibility: 'hidden',
    zIndex: '1',
  });
  element.dataset['canvas'] = 'cursor';
  element.setAttribute('aria-hidden', 'true');
  const ring = part(element, {
    borderRadius: '50%',
    boxShadow: `0 0 0 1px ${RING_COLOURS.dark}, inset 0 0 0 1px ${RING_COLOURS.light}`,
  });
  ring.dataset['canvas'] = 'cursor-ring';
  const cross = part(element, {});
  const length = CURSOR_RING.armTo - CURSOR_RING.armFrom;
  for (const [x, y, width, height] of [
    [-CURSOR_RING.armTo, -0.5, length, 1],
    [CURSOR_RING.armFrom, -0.5, length, 1],
    [-0.5, -CURSOR_RING.armTo, 1, length],
    [-0.5, CURSOR_RING.armFrom, 1, length],
  ] as const) {
    part(cross, { ...bar(width, height), left: `${x}px`, top: `${y}px` });
  }
  const minus = part(element, bar(7, 1.5));
  const text = part(element, {
    top: '14px',
    translate: '-50% 0',
    padding: '1px 6px',
    borderRadius: '3px',
    font: '11px / 16px Inter Variable, system-ui, sans-serif',
    whiteSpace: 'nowrap',
    color: '#fff',
    background: 'rgba(0, 0, 0, 0.75)',
  });
  let shown: CursorLook | undefined;

  return {
    /** @param at screen space */
    move(at: Point): void {
      element.style.transform = `translate(${at.x}px, ${at.y}px)`;
    },
    /** `undefined` hides it. */
    show(look: CursorLook | undefined): void {
      const before = shown;
      shown = look;
      if ((look === undefined) !== (before === undefined) || before === undefined) {
        element.style.visibility = look === undefined ? 'hidden' : 'visible';
      }
      if (look === undefined) return;
      if (look.diameter !== before?.diameter) {
        ring.style.width = `${look.diameter}px`;
        ring.style.height = `${look.diameter}px`;
        // placed, not translated: a transform below the moving one would be recomputed per frame
        ring.style.left = `${-look.diameter / 2}px`;
        ring.style.top = `${-look.diameter / 2}px`;
      }
      const off = Math.max(CURSOR_RING.signDistance, look.diameter * 0.3536 + 6);
      minus.style.left = `${off}px`;
      minus.style.top = `${off}px`;
      toggle(ring, look.ring);
      toggle(cross, look.ring && look.diameter < CURSOR_RING.crossBelow);
      toggle(minus, look.minus);
      toggle(text, look.text !== undefined);
      text.style.top = `${Math.max(14, look.diameter / 2 + 6)}px`;
      text.textContent = look.text ?? '';
    },
    destroy: (): void => element.remove(),
  };
}

function part(parent: HTMLElement, style: Style): HTMLElement {
  const element = document.createElement('div');
  Object.assign(element.style, { position: 'absolute', ...style });
  parent.append(element);
  return element;
}

function bar(width: number, height: number): Style {
  return {
    width: `${width}px`,
    height: `${height}px`,
    background: '#fff',
    boxShadow: `0 0 0 1px ${RING_COLOURS.dark}`,
  };
}

function toggle(element: HTMLElement, isShown: boolean): void {
  element.style.display = isShown ? '' : 'none';
}
