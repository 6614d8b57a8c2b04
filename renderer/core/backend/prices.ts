import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Price, PricedKind } from '../../../shared/contract/prices.ts';
import { say } from '../ui/say.ts';
import { queries } from './client.ts';
import { saveChange, shownAtOnce } from './shown-at-once.ts';

export type PriceList = ReturnType<typeof usePrices>;

export function usePrices() {
  const client = useQueryClient();
  const meta = { saysErrors: true, savedBy: queries.prices.set.mutationKey() };
  const prices = useQuery(queries.prices.list.queryOptions({ meta })).data;
  const options = queries.prices.set.mutationOptions(
    shownAtOnce<readonly Price[], EnteredPrice>(
      client,
      { queryKey: queries.prices.list.queryKey(), mutationKey: queries.prices.set.mutationKey() },
      withPrice,
      say,
    ),
  );
  return {
    isLoaded: prices !== undefined,
    /** 1/10000 USD a call; `null` if unknown. */
    of: (connectionId: string, kind: PricedKind): number | null =>
      prices?.find((each) => isFor(each, { connectionId, kind }))?.price ?? null,
    /** @param price `null` for unknown */
    set: (connectionId: string, kind: PricedKind, price: number | null): void =>
      void saveChange(client, options, { connectionId, kind, price }),
  };
}

export function useActivePrices() {
  const connections = useQuery(queries.connections.list.queryOptions()).data;
  const prices = usePrices();
  const active = connections?.find(({ isActive }) => isActive);
  return {
    isLoaded: connections !== undefined && prices.isLoaded,
    isPractice: active?.kind === 'practice',
    of: (kind: PricedKind) => prices.of(active?.id ?? '', kind),
  };
}

type EnteredPrice = PriceKey & { readonly price: number | null };

function withPrice(before: readonly Price[] = [], entered: EnteredPrice): readonly Price[] {
  const others = before.filter((each) => !isFor(each, entered));
  return entered.price === null ? others : [...others, { ...entered, price: entered.price }];
}

type PriceKey = Pick<Price, 'connectionId' | 'kind'>;

function isFor(price: PriceKey, wanted: PriceKey): boolean {
  return price.connectionId === wanted.connectionId && price.kind === wanted.kind;
}
