import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { applyChanges, onChange, type QueryKeys } from './changes.ts';

const KEYS: QueryKeys = {
  activity: [],
  answers: [],
  connections: [],
  conversations: [],
  documents: [],
  'followed-folders': [],
  models: [],
  prices: [],
  'prompt-tables': [],
  recipes: [['recipes']],
  settings: [['settings']],
  'training-files': [],
  'training-summary': [],
};

it('makes the queries of a topic stale, and no others', () => {
  const client = new QueryClient();
  client.setQueryData(['recipes', 'all'], []);
  client.setQueryData(['other'], 1);
  applyChanges(client, KEYS, [{ topic: 'recipes', ids: ['a'], revision: 1 }]);
  expect(client.getQueryState(['recipes', 'all'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['other'])?.isInvalidated).toBe(false);
});

it('calls listeners of the topic until they unsubscribe', () => {
  const client = new QueryClient();
  const heard: (readonly string[])[] = [];
  const stop = onChange('conversations', (ids) => heard.push(ids));
  const change = { topic: 'conversations', ids: ['a'], revision: 1 } as const;
  applyChanges(client, KEYS, [change, { topic: 'documents', ids: ['b'], revision: 2 }]);
  stop();
  applyChanges(client, KEYS, [change]);
  expect(heard).toEqual([['a']]);
});

it('does not read values again while this window saves them', () => {
  const client = new QueryClient();
  const cache = client.getQueryCache();
  cache.build(client, { queryKey: ['settings'], meta: { savedBy: ['save'] } }).setData({});
  const change = { topic: 'settings', ids: [], revision: 1 } as const;
  const saving = new MutationObserver(client, {
    mutationKey: ['save'],
    mutationFn: () => new Promise(() => undefined),
  });
  void saving.mutate();
  applyChanges(client, KEYS, [change]);
  expect(client.getQueryState(['settings'])?.isInvalidated).toBe(false);
  client.getMutationCache().clear();
  applyChanges(client, KEYS, [change]);
  expect(client.getQueryState(['settings'])?.isInvalidated).toBe(true);
});
