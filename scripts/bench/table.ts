/** Figures as aligned plain text. */
import { ratioOf, type Figure, type FigureGroup, type Unit } from './figure.ts';

const HEADINGS = ['', 'Gesso', 'beside', '', 'ratio', 'bound'] as const;
/** Columns of numbers stand flush right. */
const FLUSH_RIGHT: readonly boolean[] = [false, true, true, false, true, false];
const GAP = '  ';

/** One block of lines for each group; all blocks have the same columns. */
export function formatTable(groups: readonly FigureGroup[]): string {
  const rows = groups.flatMap(({ figures }) => figures.map(toCells));
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        FLUSH_RIGHT[column] === true
          ? cell.padStart(widths[column] ?? 0)
          : cell.padEnd(widths[column] ?? 0),
      )
      .join(GAP)
      .trimEnd();
  const blocks = groups.map(({ title, figures }) =>
    [title, ...figures.map((figure) => `  ${line(toCells(figure))}`)].join('\n'),
  );
  return [`  ${line(HEADINGS)}`, ...blocks].join('\n\n');
}

function toCells(figure: Figure): readonly string[] {
  const { name, unit, gesso, baseline, bound } = figure;
  const ratio = ratioOf(figure);
  return [
    name,
    formatValue(gesso, unit),
    baseline === undefined ? '' : formatValue(baseline.value, unit),
    baseline?.name ?? '',
    ratio === undefined || !Number.isFinite(ratio) ? '' : ratio.toFixed(2),
    bound === undefined ? '' : `${bound.text}: ${bound.isMet ? 'met' : 'NOT MET'}`,
  ];
}

/** A number with its unit, with as many digits as make sense. */
export function formatValue(value: number, unit: Unit): string {
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
      return `${value.toFixed(0)} frames`;
    case 'levels':
      return `${value.toFixed(0)} levels`;
    case 'count':
      return value.toFixed(0);
  }
}
