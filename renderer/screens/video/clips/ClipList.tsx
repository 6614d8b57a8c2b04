/** The clips as a grid of cards. Only those near the screen are on the page, however many there are. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTextScale } from '../../../base/ui/text-scale.ts';
import { useInspectorScroller } from '../../../base/frame/Inspector.tsx';
import { ListedRunsProvider } from '../../../work/runs/listed-runs.tsx';
import { RunListState } from '../../../work/runs/RunList.tsx';
import { useRows } from '../../../work/rows/use-rows.ts';
import type { ClipEntry } from '../model/clip-list.ts';
import { useVideo } from '../session/index.ts';
import { ClipCard } from './ClipCard.tsx';
import classes from './Clips.module.css';
import { GroupCard } from './GroupCard.tsx';
import { gridOf } from './grid.ts';
import type { Clips } from './use-clips.ts';

/** Rows kept ready above and below the screen. */
const OVERSCAN = 3;

export function ClipList({ clips }: { readonly clips: Clips }) {
  const leastStars = useVideo((state) => state.leastStars);
  return (
    <RunListState
      pages={clips}
      isEmpty={clips.entries.length === 0}
      noun="clips"
      nothing={leastStars > 0 ? 'No clips with that many stars.' : 'No clips yet.'}
    >
      <ListedRunsProvider order={clips.order}>
        <Grid clips={clips} />
      </ListedRunsProvider>
    </RunListState>
  );
}

function Grid({ clips }: { readonly clips: Clips }) {
  const { entries, hasMore, loadMore } = clips;
  const scroller = useInspectorScroller();
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const clipId = useVideo((state) => state.clipId);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = (): void => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  const grid = gridOf(width, useTextScale());
  const rowCount = Math.ceil(entries.length / grid.columns);
  const { rowHeight } = grid;
  // going through the clips with keys keeps the open one in sight
  const openIndex = entries.findIndex((entry) => entry.id === clipId);
  const { items, total, virtualizer } = useRows({
    count: rowCount,
    scroller: () => scroller,
    size: rowHeight,
    gap: grid.gap,
    overscan: OVERSCAN,
    isPatient: true,
    shown: openIndex < 0 ? -1 : Math.floor(openIndex / grid.columns),
    loadMore: hasMore ? loadMore : undefined,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return (
    <div
      ref={element}
      role="feed"
      aria-label="Clips"
      style={{ height: total, position: 'relative', flex: 'none' }}
    >
      {width > 0 &&
        items.map(({ key, index, start }) => (
          <div
            key={key}
            className={classes['row']}
            style={{
              height: rowHeight,
              gap: grid.gap,
              gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
              transform: `translateY(${start}px)`,
            }}
          >
            {entries.slice(index * grid.columns, (index + 1) * grid.columns).map((entry) => (
              <Card key={entry.id} entry={entry} />
            ))}
          </div>
        ))}
    </div>
  );
}

function Card({ entry }: { readonly entry: ClipEntry }) {
  return entry.kind === 'clip' ? (
    <ClipCard job={entry.job} output={entry.output} />
  ) : (
    <GroupCard groupId={entry.id} jobs={entry.jobs} />
  );
}
