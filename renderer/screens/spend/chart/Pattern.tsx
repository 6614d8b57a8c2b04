import { useId } from 'react';
import type { KeyStyle, Palette } from './palette.ts';

/** Side of a tile, CSS pixels. */
export const TILE = 6;

export function Pattern(props: {
  readonly id: string;
  readonly colour: string;
  readonly pattern: number;
  readonly ground: string;
}) {
  const { id, colour, pattern, ground } = props;
  const lines = [
    '',
    `M0 ${TILE}L${TILE} 0`,
    `M0 0L${TILE} ${TILE}`,
    '',
    `M0 ${TILE / 2}H${TILE}`,
    `M${TILE / 2} 0V${TILE}`,
  ][pattern];
  return (
    <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
      <rect width={TILE} height={TILE} fill={colour} />
      {lines !== '' && <path d={lines ?? ''} stroke={ground} strokeWidth={1} />}
      {pattern === 3 && <circle cx={TILE / 2} cy={TILE / 2} r={1.2} fill={ground} />}
    </pattern>
  );
}

export function Swatch(props: {
  readonly keyStyle: KeyStyle;
  readonly palette: Palette;
  readonly hasPatterns: boolean;
  readonly className: string | undefined;
}) {
  const { keyStyle, palette, hasPatterns, className } = props;
  const id = useId();
  const { colour, pattern } = keyStyle;
  return (
    <svg className={className} width={12} height={12} aria-hidden="true">
      {hasPatterns && (
        <defs>
          <Pattern id={id} colour={colour} pattern={pattern} ground={palette.ground} />
        </defs>
      )}
      <rect width={12} height={12} rx={2} fill={hasPatterns ? `url(#${id})` : colour} />
    </svg>
  );
}
