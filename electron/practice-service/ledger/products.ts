/** Categories of the specification that hold charges; `summary` is their total. */
export const categories = ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api'] as const;

/** One of them. */
export type ProductCategory = (typeof categories)[number];

/** A thing that is paid for, as the ledger books it. */
export interface Product {
  readonly category: ProductCategory;
  readonly productName: string;
  /**
   * Prices before discount, one for each quantity: 1/10000 USD times `pricePrecision`.
   * For llm: input tokens, output tokens.
   */
  readonly unitPrices: readonly [number] | readonly [number, number];
  /** Divisor of the prices: 1 by default; must divide 10^6. */
  readonly pricePrecision?: number;
}

/**
 * Paid picture and video calls by their path's last part. One call is one unit; made-up prices.
 */
export const mediaProducts = {
  cleanup: {
    category: 'gen_api',
    productName: 'Object cleanup',
    unitPrices: [170], // $0.017 a picture
  },
  removeText: {
    category: 'gen_api',
    productName: 'Text removal',
    unitPrices: [150], // $0.015 a picture
  },
  mergeFace: {
    category: 'gen_api',
    productName: 'Face merge',
    unitPrices: [24], // $0.0024 a picture
  },
  upscale: {
    category: 'gen_api',
    productName: 'Upscale',
    unitPrices: [135], // $0.0135 a picture
  },
  videoSvd: {
    category: 'gen_api',
    productName: 'Image to video SVD',
    unitPrices: [240], // $0.024 a clip
  },
  videoSvdXt: {
    category: 'gen_api',
    productName: 'Image to video SVD-XT',
    unitPrices: [360], // $0.036 a clip
  },
} as const satisfies Readonly<Record<string, Product>>;
