import { expect, it } from 'vitest';
import { CHARGED_CATEGORIES } from '../../../../shared/api/billing.ts';
import { DEFAULT_SPEND_VIEW } from '../../../../shared/contract/spend-view.ts';
import { onlyFilters, onlyKey } from './only-key.ts';
import { filterOf } from './selections.ts';

it.each([
  ['category', 'llm', { categories: ['llm'] }],
  ['product', 'Flash\u00001', { productKey: 'Flash\u00001' }],
  ['owner', 'gpu-7', { ownerId: 'gpu-7' }],
  ['connection', 'b', { connectionId: 'b' }],
] as const)('a click on a %s of the legend shows it alone', (groupBy, key, changes) => {
  expect(onlyKey({ groupBy }, key)).toEqual(changes);
  const view = { ...DEFAULT_SPEND_VIEW, areAllConnections: true, ...onlyKey({ groupBy }, key) };
  const { categories, connectionIds, ...exact } = filterOf(view, ['a', 'b'], 'a');
  expect(categories).toEqual(groupBy === 'category' ? ['llm'] : CHARGED_CATEGORIES);
  expect(connectionIds).toEqual(groupBy === 'connection' ? ['b'] : ['a', 'b']);
  if (groupBy === 'product') expect(exact).toEqual({ productKey: key });
  if (groupBy === 'owner') expect(exact).toEqual({ ownerId: key });
});

it('shows a category alone that only the service knows, but not all others together', () => {
  expect(onlyKey({ groupBy: 'product' }, undefined)).toBeUndefined();
  expect(onlyKey({ groupBy: 'category' }, 'brand-new')).toEqual({ categories: ['brand-new'] });
});

it('each filter has a name and a way to remove it', () => {
  const view = {
    ...DEFAULT_SPEND_VIEW,
    categories: ['llm' as const],
    ownerId: '',
    areAllConnections: true,
    connectionId: 'a',
  };
  expect(onlyFilters(view, () => 'Mine')).toEqual([
    { name: 'Only Language models', off: { categories: CHARGED_CATEGORIES } },
    { name: 'Only owner no name', off: { ownerId: undefined } },
    { name: 'Only Mine', off: { connectionId: undefined } },
  ]);
  expect(onlyFilters(DEFAULT_SPEND_VIEW, () => 'Mine')).toEqual([]);
});

it('no filter by connection is named where it has no effect', () => {
  const view = { ...DEFAULT_SPEND_VIEW, areAllConnections: true, connectionId: 'gone' };
  expect(onlyFilters(view, () => undefined)).toEqual([]);
  expect(onlyFilters({ ...view, areAllConnections: false }, () => 'Mine')).toEqual([]);
});
