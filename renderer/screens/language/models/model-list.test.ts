import { describe, expect, it } from 'vitest';
import {
  describePrices,
  groupsOf,
  pricePair,
  sortedModels,
  type ListedModel,
} from './model-list.ts';

function model(id: string, more: Partial<ListedModel> = {}): ListedModel {
  return { id, title: id, description: '', isFavourite: false, ...more };
}

it('the list of models shows each model once, favourites first, then the latest used', () => {
  const models = [
    model('old', { lastUsedAt: 1 }),
    model('plain'),
    model('new', { lastUsedAt: 2 }),
    model('star', { isFavourite: true, lastUsedAt: 3 }),
  ];
  expect(
    groupsOf(models, '').map(({ title, models: own }) => [title, own.map(({ id }) => id)]),
  ).toEqual([
    ['Favourites', ['star']],
    ['Recently used', ['new', 'old']],
    ['All others', ['plain']],
  ]);
});

it('the list of models finds words in any order, in title, id and description', () => {
  const models = [model('a/tiny-8b', { description: 'For captions' }), model('b/large')];
  expect(groupsOf(models, 'captions 8B').flatMap((group) => group.models)).toHaveLength(1);
  expect(groupsOf(models, 'nothing')).toEqual([]);
});

it('the prices of models are per million tokens, and missing ones are unknown and not free', () => {
  const priced = model('p', { inputPricePerMillion: 1200, outputPricePerMillion: 3000 });
  expect(describePrices(priced)).toBe('$0.12 in, $0.30 out per million tokens');
  expect(pricePair(priced)).toBe('$0.12 / $0.30');
  expect(describePrices(model('u'))).toBe('Price unknown');
  expect(describePrices(model('h', { inputPricePerMillion: 5 }))).toBe(
    '$0.0005 in, unknown out per million tokens',
  );
  expect(describePrices(model('f', { inputPricePerMillion: 0, outputPricePerMillion: 0 }))).toBe(
    'Free',
  );
});

describe('models by price and context', () => {
  const priced = (id: string, input?: number, output?: number, contextTokens?: number) => ({
    id,
    title: id,
    description: '',
    contextTokens,
    inputPricePerMillion: input,
    outputPricePerMillion: output,
    isFavourite: id === 'dear',
    lastUsedAt: undefined,
  });
  const models = [
    priced('unknown'),
    priced('dear', 50, 100, 8000),
    priced('cheap', 1, 2, 4000),
    priced('large', 20, 1, 200_000),
  ];
  const idsBy = (order: 'price' | 'context') =>
    sortedModels(groupsOf(models, ''), order).map((group) => group.models.map(({ id }) => id));

  it('are in one list, those of unknown price or size last', () => {
    expect(idsBy('price')).toEqual([['cheap', 'large', 'dear', 'unknown']]);
    expect(idsBy('context')).toEqual([['large', 'dear', 'cheap', 'unknown']]);
  });
});
