/**
 * The ring that shows the brush at its true size: an element over the stage, moved by `transform`
 * alone, so that following the pointer draws nothing. Dark and light lines, visible on any ground; a
 * cross is added when the ring is too small to be seen.
 */
import type { Point } from '../../../../shared/geometry/rect.ts';

export const CURSOR_RING = {
  /** CSS pixels of diameter below which the cross is added. */
  crossBelow: 8,
  /** CSS pixels from the middle to the inner and outer end of an arm of the cross. */
  armFrom: 4,
  armTo: 9,
} as const;

export interface CursorRing {
  readonly element: HTMLElement;
  /** @param at screen space */
  move(at: Point): void;
  /** @param diameter CSS pixels */
  setDiameter(diameter: number): void;
  setVisible(visible: boolean): void;
  destroy(): void;
}

export function createCursorRing(container: HTMLElement): CursorRing {
  const element = document.createElement('div');
  element.dataset.canvas = 'cursor-ring';
  element.setAttribute('aria-hidden', 'true');
  Object.assign(element.style, {
    position: 'absolute',
    left: '0',
    top: '0',
    width: '0',
    height: '0',
    borderRadius: '50%',
    boxShadow: '0 0 0 1px rgba(0, 0, 0, 0.85), inset 0 0 0 1px rgba(255, 255, 255, 0.95)',
    pointerEvents: 'none',
    willChange: 'transform',
    visibility: 'hidden',
    zIndex: '1',
  });
  const cross = document.createElement('div');
  Object.assign(cross.style, { position: 'absolute', left: '50%', top: '50%' });
  const length = CURSOR_RING.armTo - CURSOR_RING.armFrom;
  for (const [x, y, width, height] of [
    [-CURSOR_RING.armTo, -0.5, length, 1],
    [CURSOR_RING.armFrom, -0.5, length, 1],
    [-0.5, -CURSOR_RING.armTo, 1, length],
    [-0.5, CURSOR_RING.armFrom, 1, length],
  ] as const) {
    const arm = document.createElement('div');
    Object.assign(arm.style, {
      position: 'absolute',
      left: `${x}px`,
      top: `${y}px`,
      width: `${width}px`,
      height: `${height}px`,
      background: '#fff',
      boxShadow: '0 0 0 1px rgba(0, 0, 0, 0.85)',
    });
    cross.append(arm);
  }
  element.append(cross);
  container.append(element);
  let radius = 0;
  let at: Point = { x: 0, y: 0 };

  function place(): void {
    element.style.transform = `translate(${at.x - radius}px, ${at.y - radius}px)`;
  }

  return {
    element,
    move(point) {
      at = point;
      place();
    },
    setDiameter(diameter) {
      radius = diameter / 2;
      element.style.width = `${diameter}px`;
      element.style.height = `${diameter}px`;
      cross.style.display = diameter < CURSOR_RING.crossBelow ? '' : 'none';
      place();
    },
    setVisible(visible) {
      element.style.visibility = visible ? 'visible' : 'hidden';
    },
    destroy: () => element.remove(),
  };
}
