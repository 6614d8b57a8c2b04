import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TrainingFile, TrainingView } from '../../../../shared/contract/training.ts';
import { queries } from '../../../core/backend/client.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { joinPages, numbersOf, type PageRange, type Pages } from '../../../features/rows/pages.ts';

export const TRAINING_PAGE_SIZE = 60;

export function pageQuery(view: TrainingView, page: number) {
  return queries.training.list.queryOptions({
    input: { view, offset: page * TRAINING_PAGE_SIZE, limit: TRAINING_PAGE_SIZE },
  });
}

export function usePages(view: TrainingView, { from, to }: PageRange): Pages<TrainingFile> {
  const numbers = useMemo(() => numbersOf({ from, to }), [from, to]);
  const { isInFront } = useScreen();
  const pages = useQueries({
    queries: numbers.map((page) => ({ ...pageQuery(view, page), enabled: isInFront })),
  });
  return useMemo(() => joinPages(numbers, pages, TRAINING_PAGE_SIZE), [numbers, pages]);
}
