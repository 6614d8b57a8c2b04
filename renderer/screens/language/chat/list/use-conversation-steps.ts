/** Steps through the list by keys and opens each conversation. */
import { useRef } from 'react';
import { countUpTo } from '../../../../work/rows/row-steps.ts';
import { NOTHING_SELECTED, only } from '../../../../work/rows/selection.ts';
import { useRowSteps, type ListSteps } from '../../../../work/rows/use-row-steps.ts';
import { useChatSession, useChatState, useListSession } from '../session/index.ts';

export function useConversationSteps(): ListSteps<string> {
  const session = useChatSession();
  const list = useListSession();
  const chat = useChatState();
  /** Opened by a key but not in front yet: the next key continues from it. */
  const asked = useRef<string>(undefined);
  const entries = () => list.store.getState().entries;
  const indexOf = (id: string): number | undefined => {
    const index = entries().findIndex((entry) => entry.id === id);
    return index < 0 ? undefined : index;
  };
  const now = () => {
    const { after } = list.store.getState();
    return {
      count: entries().length,
      hasMore: after !== undefined,
      async read() {
        await list.loadMore();
        // the list shows a failure itself
        return list.store.getState().after !== after;
      },
    };
  };
  return useRowSteps<string>({
    source: {
      get view() {
        return list.store.getState().folder;
      },
      count: (upTo) => countUpTo(upTo, now),
      indexOf: ({ key }) => indexOf(key),
      keys: (first, last) =>
        entries()
          .slice(first, last + 1)
          .map(({ id }) => id),
    },
    selection() {
      const id = asked.current ?? chat().conversationId;
      const index = id === undefined ? undefined : indexOf(id);
      return id === undefined || index === undefined ? NOTHING_SELECTED : only({ key: id, index });
    },
    select({ focus }) {
      const id = focus?.key;
      asked.current = id;
      void session.open(id).finally(() => {
        if (asked.current === id) asked.current = undefined;
      });
    },
    fail: session.fail,
  });
}
