import { DEFAULT_SPEND_VIEW, type SpendView } from '../../../../shared/contract/spend-view.ts';
import type { SpendRange, SpendSeries } from '../../../../shared/contract/spend.ts';
import { backend } from '../../../core/backend/client.ts';
import { uploadFile } from '../../../core/backend/media.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { formatTime } from '../../../core/ui/format.ts';
import { copyAndSay } from '../../../core/ui/copy-text.ts';
import { chartSvg, signsOf, type ChartFile, FILE_SIZE } from './chart-file.ts';
import { PALETTES } from './palette.ts';
import { amountBefore } from '../model/figures.ts';
import { nameOfRange } from '../model/period.ts';
import { subtitleOf, viewAsText } from '../model/view-text.ts';

export interface ChartOut {
  save(format: 'png' | 'svg'): void;
  copyText(): void;
  readonly subtitle: string;
}

/** @param options.now seconds since 1970 */
export function chartOut(options: {
  readonly chart: Pick<
    ChartFile,
    'before' | 'isCumulative' | 'budget' | 'names' | 'hasPatterns'
  > & { readonly series: SpendSeries | undefined };
  readonly connectionName: string;
  readonly origin: string | undefined;
  readonly view: SpendView | undefined;
  readonly range: SpendRange;
  readonly beforeRange: SpendRange;
  /** UTC unless given. */
  readonly zone: string | undefined;
  readonly now: number;
}): ChartOut {
  const { chart, range, now, view = DEFAULT_SPEND_VIEW } = options;
  const { series } = chart;
  const title = `Spend of ${options.connectionName}`;

  function subtitle({ unit }: SpendSeries): string {
    const words = subtitleOf(view, unit, range, now, options.zone);
    return options.origin === undefined ? words : `${words}. ${options.origin}.`;
  }

  async function saved(shown: SpendSeries, format: 'png' | 'svg'): Promise<void> {
    const age = shown.readAt === undefined ? '' : `Bills read ${formatTime(shown.readAt)}. `;
    const before =
      chart.before === undefined
        ? ''
        : `Dashed: ${nameOfRange(options.beforeRange, now)}, ${amountBefore(chart.before)}.`;
    const svg = chartSvg({
      ...chart,
      series: shown,
      palette: PALETTES.light,
      title,
      subtitle: subtitle(shown),
      note: [age + signsOf(shown), before].join(' ').trim(),
    });
    const picture = format === 'png' ? await pngOfSvg(svg) : new Blob([svg]);
    const upload = await uploadFile(picture);
    finishSave(await backend.spend.savePicture({ range, format, picture: upload }));
  }

  return {
    subtitle: series === undefined ? '' : subtitle(series),
    save(format) {
      if (series === undefined) return;
      saved(series, format).catch(sayError);
    },
    copyText() {
      if (series === undefined) return;
      const text = viewAsText(title, subtitle(series), series);
      void copyAndSay(text, 'Copied the view as text.');
    },
  };
}

const SCALE = 2;

/** @throws Error if the browser cannot draw it */
async function pngOfSvg(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(FILE_SIZE.width * SCALE, FILE_SIZE.height * SCALE);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas to draw the chart on.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}
