/** Prices per call on the active connection, as React reads and changes them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Price, PricedKind } from '../../shared/contract/prices.ts';
import { queries } from './client.ts';

/** The prices of the active connection. */
export interface ActivePrices {
  /** False until everything is loaded. */
  readonly isLoaded: boolean;
  /** The practice service is active, which is free. */
  readonly isPractice: boolean;
  /** An account is active: it is the one whose prices these are. */
  readonly hasAccount: boolean;
  /** 1/10000 USD a call; `null` = not known. */
  of(kind: PricedKind): number | null;
  /** `null` = not known. Does nothing without an account. */
  set(kind: PricedKind, price: number | null): void;
}

export function useActivePrices(): ActivePrices {
  const client = useQueryClient();
  const connections = useQuery(queries.connections.list.queryOptions()).data;
  const prices = useQuery(queries.prices.list.queryOptions()).data;
  const { mutate } = useMutation(
    queries.prices.set.mutationOptions({
      // a typed price is shown at once
      onMutate: (entered) => {
        client.setQueryData(queries.prices.list.queryKey(), (before: readonly Price[] = []) => [
          ...before.filter((each) => !isFor(each, entered)),
          ...(entered.price === null ? [] : [{ ...entered, price: entered.price }]),
        ]);
      },
      onSuccess: (all) => client.setQueryData(queries.prices.list.queryKey(), all),
    }),
  );
  const active = connections?.find(({ isActive }) => isActive);
  return {
    isLoaded: connections !== undefined && prices !== undefined,
    isPractice: active?.kind === 'practice',
    hasAccount: active?.kind === 'account',
    of: (kind) => {
      const entered = { connectionId: active?.id ?? '', kind };
      return prices?.find((each) => isFor(each, entered))?.price ?? null;
    },
    set(kind, price) {
      if (active?.kind === 'account') mutate({ connectionId: active.id, kind, price });
    },
  };
}

type PriceKey = Pick<Price, 'connectionId' | 'kind'>;

function isFor(price: PriceKey, wanted: PriceKey): boolean {
  return price.connectionId === wanted.connectionId && price.kind === wanted.kind;
}
