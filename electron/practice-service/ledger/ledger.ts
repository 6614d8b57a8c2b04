import { refused } from '../answer.ts';
import { type Charge, type HourEntry, addEntries, entryKey, entryOf } from './entries.ts';
import { MEDIA_PRODUCTS, type Product, type ProductCategory } from './products.ts';
import { MODELS, productOf } from '../language/models.ts';
import { createRandom } from '../language/random.ts';

/** Hours of a day (UTC) in which a product is used, and whether the day of the week counts. */
const RHYTHMS = {
  office: { from: 7, to: 17, isWeekly: true },
  evenings: { from: 17, to: 22, isWeekly: true },
  always: { from: 0, to: 23, isWeekly: false },
} as const;

/** By day of the week, Sunday first. */
const WEEK = [0.1, 0.9, 1, 1.1, 1, 0.8, 0.2] as const;
/** Days of each month whose language and picture calls vouchers pay, the last one in part. */
const VOUCHER = { days: 9, lastPercent: 60 } as const;

type Line = readonly [Product, string, keyof typeof RHYTHMS, ...Charge['quantities']];

const workstation = machine('gpu', 'RTX 4090 24 GB', 10_000); // $0.36 an hour
const endpoint = machine('serverless', 'Serverless RTX 4090', 13_500); // $0.000135 a second
const volume = machine('cloud_storage', 'Network volume', 9_700); // $0.07 a gigabyte and month

const LINES: readonly Line[] = [
  [workstation, 'gpu-7f3a21', 'office', 3_600],
  [workstation, 'gpu-b80c55', 'evenings', 3_600],
  [machine('gpu', 'A100 80 GB', 45_000), 'gpu-c90d44', 'evenings', 1_200], // $1.62 an hour
  [endpoint, 'ep-thumbnails', 'always', 420],
  [endpoint, 'ep-captions', 'office', 900],
  [volume, 'vol-archive', 'always', 240],
  [machine('cloud_storage', 'Instance disk', 13_900), 'gpu-7f3a21', 'always', 60],
  ...MODELS.flatMap((model, index): readonly Line[] => {
    const product = productOf(model);
    const [input, output] = [1_900_000 / (index + 1), 420_000 / (index + 1)];
    return [
      [product, 'key-studio', 'office', input, output],
      [product, 'key-website', 'always', input / 20, output / 20],
    ];
  }),
  [MEDIA_PRODUCTS.cleanup, 'key-studio', 'office', 18],
  [MEDIA_PRODUCTS.removeText, 'key-studio', 'office', 12],
  [MEDIA_PRODUCTS.upscale, 'key-website', 'evenings', 18],
  [MEDIA_PRODUCTS.mergeFace, 'key-website', 'evenings', 9],
  [MEDIA_PRODUCTS.videoSvdXt, 'key-studio', 'office', 5],
  [MEDIA_PRODUCTS.videoSvd, 'key-studio', 'evenings', 6],
];

const HISTORY_DAYS = 90;

/** A failed call is free; a picture whose client went away is not. */
export function createLedger(milliseconds: () => number) {
  const currentHour = () => Math.floor(milliseconds() / 3_600_000);
  const beginHour = currentHour();
  const booked = new Map<string, HourEntry>();
  let isQueried = false;

  return {
    /** In `MONEY_PARTS`, or null for no end. Below 0 when the last call cost more. */
    balance: null as bigint | null,
    hasBillingRole: true,
    charge(charge: Charge): void {
      const entry = entryOf(charge, currentHour());
      const key = `${entry.hour}\n${entryKey(entry)}`;
      const before = booked.get(key);
      booked.set(key, before === undefined ? entry : addEntries(before, entry));
      if (this.balance !== null) this.balance -= entry.amount;
    },
    /** @throws ServiceError 403 BILLING_BALANCE_NOT_ENOUGH if the balance is used up */
    requireBalance(): void {
      if (this.balance === null || this.balance > 0n) return;
      throw refused(403, 'BILLING_BALANCE_NOT_ENOUGH', 'The balance of this account is used up.');
    },
    /** Unix seconds by the service's clock. */
    get now(): number {
      return Math.floor(milliseconds() / 1000);
    },
    /** Returns false while another query is running. */
    beginQuery(): boolean {
      if (isQueried) return false;
      isQueried = true;
      return true;
    },
    endQuery(): void {
      isQueried = false;
    },
    /** Includes the made-up past. @param to Unix hour, inclusive */
    entries(category: ProductCategory | 'summary', from: number, to: number): HourEntry[] {
      const isOf = (product: Pick<Product, 'category'>): boolean =>
        category === 'summary' || product.category === category;
      const past: HourEntry[] = [];
      const first = (Math.floor(beginHour / 24) - HISTORY_DAYS) * 24;
      const last = Math.min(to, beginHour - 1);
      for (let hour = Math.max(from, first); hour <= last; hour += 1) {
        past.push(...pastEntries(hour, isOf));
      }
      return [...past, ...booked.values()].filter(
        (entry) => isOf(entry) && entry.hour >= from && entry.hour <= to,
      );
    },
  };
}

/** Makes up past bills, the same for the same hour (Unix seconds / 3600) at each start. */
function pastEntries(hour: number, isAsked: (product: Product) => boolean): readonly HourEntry[] {
  const date = new Date(hour * 3_600_000);
  const ofDay = date.getUTCHours();
  return LINES.flatMap(([product, ownerId, rhythm, ...most], index) => {
    const { from, to, isWeekly } = RHYTHMS[rhythm];
    if (ofDay < from || ofDay > to || !isAsked(product)) return [];
    const random = createRandom(hour * 64 + index);
    const part = (isWeekly ? (WEEK[date.getUTCDay()] ?? 1) : 1) * (0.3 + 0.7 * random());
    const [first = 0, second = 0] = most.map((each) => Math.round(each * part));
    if (first === 0) return [];
    // one product has a discount, so that both of its prices appear
    const discount = product === MEDIA_PRODUCTS.videoSvdXt && { discountPrices: [324] as const };
    const charge: Charge = { ...product, ...discount, ownerId, quantities: [first, second] };
    return [entryOf(charge, hour, voucherPercent(product.category, date.getUTCDate()))];
  });
}

function voucherPercent(category: ProductCategory, day: number): number {
  if ((category !== 'llm' && category !== 'gen_api') || day > VOUCHER.days) return 0;
  return day === VOUCHER.days ? VOUCHER.lastPercent : 100;
}

/** @param price 1/10000 USD times 10,000 for a second, or for a gigabyte and hour */
function machine(category: ProductCategory, productName: string, price: number): Product {
  return { category, productName, unitPrices: [price], pricePrecision: 10_000 };
}
