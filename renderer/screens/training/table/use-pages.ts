import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TrainingFile, TrainingView } from '../../../../shared/contract/training.ts';
import { queries } from '../../../core/backend/client.ts';
import { joinPages, numbersOf, type PageRange, type Pages } from '../../../features/rows/pages.ts';

export const PAGE = 60;

export function pageQuery(view: TrainingView, page: number) {
  return queries.training.list.queryOptions({
    input: { view, offset: page * PAGE, limit: PAGE },
  });
}

export function usePages(view: TrainingView, { from, to }: PageRange): Pages<TrainingFile> {
  const numbers = useMemo(() => numbersOf({ from, to }), [from, to]);
  const pages = useQueries({ queries: numbers.map((page) => pageQuery(view, page)) });
  return useMemo(() => joinPages(numbers, pages, PAGE), [numbers, pages]);
}
