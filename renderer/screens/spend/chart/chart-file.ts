/**
 * Draws the chart as an SVG in the light colours. It refers to no style sheet or font, so that it
 * can stand alone.
 */
import { firstCharacters } from '../../../../shared/first-characters.ts';
import { escapeMarkup } from '../../../../shared/escape-markup.ts';
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import { axisNames, keyName, STATE_WORDS } from '../model/chart-words.ts';
import { seriesFigures } from '../model/figures.ts';
import { chartShapes, namedBars } from './geometry.ts';
import { PATTERNS, styleOf, STATE_OPACITY, TILE, type Palette } from './palette.ts';
import type { BudgetLine } from '../model/budget-line.ts';

/** Pixels; a PNG has twice as many. */
export const FILE_SIZE = { width: 1280, height: 720 } as const;

const HEAD = 76;
const LEGEND = 250;
const NOTE = 40;
const FONT = 'font-family="Helvetica, Arial, sans-serif"';

export interface ChartFile {
  readonly series: SpendSeries;
  readonly before: SpendSeries | undefined;
  readonly isCumulative: boolean;
  readonly budget: BudgetLine | undefined;
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly hasPatterns: boolean;
  readonly title: string;
  readonly subtitle: string;
  /** Age of the bills, and what the signs mean. */
  readonly note: string;
}

export function chartSvg(file: ChartFile): string {
  const { series, palette } = file;
  const { width, height } = FILE_SIZE;
  const size = { width: width - LEGEND, height: height - HEAD - NOTE };
  const shapes = chartShapes(series, file.before, file.isCumulative, size, file.budget);
  const looks = series.keys.map(({ key }) => styleOf(file.names, key, palette));
  const text = (
    x: number,
    y: number,
    words: string,
    { size: px = 12, anchor = 'start', weight = 400 } = {},
  ) =>
    `<text x="${x}" y="${y}" font-size="${px}" font-weight="${weight}" text-anchor="${anchor}" fill="${palette.ink}">${escapeMarkup(words)}</text>`;
  const line = (d: string, more = '', colour = palette.ink) =>
    `<path d="${d}" fill="none" stroke="${colour}" ${more}/>`;
  const { left, right } = shapes;
  const every = namedBars(series.buckets.length, size.width);
  const fillOf = (key: number) =>
    file.hasPatterns ? `url(#key-${key})` : (looks[key]?.colour ?? palette.other);

  const plot = [
    ...shapes.ticks.flatMap(({ at, text: words }) => [
      `<path d="M${left} ${at}H${right}" stroke="${palette.grid}"/>`,
      text(left - 8, at + 4, words, { anchor: 'end' }),
    ]),
    ...shapes.paths.flatMap(({ key, state, path }) => [
      `<path d="${path}" fill="${fillOf(key)}" stroke="${palette.ground}" stroke-width="0.5" opacity="${STATE_OPACITY[state]}"/>`,
      ...(state === 'so-far' ? [`<path d="${path}" fill="url(#open)"/>`] : []),
    ]),
    line(`M${left} ${shapes.zero}H${right}`),
    ...(shapes.before === undefined
      ? []
      : [line(shapes.before, 'stroke-dasharray="3 3"', palette.ghost)]),
    ...(shapes.cumulative === undefined ? [] : [line(shapes.cumulative, 'stroke-width="1.5"')]),
    ...(shapes.budget === undefined
      ? []
      : [
          line(`M${left} ${shapes.budget}H${right}`, 'stroke-dasharray="8 3"'),
          text(right - 4, shapes.budget - 4, 'Budget', { anchor: 'end' }),
        ]),
    ...shapes.sumTicks.map(({ at, text: words }) => text(right + 8, at + 4, words)),
    ...axisNames(series.buckets, series.unit, every).flatMap((name, index) => {
      const bar = shapes.bars[index];
      return name !== undefined && bar !== undefined
        ? [text(bar.x + bar.width / 2, size.height - 10, name, { anchor: 'middle' })]
        : [];
    }),
  ];

  const figures = seriesFigures(series, false);
  const legend = series.keys.flatMap((key, index) => {
    const y = HEAD + 20 + index * 24;
    return [
      `<rect x="${size.width}" y="${y - 10}" width="12" height="12" fill="${fillOf(index)}"/>`,
      text(size.width + 20, y, shortened(keyName(key))),
      text(width - 24, y, figures.keys[index] ?? '', { anchor: 'end' }),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${FONT}>`,
    `<title>${escapeMarkup(`${file.title}, ${file.subtitle}`)}</title>`,
    '<defs>',
    ...looks.map(({ colour, pattern }, key) =>
      patternOf(`key-${key}`, colour, pattern, palette.ground),
    ),
    `<pattern id="open" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse"><path d="M0 ${TILE}L${TILE} 0" stroke="${palette.ground}" stroke-width="2"/></pattern>`,
    '</defs>',
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>`,
    text(24, 34, file.title, { size: 20, weight: 600 }),
    text(24, 58, file.subtitle),
    text(width - 24, 34, figures.total, { size: 20, weight: 600, anchor: 'end' }),
    `<g transform="translate(0 ${HEAD})">`,
    ...plot,
    '</g>',
    ...legend,
    text(24, height - 16, file.note),
    '</svg>',
  ].join('\n');
}

export function signsOf({ buckets }: Pick<SpendSeries, 'buckets'>): string {
  const states = new Set(buckets.map(({ state }) => state));
  return [
    ...(states.has('so-far') ? [`Hatched: ${STATE_WORDS['so-far']}.`] : []),
    ...(states.has('may-change') ? [`Lighter: ${STATE_WORDS['may-change']}.`] : []),
    ...(states.has('unknown') ? ['Faint: parts are not read yet.'] : []),
  ].join(' ');
}

function patternOf(id: string, colour: string, pattern: number, ground: string): string {
  const marks = PATTERNS[pattern] ?? '';
  const drawn =
    marks === 'dots'
      ? `<circle cx="${TILE / 2}" cy="${TILE / 2}" r="1.2" fill="${ground}"/>`
      : marks && `<path d="${marks}" stroke="${ground}"/>`;
  return `<pattern id="${id}" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse"><rect width="${TILE}" height="${TILE}" fill="${colour}"/>${drawn}</pattern>`;
}

function shortened(name: string): string {
  return name.length > 22 ? `${firstCharacters(name, 21)}…` : name;
}
