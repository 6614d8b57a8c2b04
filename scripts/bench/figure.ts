/** A benchmark's finding: a figure of Gesso beside a bare baseline measured in the same run. */

/** Format of a number. `×` is a multiple, `%` a share from 0 to 1, `levels` of 0 to 255. */
export type Unit = 'ms' | 'MB' | '%' | '×' | 'frames' | 'count' | 'levels';

/** The baseline that Gesso is compared with. */
export interface Baseline {
  /** In a few words, such as “`<img>`”. */
  readonly name: string;
  /** In the figure's own unit. */
  readonly value: number;
}

/** The bound of a figure. */
export interface Bound {
  /** Such as “ratio ≤ 1.5”. */
  readonly text: string;
  readonly isMet: boolean;
}

/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly unit: Unit;
  readonly gesso: number;
  readonly baseline?: Baseline;
  readonly bound?: Bound;
}

/** Figures that are measured together. */
export interface FigureGroup {
  /** Its name for `--only`. */
  readonly name: string;
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** Gesso's value divided by the baseline's; `undefined` without a baseline. */
export function ratioOf({ gesso, baseline }: Figure): number | undefined {
  return baseline === undefined ? undefined : gesso / baseline.value;
}

/** A figure whose ratio to its baseline has a bound. */
export function withRatioBound(
  figure: Figure & { readonly baseline: Baseline },
  limit: number,
): Figure {
  const isMet = figure.gesso / figure.baseline.value <= limit;
  return { ...figure, bound: { text: `ratio ≤ ${limit}`, isMet } };
}
