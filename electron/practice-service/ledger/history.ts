/**
 * A made-up past of paid calls, so that the view of spending has something to show from the first
 * day.
 */
import { MODELS } from '../language/models.ts';
import { createRandom } from '../language/random.ts';
import { entryOf, type HourEntry } from './entries.ts';
import { MEDIA_PRODUCTS, type Product, type ProductCategory } from './products.ts';

/** How a product is used through the week. */
type Rhythm = 'office' | 'evenings' | 'always' | 'runs';

/** One product that one owner uses. */
interface Line {
  readonly product: Product;
  readonly ownerId: string;
  readonly rhythm: Rhythm;
  /** Most that is used in an hour, of each price's unit. */
  readonly most: readonly [number] | readonly [number, number];
  /** Price after discount, in percent of the price before. */
  readonly discountPercent?: number;
}

/** Machines and storage; the other products have homes of their own. Made-up prices. */
const PRODUCTS = {
  workstation: gpu('RTX 4090 24 GB', 10_000), // $0.36 an hour
  trainer: gpu('A100 80 GB', 45_000), // $1.62 an hour
  endpoint: {
    category: 'serverless',
    productName: 'Serverless RTX 4090',
    unitPrices: [13_500], // $0.000135 a second
    pricePrecision: 10_000,
  },
  volume: {
    category: 'cloud_storage',
    productName: 'Network volume',
    unitPrices: [970_000], // $0.0698 a gigabyte and month of 720 hours
    pricePrecision: 1_000_000,
  },
  disk: {
    category: 'cloud_storage',
    productName: 'Instance disk',
    unitPrices: [1_390_000], // $0.1 a gigabyte and month of 720 hours
    pricePrecision: 1_000_000,
  },
} as const satisfies Readonly<Record<string, Product>>;

const LINES: readonly Line[] = [
  { product: PRODUCTS.workstation, ownerId: 'gpu-7f3a21', rhythm: 'office', most: [3_600] },
  { product: PRODUCTS.workstation, ownerId: 'gpu-b80c55', rhythm: 'evenings', most: [3_600] },
  { product: PRODUCTS.trainer, ownerId: 'gpu-c90d44', rhythm: 'runs', most: [3_600] },
  { product: PRODUCTS.endpoint, ownerId: 'ep-thumbnails', rhythm: 'always', most: [420] },
  { product: PRODUCTS.endpoint, ownerId: 'ep-captions', rhythm: 'office', most: [900] },
  { product: PRODUCTS.volume, ownerId: 'vol-archive', rhythm: 'always', most: [240] },
  { product: PRODUCTS.volume, ownerId: 'vol-projects', rhythm: 'always', most: [80] },
  { product: PRODUCTS.disk, ownerId: 'gpu-7f3a21', rhythm: 'always', most: [60] },
  ...MODELS.flatMap((model, index): readonly Line[] => {
    const most = [1_900_000 / (index + 1), 420_000 / (index + 1)] as const;
    const product = languageProduct(model);
    return [
      { product, ownerId: 'key-studio', rhythm: 'office', most },
      { product, ownerId: 'key-website', rhythm: 'always', most: [most[0] / 20, most[1] / 20] },
    ];
  }),
  { product: MEDIA_PRODUCTS.cleanup, ownerId: 'key-studio', rhythm: 'office', most: [18] },
  { product: MEDIA_PRODUCTS.removeText, ownerId: 'key-studio', rhythm: 'office', most: [12] },
  { product: MEDIA_PRODUCTS.upscale, ownerId: 'key-website', rhythm: 'evenings', most: [18] },
  { product: MEDIA_PRODUCTS.mergeFace, ownerId: 'key-website', rhythm: 'evenings', most: [9] },
  {
    product: MEDIA_PRODUCTS.videoSvdXt,
    ownerId: 'key-studio',
    rhythm: 'office',
    most: [5],
    discountPercent: 90,
  },
  { product: MEDIA_PRODUCTS.videoSvd, ownerId: 'key-studio', rhythm: 'evenings', most: [6] },
];

const CALENDAR = {
  /** Use by day of the week, Sunday first. */
  weekdays: [0.1, 0.92, 1, 1.1, 1.04, 0.8, 0.22],
  /** Hours (UTC) of an office day. */
  office: { from: 7, to: 17 },
  /** Hours (UTC) of an evening. */
  evening: { from: 17, to: 22 },
  /** Days between the beginnings of long runs, and hours that such a run lasts. */
  runs: { everyDays: 13, hours: 20 },
  /** Days at the beginning of a month that vouchers pay, and the part that they pay on the last. */
  voucher: { days: 9, lastPercent: 60 },
} as const;

/**
 * The use in an hour before the service was started: made up, but the same for the same hour.
 *
 * @param hour Unix hours
 * @param category one category, or null for all
 */
export function* pastEntries(
  hour: number,
  category: ProductCategory | null,
): Generator<HourEntry, void, undefined> {
  const date = new Date(hour * 3_600_000);
  for (const [index, line] of LINES.entries()) {
    if (category !== null && line.product.category !== category) continue;
    const random = createRandom(hour * 64 + index);
    const part = intensity(line.rhythm, date) * (0.35 + 0.65 * random());
    const quantities = line.most.map((most) => Math.round(most * part * (0.8 + 0.2 * random())));
    const [first = 0, second] = quantities;
    if (first === 0) continue;
    yield entryOf(
      {
        ...line.product,
        quantities: second === undefined ? [first] : [first, second],
        ownerId: line.ownerId,
        ...(line.discountPercent === undefined
          ? {}
          : { discountPrices: discounted(line.product, line.discountPercent) }),
      },
      hour,
      voucherPercent(line.product.category, date),
    );
  }
}

/** 0 to about 1: how much is going on. */
function intensity(rhythm: Rhythm, date: Date): number {
  const weekday = CALENDAR.weekdays[date.getUTCDay()] ?? 1;
  const hour = date.getUTCHours();
  const day = Math.floor(date.getTime() / 86_400_000);
  switch (rhythm) {
    case 'office':
      return weekday * bell(hour, CALENDAR.office.from, CALENDAR.office.to);
    case 'evenings':
      return (1.1 - weekday / 2) * bell(hour, CALENDAR.evening.from, CALENDAR.evening.to);
    case 'always':
      return 1;
    default: {
      const { everyDays, hours } = CALENDAR.runs;
      return (day % everyDays) * 24 + hour < hours ? 1 : 0;
    }
  }
}

/** Rises from the first hour to the middle and falls to the last. */
function bell(hour: number, from: number, to: number): number {
  if (hour < from || hour > to) return 0;
  return 0.25 + 0.75 * Math.sin((Math.PI * (hour - from + 0.5)) / (to - from + 1));
}

function voucherPercent(category: ProductCategory, date: Date): number {
  if (category !== 'llm' && category !== 'gen_api') return 0;
  const { days, lastPercent } = CALENDAR.voucher;
  const day = date.getUTCDate();
  if (day > days) return 0;
  return day === days ? lastPercent : 100;
}

function discounted(product: Product, percent: number): readonly [number] {
  return [Math.round((product.unitPrices[0] * percent) / 100)];
}

/** @param price 1/10000 USD times 10,000 for a card and a second */
function gpu(productName: string, price: number) {
  return { category: 'gpu', productName, unitPrices: [price], pricePrecision: 10_000 } as const;
}

function languageProduct(model: (typeof MODELS)[number]): Product {
  return {
    category: 'llm',
    productName: model.id,
    unitPrices: [model.input_token_price_per_m, model.output_token_price_per_m],
    pricePrecision: 1_000_000,
  };
}
