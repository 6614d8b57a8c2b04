/** Specification, "Bill entry". Money is never a float. */
import { z } from 'zod';
import { invalidInput } from '../errors/app-error.ts';
import { BILL_CYCLES, MAX_PERIOD_SECONDS, type BillCycle } from './bill-periods.ts';
import { amountIn, type SentAmount } from './bill-money.ts';
import { parseDecimal, wholePart, type ExactDecimal } from './exact-decimal.ts';
import { isRecord, lenientList, lenientString, lenientWhole, MOST } from './lenient.ts';
import { checkedRequest, numberWithin, oneOf, textUpTo } from './request-check.ts';

export const BILLS_PATH = '/openapi/v1/billing/bill/list';

/** The control total of all categories, some of which may be unknown: never add it to them. */
export const SUMMARY = 'summary';

/** All categories except the control total. */
export const CHARGED_CATEGORIES = ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api'] as const;
export type ChargedCategory = (typeof CHARGED_CATEGORIES)[number];

export const BILL_CATEGORIES = [SUMMARY, ...CHARGED_CATEGORIES] as const;

export function isKnownCategory(name: string): boolean {
  return BILL_CATEGORIES.some((each) => each === name);
}

/** Unix time in whole seconds. */
const second = (name: string) =>
  numberWithin(name, { min: 0, max: Number.MAX_SAFE_INTEGER, isWhole: true });

const billQuerySchema = z.strictObject({
  cycle: oneOf('The billing cycle', BILL_CYCLES),
  category: textUpTo('The category of bills', 100),
  /** The service matches it loosely. */
  productName: textUpTo('The name of the product', 200).optional(),
  startTime: second('The start of the period').optional(),
  /** The last second that belongs to the period. */
  endTime: second('The end of the period').optional(),
  ownerId: textUpTo('The instance', 200).optional(),
});

export type BillQuery = Readonly<z.output<typeof billQuerySchema>>;

