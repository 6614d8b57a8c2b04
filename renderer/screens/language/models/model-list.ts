/** The list of models as the picker shows it: search, order, and their prices and sizes in words. */
import type { KeptModel } from '../../../../shared/contract/models.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { formatNumber } from '../../../base/ui/format.ts';

/** The parts of a model that decide its place and its words. */
export type ListedModel = Pick<
  KeptModel,
  | 'id'
  | 'title'
  | 'description'
  | 'contextTokens'
  | 'inputPricePerMillion'
  | 'outputPricePerMillion'
  | 'isFavourite'
  | 'lastUsedAt'
>;

/** Models under one heading. */
export interface ModelGroup<Model> {
  readonly title: string;
  readonly models: readonly Model[];
}

/** Models under "Recently used". */
const MOST_RECENT = 5;

/**
 * The models that match a search, in groups. Each stands once, under the first heading that it fits.
 *
 * @param search words in any order, each anywhere in id, title or description
 */
export function groupsOf<Model extends ListedModel>(
  models: readonly Model[],
  search: string,
): readonly ModelGroup<Model>[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = models.filter(({ id, title, description }) => {
    const text = `${id} ${title} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const favourites = found.filter(({ isFavourite }) => isFavourite);
  const recent = found
    .filter(({ isFavourite, lastUsedAt }) => !isFavourite && lastUsedAt !== undefined)
    .sort((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0))
    .slice(0, MOST_RECENT);
  const others = found.filter((model) => !model.isFavourite && !recent.includes(model));
  return [
    { title: 'Favourites', models: favourites },
    { title: 'Recently used', models: recent },
    { title: favourites.length + recent.length === 0 ? 'Models' : 'All others', models: others },
  ].filter((group) => group.models.length > 0);
}

/** Orders of the list. */
export const MODEL_ORDERS = ['usual', 'price', 'context'] as const;
export type ModelOrder = (typeof MODEL_ORDERS)[number];

/**
 * The models that match a search in an order of its own: the cheapest first, by input and output together,
 * or the largest context first. Unknown ones stand last.
 */
export function sortedModels<Model extends ListedModel>(
  groups: readonly ModelGroup<Model>[],
  order: Exclude<ModelOrder, 'usual'>,
): readonly ModelGroup<Model>[] {
  const value = (model: Model): number => {
    if (order === 'context') return -(model.contextTokens ?? -Infinity);
    const { inputPricePerMillion: input, outputPricePerMillion: output } = model;
    return input === undefined || output === undefined ? Infinity : input + output;
  };
  const models = groups
    .flatMap((group) => group.models)
    .toSorted((a, b) => {
      const [x, y] = [value(a), value(b)];
      return x === y ? a.title.localeCompare(b.title) : x < y ? -1 : 1;
    });
  const title = order === 'price' ? 'Cheapest first' : 'Largest context first';
  return models.length === 0 ? [] : [{ title, models }];
}

/** "$0.39 in, $0.39 out per million tokens"; a price that the service does not name is unknown. */
export function describePrices(model: ListedModel): string {
  const { inputPricePerMillion: input, outputPricePerMillion: output } = model;
  if (input === undefined && output === undefined) return 'Price unknown';
  if (input === 0 && output === 0) return 'Free';
  const word = (price: number | undefined): string =>
    price === undefined ? 'unknown' : formatMoney(price);
  return `${word(input)} in, ${word(output)} out per million tokens`;
}

/** The same in a row of the list: "$0.39 / $0.39". */
export function pricePair(model: ListedModel): string {
  const { inputPricePerMillion: input, outputPricePerMillion: output } = model;
  if (input === undefined && output === undefined) return 'Price unknown';
  if (input === 0 && output === 0) return 'Free';
  const word = (price: number | undefined): string =>
    price === undefined ? '?' : formatMoney(price);
  return `${word(input)} / ${word(output)}`;
}

/** 131072 → "131k": thousands of tokens, as models are named. */
export function shortTokens(tokens: number): string {
  if (tokens < 1000) return `${tokens}`;
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
  return `${(tokens / 1_000_000).toFixed(1).replace('.0', '')}M`;
}

/** "131,072 tokens of context". */
export function describeContext(model: ListedModel): string {
  const { contextTokens } = model;
  if (contextTokens === undefined) return 'Context size unknown';
  return `${formatNumber(contextTokens)} tokens of context`;
}
