import { expect, it, vi } from 'vitest';
import { bindCommands, defineCommands } from './define-commands.ts';
import { nameWithKeys } from './shortcut-keys.ts';
import { keyIdOf, useOwnKeys, withOwnKeys } from './key-bindings.ts';

const TABLE = defineCommands(
  'mask',
  { group: 'Mask', needs: 'Open a photo first' },
  {
    hide: { title: 'Hide mask', keys: ['M'], words: 'overlay, show it' },
    show: { title: 'Show mask', insteadOf: 'hide' },
    grow: { title: 'Grow mask', group: 'Edit' },
  },
);

it('defines commands by the prefix, the keys, the words and the group of their table', () => {
  expect(TABLE.hide).toEqual({
    id: 'mask.hide',
    title: 'Hide mask',
    group: 'Mask',
    needs: 'Open a photo first',
    shortcuts: ['M'],
    keywords: ['overlay', 'show it'],
  });
  expect(TABLE.show).toEqual({
    ...TABLE.hide,
    id: 'mask.show',
    keyId: 'mask.hide',
    title: 'Show mask',
  });
  expect(TABLE.grow).toMatchObject({ id: 'mask.grow', group: 'Edit', shortcuts: [], keywords: [] });
});

it('stores and names the keys of a command that replaces another under the id of that one', () => {
  expect([TABLE.hide, TABLE.show].map(keyIdOf)).toEqual(['mask.hide', 'mask.hide']);
  const bindings = { 'mask.hide': ['Q'] };
  useOwnKeys.setState({ bindings });
  expect(withOwnKeys(TABLE.show, bindings).shortcuts).toEqual(['Q']);
  expect(nameWithKeys('Hide', TABLE.hide)).toBe('Hide (Q)');
  useOwnKeys.setState({ bindings: { 'mask.hide': [] } });
  expect(nameWithKeys('Hide', TABLE.show)).toBe('Hide');
  expect(nameWithKeys('Hide', 'Enter')).toMatch(/^Hide \(.+\)$/u);
  useOwnKeys.setState({ bindings: {} });
});

it('binds the commands that the screen has now to what they do, with their current titles', () => {
  const run = vi.fn<() => void>();
  const needsPhoto = () => 'Open a photo first';
  let title = 'Grow mask';
  const [hide, grow, ...others] = bindCommands(
    TABLE,
    {
      hide: run,
      show: undefined,
      grow: {
        get title() {
          return title;
        },
        obstacle: () => 'Paint a mask first',
        run,
      },
    },
    needsPhoto,
  );
  expect(others).toEqual([]);
  expect(hide).toEqual({ ...TABLE.hide, obstacle: needsPhoto, run });
  hide?.run();
  grow?.run();
  expect(run).toHaveBeenCalledTimes(2);
  expect(grow?.obstacle?.()).toBe('Paint a mask first');
  title = 'Grow mask again';
  expect(grow?.title).toBe('Grow mask again');
});
