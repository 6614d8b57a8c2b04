/** Which of the compared states is seen where, and the lines between them. */
import type { CSSProperties } from 'react';
import shared from '../../../base/ui/shared.module.css';
import classes from './Comparison.module.css';
import { layoutOf } from './panes.ts';
import type { ComparisonMode } from '../viewer-types.ts';

const PLACES = ['first-state', 'second-state', 'third-state', 'fourth-state'] as const;

/** Stands beside the stage, in the same element. */
export function PaneNames(props: {
  readonly mode: ComparisonMode;
  /** One for each state, from left to right and from top to bottom. */
  readonly names: readonly string[];
  /** The visible state of a flickering comparison; from 0. */
  readonly seen: number;
}) {
  const { mode, names, seen } = props;
  if (mode === 'flicker') {
    return (
      <div className={shared['onPicture']} data-side="middle" data-testid="state">
        {names[seen]}
      </div>
    );
  }
  const { columns, rows } = layoutOf(names.length);
  const grid: CSSProperties = {
    gridTemplate: `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`,
  };
  return (
    <>
      {mode === 'side-by-side' && <Lines columns={columns} rows={rows} />}
      <div className={classes['cells']} style={grid}>
        {names.map((name, index) => (
          <div key={PLACES[index]} className={classes['cell']}>
            <div
              className={shared['onPicture']}
              data-side={sideOf(index, names.length)}
              data-testid={PLACES[index]}
            >
              {name}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

/** Of two, the names stand in the outer corners. */
function sideOf(index: number, count: number): string {
  return count === 2 && index === 1 ? 'right' : 'left';
}

function Lines({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  const shares = Array.from({ length: columns - 1 }, (_, index) => (100 * (index + 1)) / columns);
  return (
    <>
      {shares.map((share) => (
        <div key={share} className={classes['line']} style={{ left: `${share}%` }} />
      ))}
      {rows === 2 && <div className={`${classes['line']} ${classes['lineAcross']}`} />}
    </>
  );
}
