import type { Bound } from './bounds.ts';

/** `×` is a multiple, `%` a share from 0 to 1, `levels` of 0 to 255. */
export type Unit = 'ms' | 'MB' | '%' | '×' | 'frames' | 'count' | 'levels';

export interface Figure {
  readonly name: string;
  readonly unit: Unit;
  readonly gesso: number;
  /** A short name such as “`<img>`”, and its value in the same unit. */
  readonly beside?: readonly [name: string, value: number];
  readonly bound?: Bound;
}

export interface FigureGroup {
  readonly name: string;
  readonly title: string;
  readonly figures: readonly Figure[];
}

const HEADINGS = ['', 'Gesso', 'beside', '', 'ratio', 'bound'] as const;
const FLUSH_RIGHT: readonly boolean[] = [false, true, true, false, true, false];

/** All blocks have the same columns. */
export function formatTable(groups: readonly FigureGroup[]): string {
  const rows = groups.flatMap(({ figures }) => figures.map(toCells));
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return FLUSH_RIGHT[column] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const blocks = groups.map(({ title, figures }) =>
    [title, ...figures.map((figure) => `  ${line(toCells(figure))}`)].join('\n'),
  );
  return [`  ${line(HEADINGS)}`, ...blocks].join('\n\n');
}

function toCells({ name, unit, gesso, beside, bound }: Figure): readonly string[] {
  const [baseline = '', value = Number.NaN] = beside ?? [];
  const ratio = gesso / value;
  return [
    name,
    formatValue(gesso, unit),
    beside === undefined ? '' : formatValue(value, unit),
    baseline,
    Number.isFinite(ratio) ? ratio.toFixed(2) : '',
    bound === undefined ? '' : `${bound.text}: ${bound.isMet(gesso, value) ? 'met' : 'NOT MET'}`,
  ];
}

function formatValue(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return '–';
  switch (unit) {
    case 'ms':
      return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
    case 'MB':
      return value < 1 ? `${(value * 1000).toFixed(1)} kB` : `${value.toFixed(1)} MB`;
    case '%':
      return `${(value * 100).toFixed(1)} %`;
    case '×':
      return `${value.toFixed(2)} ×`;
    case 'frames':
    case 'levels':
      return `${value.toFixed(0)} ${unit}`;
    case 'count':
      return value.toFixed(0);
  }
}
