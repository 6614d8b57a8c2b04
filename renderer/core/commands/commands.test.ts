import { expect, it } from 'vitest';
import { obstacleOf } from './commands.ts';

it.each([
  ['Select a call first.', 'Select a call first'],
  ['Select a call first', 'Select a call first'],
  [undefined, undefined],
])('writes a reason without a full stop, since a sentence continues it: %s', (said, shown) => {
  expect(obstacleOf({ obstacle: () => said })).toBe(shown);
});
