import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConversationEntry, SearchHit } from '../../../../../shared/contract/conversations.ts';
import { queries } from '../../../../core/backend/client.ts';
import { useLoadedPages } from '../../../../features/rows/use-loaded-pages.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { useList } from '../session/index.ts';

const PAGE = 100;

const HITS = 40;

/** Most conversations with matching titles. */
const TITLES = 8;

const entriesOf = ({ entries }: { readonly entries: readonly ConversationEntry[] }) => entries;
const hitsOf = ({ hits }: { readonly hits: readonly SearchHit[] }) => hits;

/** Loads the conversations of the selected folder, and follows their running answers. */
export function useConversations() {
  const folder = useList((state) => state.folder);
  const list = useLoadedPages(
    queries.conversations.list.infiniteOptions({
      input: (after: string | undefined) => ({
        ...(folder === undefined ? {} : { folder }),
        ...(after === undefined ? {} : { after }),
        limit: PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ after }) => after,
    }),
    entriesOf,
  );
  useEffect(() => {
    for (const { id: conversationId, runIds } of list.rows) {
      for (const runId of runIds) answers.track(runId, { conversationId });
    }
  }, [list.rows]);
  return list;
}

/** Loads the folders, and shows all conversations once the selected folder is empty. */
export function useFolders() {
  const folder = useList((state) => state.folder);
  const { data: folders } = useQuery(queries.conversations.folders.queryOptions());
  const isGone =
    folder !== undefined &&
    folder !== '' &&
    folders?.some((each) => each.folder === folder) === false;
  useEffect(() => {
    if (isGone) useList.setState({ folder: undefined });
  }, [isGone]);
  return folders ?? [];
}

export function useHits(text: string, order: 'best' | 'newest') {
  return useLoadedPages(
    queries.conversations.search.infiniteOptions({
      input: (after: string | undefined) => ({
        text,
        order,
        ...(after === undefined ? {} : { after }),
        limit: HITS,
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ after }) => after,
      placeholderData: keepPreviousData,
    }),
    hitsOf,
  );
}

/** Finds conversations by their title. */
export function useTitled(search: string) {
  return useQuery(
    queries.conversations.list.queryOptions({
      input: { search, limit: TITLES },
      placeholderData: keepPreviousData,
    }),
  );
}
