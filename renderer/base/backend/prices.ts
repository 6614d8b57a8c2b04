/** Prices per call on the active connection, as React reads and changes them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Price, PricedKind } from '../../../shared/contract/prices.ts';
import { say } from '../ui/say.ts';
import { queries } from './client.ts';
import { shownAtOnce } from './shown-at-once.ts';

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
  const prices = useQuery(queries.prices.list.queryOptions({ meta: { saysErrors: true } })).data;
  const { mutate } = useMutation(
    queries.prices.set.mutationOptions(
      shownAtOnce<readonly Price[], EnteredPrice>(
        client,
        {
          queryKey: queries.prices.list.queryKey(),
          mutationKey: queries.prices.set.mutationKey(),
        },
        withPrice,
        say,
      ),
    ),
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

type EnteredPrice = PriceKey & { readonly price: number | null };

function withPrice(before: readonly Price[] = [], entered: EnteredPrice): readonly Price[] {
  const others = before.filter((each) => !isFor(each, entered));
  return entered.price === null ? others : [...others, { ...entered, price: entered.price }];
}

type PriceKey = Pick<Price, 'connectionId' | 'kind'>;

function isFor(price: PriceKey, wanted: PriceKey): boolean {
  return price.connectionId === wanted.connectionId && price.kind === wanted.kind;
}
