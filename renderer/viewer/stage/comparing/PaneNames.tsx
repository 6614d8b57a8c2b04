import type { CSSProperties } from 'react';
import shared from '../../../core/ui/shared.module.css';
import { layoutOf } from './panes.ts';
import type { ComparisonMode } from '../viewer-types.ts';
import { HAIRLINE } from '../../../core/ui/hairline.ts';

const PLACES = ['first-state', 'second-state', 'third-state', 'fourth-state'] as const;

export function PaneNames(props: {
  readonly mode: ComparisonMode;
  readonly names: readonly string[];
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
    zIndex: 2,
    display: 'grid',
    gridTemplate: `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`,
  };
  return (
    <>
      {mode === 'side-by-side' && <Lines columns={columns} rows={rows} />}
      <div className={`${shared['cover']} ${shared['over']}`} style={grid}>
        {names.map((name, index) => (
          <div key={PLACES[index]} style={{ position: 'relative', minWidth: 0 }}>
            <div
              className={shared['onPicture']}
              data-side={names.length === 2 && index === 1 ? 'right' : 'left'}
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

const DRAWN = { background: 'var(--gesso-ground)', outline: HAIRLINE };

const LINE = {
  down: { ...DRAWN, insetBlock: 0, width: 'var(--gesso-outline)', translate: '-50% 0' },
  across: { ...DRAWN, inset: '50% 0 auto', height: 'var(--gesso-outline)', translate: '0 -50%' },
} as const;

function Lines({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  const shares = Array.from({ length: columns - 1 }, (_, index) => (100 * (index + 1)) / columns);
  return (
    <>
      {shares.map((share) => (
        <div key={share} className={shared['over']} style={{ ...LINE.down, left: `${share}%` }} />
      ))}
      {rows === 2 && <div className={shared['over']} style={LINE.across} />}
    </>
  );
}
