import type { SpendView } from '../../../../shared/contract/spend-view.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';
import { ALL_CATEGORIES, areAllShown } from './shown-categories.ts';

/** @returns the filter for a key of the colours in use; `undefined` if there is none */
export function onlyKey(
  { groupBy }: Pick<SpendView, 'groupBy'>,
  key: string | undefined,
): Partial<SpendView> | undefined {
  if (key === undefined) return undefined;
  switch (groupBy) {
    case 'category':
      return { categories: [key], without: undefined };
    case 'product':
      return { productKey: key };
    case 'owner':
      return { ownerId: key };
    case 'connection':
      return { connectionId: key };
  }
}

export function onlyFilters(
  view: SpendView,
  connectionName: (id: string) => string | undefined,
): readonly { readonly name: string; readonly off: Partial<SpendView> }[] {
  const { categories, without = [], productKey, ownerId, connectionId } = view;
  // without effect on the active connection alone, and once its connection is removed
  const only =
    view.areAllConnections === true && connectionId !== undefined
      ? connectionName(connectionId)
      : undefined;
  const named = (text: string) => (text === '' ? 'no name' : text);
  return [
    ...(areAllShown(view)
      ? []
      : [
          {
            name:
              without.length === 0
                ? categories.map(categoryName).join(', ')
                : `other categories than ${without.map(categoryName).join(', ')}`,
            off: ALL_CATEGORIES,
          },
        ]),
    ...(productKey === undefined
      ? []
      : [{ name: named(productKey.split('\u0000')[0] ?? ''), off: { productKey: undefined } }]),
    ...(ownerId === undefined
      ? []
      : [{ name: `owner ${named(ownerId)}`, off: { ownerId: undefined } }]),
    ...(only === undefined ? [] : [{ name: only, off: { connectionId: undefined } }]),
  ].map(({ name, off }) => ({ name: `Only ${name}`, off }));
}