/** @throws AppError `invalid-input`, naming the limit and the value */
export function billQueryParameters(query: BillQuery): Readonly<Record<string, string>> {
  const { cycle, category, productName, startTime, endTime, ownerId } = checkedRequest(
    billQuerySchema,
    query,
  );
  if (startTime !== undefined && endTime !== undefined) requirePeriod(cycle, startTime, endTime);
  const parameters = {
    cycleType: cycle,
    productCategory: category,
    productName,
    startTime: startTime?.toString(),
    endTime: endTime?.toString(),
    ownerId,
  };
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function requirePeriod(cycle: BillCycle, startTime: number, endTime: number): void {
  const seconds = endTime - startTime + 1;
  const limit = MAX_PERIOD_SECONDS[cycle];
  if (seconds >= 1 && seconds <= limit) return;
  const days = limit / 86_400;
  throw invalidInput(
    seconds < 1
      ? 'The period ends before it begins. Select another one.'
      : `Bills by ${cycle.toLowerCase()} cover at most ${days} days at a time, not ${Math.ceil(seconds / 86_400)}. Split the period.`,
    { details: { limit: seconds < 1 ? 1 : limit, value: seconds, request: 'not sent' } },
  );
}

/** Unit price: `amount` / `precision`, in 1/10000 USD. */
interface UnitPrice {
  readonly amount: ExactDecimal;
  /** `pricePrecision`, at least 1. */
  readonly precision: bigint;
}

/** Charges are never recalculated from quantities and prices. */
export interface BillRow {
  readonly userId: string;
  readonly ownerId: string;
  readonly productId: string;
  readonly productName: string;
  /** One of {@link BILL_CATEGORIES} or an unknown one; empty if it was missing. */
  readonly category: string;
  readonly billingMethod: string;
  /** First second, Unix time. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  /** `billNum0` and `billNum1`: input and output tokens, cards × time, size × time. */
  readonly quantities: readonly [ExactDecimal | undefined, ExactDecimal | undefined];
  readonly basePrices: readonly [UnitPrice | undefined, UnitPrice | undefined];
  readonly discountPrices: readonly [UnitPrice | undefined, UnitPrice | undefined];
  /** `voucherAmount` + `payAmount`. */
  readonly amount: SentAmount;
  readonly voucherAmount: SentAmount;
  readonly payAmount: SentAmount;
}

const lenientText = lenientString.transform((text) => text?.slice(0, MOST.sentence) ?? '');

const lenientDecimal = lenientString.transform((text) =>
  text === undefined ? undefined : parseDecimal(text),
);

const billSchema = z.looseObject({
  userId: lenientText,
  ownerID: lenientText,
  productId: lenientText,
  productName: lenientText,
  category: lenientText,
  billingMethod: lenientText,
  startTime: lenientWhole(MOST.unixSeconds),
  endTime: lenientWhole(MOST.unixSeconds),
  billNum0: lenientDecimal,
  billNum1: lenientDecimal,
  basePrice0: lenientDecimal,
  basePrice1: lenientDecimal,
  discountPrice0: lenientDecimal,
  discountPrice1: lenientDecimal,
  basePrice0Decimal: lenientDecimal,
  basePrice1Decimal: lenientDecimal,
  discountPrice0Decimal: lenientDecimal,
  discountPrice1Decimal: lenientDecimal,
  pricePrecision: lenientDecimal,
  amount: lenientDecimal,
  voucherAmount: lenientDecimal,
  payAmount: lenientDecimal,
  amountDecimal: lenientDecimal,
  voucherAmountDecimal: lenientDecimal,
  payAmountDecimal: lenientDecimal,
  payableDecimal: lenientDecimal,
});

const billsAnswerSchema = z.looseObject({ bills: lenientList(billSchema) });

/** Returns an empty list if there is none, and `undefined` if the answer is no object. */
export function billsOfAnswer(json: unknown): readonly BillRow[] | undefined {
  if (!isRecord(json)) return undefined;
  return billsAnswerSchema.parse(json).bills.map(billRow);
}

function billRow(bill: z.output<typeof billSchema>): BillRow {
  const precision = wholePart(bill.pricePrecision ?? ONE);
  const price = (whole: ExactDecimal | undefined, decimal: ExactDecimal | undefined) => {
    const amount = priceOf(whole, decimal);
    return amount === undefined
      ? undefined
      : { amount, precision: precision < 1n ? 1n : precision };
  };
  return {
    userId: bill.userId,
    ownerId: bill.ownerID,
    productId: bill.productId,
    productName: bill.productName,
    category: bill.category,
    billingMethod: bill.billingMethod,
    startTime: bill.startTime,
    endTime: bill.endTime,
    quantities: [bill.billNum0, bill.billNum1],
    basePrices: [
      price(bill.basePrice0, bill.basePrice0Decimal),
      price(bill.basePrice1, bill.basePrice1Decimal),
    ],
    discountPrices: [
      price(bill.discountPrice0, bill.discountPrice0Decimal),
      price(bill.discountPrice1, bill.discountPrice1Decimal),
    ],
    amount: amountOf(bill.amount, bill.amountDecimal),
    voucherAmount: amountOf(bill.voucherAmount, bill.voucherAmountDecimal),
    payAmount: amountOf(bill.payAmount, bill.payAmountDecimal ?? bill.payableDecimal),
  };
}

const ONE: ExactDecimal = { value: 1n, scale: 0 };
function amountOf(whole: ExactDecimal | undefined, decimal: ExactDecimal | undefined): SentAmount {
  return { whole, decimal };
}

/** Returns the decimal price, unless it clearly contradicts the whole one. */
function priceOf(
  whole: ExactDecimal | undefined,
  decimal: ExactDecimal | undefined,
): ExactDecimal | undefined {
  if (whole === undefined || decimal === undefined) return decimal ?? whole;
  return amountIn({ whole, decimal }, 'units').exact;
}
