import type { KeptModel } from '../../../../shared/contract/models.ts';
import { formatMoney } from '../../../core/ui/money.ts';
import { formatNumber } from '../../../core/ui/format.ts';

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

interface ModelGroup<Model> {
  readonly title: string;
  readonly models: readonly Model[];
}

const MOST_RECENT = 5;

/**
 * Returns matches in groups; each model is in the first group that fits.
 * @param search words in any order, found in id, title or description
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

export const MODEL_ORDERS = ['usual', 'price', 'context'] as const;
export type ModelOrder = (typeof MODEL_ORDERS)[number];

/** Sorts matches by input plus output price, or by largest context; unknown ones last. */
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

/** Returns e.g. "$0.39 in, $0.39 out per million tokens". A missing price is unknown, not free. */
export function describePrices(model: ListedModel): string {
  return prices(
    model,
    'unknown',
    (input, output) => `${input} in, ${output} out per million tokens`,
  );
}

/** Returns e.g. "$0.39 / $0.39". */
export function pricePair(model: ListedModel): string {
  return prices(model, '?', (input, output) => `${input} / ${output}`);
}

function prices(
  { inputPricePerMillion: input, outputPricePerMillion: output }: ListedModel,
  unknown: string,
  join: (input: string, output: string) => string,
): string {
  if (input === undefined && output === undefined) return 'Price unknown';
  if (input === 0 && output === 0) return 'Free';
  const word = (price: number | undefined): string =>
    price === undefined ? unknown : formatMoney(price);
  return join(word(input), word(output));
}

/** Returns e.g. "131k" for 131072, thousands as in model names. */
export function shortTokens(tokens: number): string {
  if (tokens < 1000) return `${tokens}`;
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
  return `${(tokens / 1_000_000).toFixed(1).replace('.0', '')}M`;
}

export function describeContext(model: ListedModel): string {
  const { contextTokens } = model;
  if (contextTokens === undefined) return 'Context size unknown';
  return `${formatNumber(contextTokens)} tokens of context`;
}
