import { afterEach, expect, it, vi } from 'vitest';
import type { EditedBox } from '../../../../shared/geometry/box-edit.ts';
import { arrowStep, listenToBox } from './box-gesture.ts';

afterEach(() => void vi.unstubAllGlobals());

it('keys on a box move one screen pixel, ten with Shift, and at least one of the photo', () => {
  expect(arrowStep('ArrowLeft', false, 0.25)).toEqual({ x: -4, y: 0 });
  expect(arrowStep('ArrowDown', true, 0.25)).toEqual({ x: 0, y: 40 });
  expect(arrowStep('ArrowRight', false, 8)).toEqual({ x: 1, y: 0 });
  expect(arrowStep('Enter', false, 1)).toBeUndefined();
});

it('goes on with a drag while a hand rests on the box, and keeps the hand from the stage', () => {
  class Page extends EventTarget {
    readonly focus = () => undefined;
    readonly setPointerCapture = () => undefined;
  }
  class Button extends Page {}
  vi.stubGlobal('Element', Page);
  vi.stubGlobal('HTMLButtonElement', Button);
  const box = new Page();
  const changes: (readonly [string, number])[] = [];
  const note = (name: string) => (edited: EditedBox) => changes.push([name, edited.rect.x]);
  const required = { x: 0, y: 0, width: 0, height: 0 };
  const stop = listenToBox(box as unknown as HTMLElement, {
    partOf: () => 'box',
    rect: () => ({ x: 10, y: 10, width: 20, height: 20 }),
    limits: () => ({
      photo: { width: 100, height: 100 },
      required,
      minSide: 1,
      maxPixels: Infinity,
    }),
    scale: () => 1,
    toStage: (way) => way,
    isHandWanted: () => false,
    show: note('shown'),
    commit: note('committed'),
    cancel: () => changes.push(['cancelled', 0]),
  });
  const send = (type: string, pointerId: number, clientX: number): void => {
    const event = Object.assign(new Event(type, { cancelable: true }), {
      pointerId,
      clientX,
      clientY: 0,
      button: 0,
    });
    const stopped = vi.spyOn(event, 'stopPropagation');
    box.dispatchEvent(event);
    expect(stopped).toHaveBeenCalled();
  };
  send('pointerdown', 1, 0);
  send('pointermove', 1, 5);
  send('pointerdown', 2, 50);
  send('pointermove', 1, 8);
  send('pointerup', 1, 8);
  stop();
  expect(changes).toEqual([
    ['shown', 15],
    ['shown', 18],
    ['committed', 18],
  ]);
});
