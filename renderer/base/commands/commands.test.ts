import { expect, it } from 'vitest';
import { obstacleOf } from './commands.ts';

it.each([
  ['Select a call first.', 'Select a call first'],
  ['Select a call first', 'Select a call first'],
  [undefined, undefined],
])('a reason stands without a full stop, since a sentence goes on with it: %s', (said, shown) => {
  expect(obstacleOf({ obstacle: () => said })).toBe(shown);
});
