import { useEffect, useState, type PointerEvent } from 'react';

/** CSS pixels from which a press is a drag. */
const DRAG_FROM = 5;

interface Press {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly isDrag: boolean;
  readonly over: number | undefined;
}

interface PaneHandle {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(): void;
  onPointerCancel(): void;
}

/** Each pane has its clip as `data-clip`. Escape ends a drag without a change. */
export function usePaneDrag(onPlace: (index: number, at: number) => void): {
  readonly dragged: number | undefined;
  readonly over: number | undefined;
  readonly handleOf: (index: number) => PaneHandle;
} {
  const [press, setPress] = useState<Press>();
  const isDrag = press?.isDrag === true;
  useEffect(() => {
    if (!isDrag) return undefined;
    const controller = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        setPress(undefined);
      },
      { capture: true, signal: controller.signal },
    );
    return () => controller.abort();
  }, [isDrag]);

  const handleOf = (index: number): PaneHandle => ({
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setPress({ index, x: event.clientX, y: event.clientY, isDrag: false, over: undefined });
    },
    onPointerMove({ clientX, clientY, currentTarget }) {
      if (press === undefined) return;
      const far = Math.hypot(clientX - press.x, clientY - press.y) >= DRAG_FROM;
      if (!far && !press.isDrag) return;
      setPress({ ...press, isDrag: true, over: clipUnder(currentTarget, clientX, clientY) });
    },
    onPointerUp() {
      if (press?.isDrag === true && press.over !== undefined && press.over !== press.index) {
        onPlace(press.index, press.over);
      }
      setPress(undefined);
    },
    onPointerCancel: () => setPress(undefined),
  });
  return {
    dragged: isDrag ? press.index : undefined,
    over: isDrag ? press.over : undefined,
    handleOf,
  };
}

/** Panes let the pointer through to the picture, so their bounds are tested. */
function clipUnder(handle: Element, x: number, y: number): number | undefined {
  const panes = handle.closest('[data-panes]')?.querySelectorAll<HTMLElement>('[data-clip]') ?? [];
  const found = [...panes].find((pane) => {
    const { left, right, top, bottom } = pane.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  });
  return found === undefined ? undefined : Number(found.dataset['clip']);
}
