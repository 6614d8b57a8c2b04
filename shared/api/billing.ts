/** GET /openapi/v1/billing/bill/list as it is on the wire (specification, "Bill entry"). */

/** The path below the base URL. */
export const BILLS_PATH = '/openapi/v1/billing/bill/list';

export const BILL_CYCLES = ['Hour', 'Day', 'Week', 'Month'] as const;
export type BillCycle = (typeof BILL_CYCLES)[number];

/** What can be asked for. Rows may name others: show them as they come. */
export const BILL_CATEGORIES = [
  'summary',
  'gpu',
  'llm',
  'serverless',
  'cloud_storage',
  'gen_api',
] as const;
export type BillCategory = (typeof BILL_CATEGORIES)[number];

/** One query. */
export interface BillQuery {
  readonly cycle: BillCycle;
  readonly category: BillCategory;
  /** Matched loosely by the service. */
  readonly productName?: string | undefined;
  /** First second, Unix time. */
  readonly startTime?: number | undefined;
  /** Last second that belongs to it, Unix time. */
  readonly endTime?: number | undefined;
  /** Identifier of an instance. */
  readonly ownerId?: string | undefined;
}

/** A number with all its decimals: `value` / 10 ^ `scale`. */
export interface ExactDecimal {
  readonly value: bigint;
  /** Digits after the point, 0 to 30. */
  readonly scale: number;
}

/** An amount of money. */
export interface BillAmount {
  /** Whole 1/10000 USD, the fraction cut off; may be 0 although something was charged. */
  readonly units: bigint;
  /** 1/10000 USD with every decimal that was sent. */
  readonly exact: ExactDecimal;
  /** True when the service sent decimals; else a fraction may have been lost. */
  readonly hasDecimals: boolean;
}

/** Unit price: `amount` / `precision`, in 1/10000 USD. */
export interface UnitPrice {
  readonly amount: ExactDecimal;
  /** At least 1. */
  readonly precision: bigint;
}

/** A line of a bill. */
export interface BillRow {
  readonly userId: string;
  readonly ownerId: string;
  readonly productId: string;
  readonly productName: string;
  /** One of {@link BILL_CATEGORIES} or one nobody has heard of. */
  readonly category: string;
  readonly billingMethod: string;
  /** First second, Unix time. */
  readonly startTime: number | undefined;
  /** Last second that belongs to it, Unix time. */
  readonly endTime: number | undefined;
  /** `billNum0` and `billNum1`: input and output tokens, cards × time, size × time. */
  readonly quantities: readonly [ExactDecimal | undefined, ExactDecimal | undefined];
  /** Original prices of both quantities. */
  readonly basePrices: readonly [UnitPrice | undefined, UnitPrice | undefined];
  /** Prices that were charged. */
  readonly discountPrices: readonly [UnitPrice | undefined, UnitPrice | undefined];
  /** `voucherAmount` + `payAmount`. */
  readonly amount: BillAmount;
  readonly voucherAmount: BillAmount;
  readonly payAmount: BillAmount;
}
