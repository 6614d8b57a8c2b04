/** Draws some twenty elements, however many bars there are. */
import { memo } from 'react';
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import { axisNames } from '../model/chart-words.ts';
import { namedBars, type ChartShapes } from './geometry.ts';
import { Pattern } from './Pattern.tsx';
import { styleOf, STATE_OPACITY, TILE, type Palette } from './palette.ts';

interface Props {
  readonly shapes: ChartShapes;
  readonly series: SpendSeries;
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly hasPatterns: boolean;
  /** Unique on the page, for the ids of patterns. */
  readonly id: string;
}

export const ChartPicture = memo(function ChartPicture(props: Props) {
  const { shapes, series, names, palette, hasPatterns, id } = props;
  const { width, height, left, right, ticks, sumTicks, zero } = shapes;
  const looks = series.keys.map(({ key }) => styleOf(names, key, palette));
  const every = namedBars(series.buckets.length, width);
  return (
    <>
      <defs>
        {looks.map(({ colour, pattern }, key) => (
          <Pattern
            key={series.keys[key]?.key ?? ''}
            id={`${id}-key-${key}`}
            colour={colour}
            pattern={pattern}
            ground={palette.ground}
          />
        ))}
        <pattern id={`${id}-open`} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
          <path d={`M0 ${TILE}L${TILE} 0`} stroke={palette.ground} strokeWidth={2} />
        </pattern>
      </defs>
      {ticks.map(({ at, text }) => (
        <g key={at}>
          <path d={`M${left} ${at}H${right}`} stroke={palette.grid} />
          <text x={left - 8} y={at + 4} textAnchor="end" fill={palette.label} fontSize={11}>
            {text}
          </text>
        </g>
      ))}
      {shapes.paths.map(({ key, state, path }) => (
        <g key={`${key} ${state}`} opacity={STATE_OPACITY[state]}>
          <path
            d={path}
            fill={hasPatterns ? `url(#${id}-key-${key})` : (looks[key]?.colour ?? palette.other)}
            stroke={palette.ground}
            strokeWidth={0.5}
          />
          {state === 'so-far' && <path d={path} fill={`url(#${id}-open)`} />}
        </g>
      ))}
      <path d={`M${left} ${zero}H${right}`} stroke={palette.ghost} />
      {shapes.before !== undefined && (
        <path d={shapes.before} fill="none" stroke={palette.ghost} strokeDasharray="3 3" />
      )}
      {shapes.cumulative !== undefined && (
        <path d={shapes.cumulative} fill="none" stroke={palette.ink} strokeWidth={1.5} />
      )}
      {shapes.budget !== undefined && (
        <g>
          <path
            d={`M${left} ${shapes.budget}H${right}`}
            stroke={palette.ink}
            strokeDasharray="8 3"
          />
          <text
            x={right - 4}
            y={shapes.budget - 4}
            textAnchor="end"
            fill={palette.ink}
            fontSize={11}
          >
            Budget
          </text>
        </g>
      )}
      {sumTicks.map(({ at, text }) => (
        <text key={at} x={right + 8} y={at + 4} fill={palette.label} fontSize={11}>
          {text}
        </text>
      ))}
      {axisNames(series.buckets, series.unit, every).map((name, index) =>
        name === undefined ? undefined : (
          <text
            key={series.buckets[index]?.start}
            x={(shapes.bars[index]?.x ?? 0) + (shapes.bars[index]?.width ?? 0) / 2}
            y={height - 10}
            textAnchor="middle"
            fill={palette.label}
            fontSize={11}
          >
            {name}
          </text>
        ),
      )}
    </>
  );
});
