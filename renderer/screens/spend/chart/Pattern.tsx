import { useId } from 'react';
import { PATTERNS, TILE, type KeyColours, type KeyStyle } from './palette.ts';

export function Pattern(props: {
  readonly id: string;
  readonly colour: string;
  readonly pattern: number;
  readonly ground: string;
}) {
  const { id, colour, pattern, ground } = props;
  const marks = PATTERNS[pattern] ?? '';
  return (
    <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
      <rect width={TILE} height={TILE} fill={colour} />
      {marks.startsWith('M') && <path d={marks} stroke={ground} strokeWidth={1} />}
      {marks === 'dots' && <circle cx={TILE / 2} cy={TILE / 2} r={1.2} fill={ground} />}
    </pattern>
  );
}

export function Swatch(
  props: Pick<KeyColours, 'palette' | 'hasPatterns'> & {
    readonly keyStyle: KeyStyle;
    readonly className?: string | undefined;
  },
) {
  const { keyStyle, palette, hasPatterns, className } = props;
  const id = useId();
  const { colour, pattern } = keyStyle;
  return (
    <svg
      className={className}
      style={{ flex: 'none', forcedColorAdjust: 'none' }}
      width={12}
      height={12}
      aria-hidden="true"
    >
      {hasPatterns && (
        <defs>
          <Pattern id={id} colour={colour} pattern={pattern} ground={palette.ground} />
        </defs>
      )}
      <rect width={12} height={12} rx={2} fill={hasPatterns ? `url(#${id})` : colour} />
    </svg>
  );
}
