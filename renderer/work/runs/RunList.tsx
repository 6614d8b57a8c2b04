/** The results of a screen in its panel, newest first. Only those near the screen are on the page. */
import { Text, rem } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { readError } from '../../base/backend/read-error.ts';
import { useInspectorScroller } from '../../base/frame/Inspector.tsx';
import { useTextScale } from '../../base/ui/text-scale.ts';
import { ErrorNotice } from '../../base/ui/ErrorNotice.tsx';
import { Loading } from '../../base/ui/Loading.tsx';
import type { JobPages } from '../jobs/use-job-pages.ts';
import { useDistanceFromTop } from '../rows/use-distance-from-top.ts';
import { useRows } from '../rows/use-rows.ts';
import { ROW_HEIGHT } from './RunCard.tsx';
import type { RunEntry } from './run-entries.ts';
import classes from './Runs.module.css';

/** The sentence of a list that has nothing to show; its children where it has. */
export function RunListState(props: {
  readonly pages: Pick<JobPages, 'error' | 'isLoading' | 'reload'>;
  readonly isEmpty: boolean;
  /** Of the list, in lower case, such as "clips". */
  readonly noun: string;
  /** Said where there is nothing. */
  readonly nothing: string;
  readonly children: ReactNode;
}) {
  const { pages, isEmpty, noun, nothing, children } = props;
  if (pages.error !== null) {
    return <ErrorNotice error={readError(pages.error)} actions={{ retry: () => pages.reload() }} />;
  }
  if (!isEmpty) return children;
  if (pages.isLoading) return <Loading label={`Loading ${noun}`} size="sm" mx="auto" />;
  return (
    <Text size="sm" c="dimmed" ta="center" py="lg">
      {nothing}
    </Text>
  );
}

interface Props {
  readonly entries: readonly RunEntry[];
  readonly pages: JobPages;
  readonly label: string;
  /** The entry that is brought into sight when it becomes another one. */
  readonly openId: string | undefined;
  readonly renderEntry: (entry: RunEntry) => ReactNode;
}

/** Rows of one height, of {@link RunCard}s. */
export function RunList(props: Props) {
  return (
    <RunListState
      pages={props.pages}
      isEmpty={props.entries.length === 0}
      noun="results"
      nothing="No results yet."
    >
      <Entries {...props} />
    </RunListState>
  );
}

function Entries({ entries, pages, label, openId, renderEntry }: Props) {
  const { hasMore, loadMore } = pages;
  const scroller = useInspectorScroller();
  const textScale = useTextScale();
  const [list, setList] = useState<HTMLElement | null>(null);
  const above = useDistanceFromTop(list, scroller);
  const { items, total } = useRows({
    count: entries.length,
    scroller: () => scroller,
    size: ROW_HEIGHT * textScale,
    above,
    isPatient: true,
    shown: entries.findIndex(({ id }) => id === openId),
    loadMore: hasMore ? loadMore : undefined,
  });
  return (
    <div
      ref={setList}
      role="feed"
      aria-label={label}
      className={classes['list']}
      style={{ height: total }}
    >
      {items.map(({ index, start }) => {
        const entry = entries[index];
        if (entry === undefined) return null;
        return (
          <div
            key={entry.id}
            className={classes['row']}
            style={{ transform: `translateY(${start - above}px)`, height: rem(ROW_HEIGHT) }}
          >
            {renderEntry(entry)}
          </div>
        );
      })}
    </div>
  );
}
