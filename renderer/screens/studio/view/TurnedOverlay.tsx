/** Turns boxes with the photo, but keeps their text upright. */
import type { CSSProperties, ReactNode } from 'react';
import {
  isTurned,
  NO_TURN,
  turnedSize,
  turnMatrix,
} from '../../../pictures/viewer/geometry/turn.ts';
import { useCanvas } from '../session/index.ts';

export function TurnedOverlay({ children }: { readonly children: ReactNode }) {
  const turn = useCanvas((snapshot) => snapshot.turn) ?? NO_TURN;
  const stage = useCanvas((snapshot) => snapshot.stage);
  if (stage === undefined || !isTurned(turn)) return children;
  const { a, b, c, d, e, f } = turnMatrix(turn, turnedSize(turn, stage));
  const isSideways = turn.quarters % 2 === 1;
  const style: CSSProperties = {
    position: 'absolute',
    left: 0,
    top: 0,
    width: stage.width,
    height: stage.height,
    pointerEvents: 'none',
    transformOrigin: '0 0',
    transform: `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})`,
    // the inverse of a turn without its shift: transposed
    '--gesso-upright': `matrix(${a}, ${c}, ${b}, ${d}, 0, 0)`,
    '--gesso-upright-origin': isSideways ? 'left bottom' : 'center',
  } as CSSProperties;
  return (
    <div style={style} data-sideways={isSideways || undefined}>
      {children}
    </div>
  );
}
