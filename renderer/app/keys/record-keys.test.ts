import { expect, it } from 'vitest';
import { recordKeys } from './record-keys.ts';

function recorder() {
  const target = new EventTarget();
  const ends: (string | undefined)[] = [];
  const stop = recordKeys(target as Window, false, 'letter', (shortcut) => ends.push(shortcut));
  const press = (key: string): boolean => {
    const event = new Event('keydown', { cancelable: true });
    return target.dispatchEvent(
      Object.assign(event, { key, code: '', ctrlKey: false, shiftKey: false, altKey: false }),
    );
  };
  return { target, ends, stop, press };
}

it('records one combination, which nothing else receives, and Escape cancels', () => {
  const { ends, press, stop } = recorder();
  expect(press('b')).toBe(false);
  press('Escape');
  expect(ends).toEqual(['B', undefined]);
  stop();
  expect(press('b')).toBe(true);
  expect(ends).toHaveLength(2);
});

it('is cancelled by a press elsewhere, as into the search, whose letters are no shortcut', () => {
  const { target, ends } = recorder();
  target.dispatchEvent(new Event('pointerdown'));
  expect(ends).toEqual([undefined]);
});
