/** The products that are paid for, with made-up prices. */

/** Categories of the specification that hold charges; `summary` is their total. */
export const CATEGORIES = ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api'] as const;

/** One of them. */
export type ProductCategory = (typeof CATEGORIES)[number];

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
export const MEDIA_PRODUCTS = {
  cleanup: mediaProduct('Object cleanup', 170), // $0.017 a picture
  removeText: mediaProduct('Text removal', 150), // $0.015 a picture
  mergeFace: mediaProduct('Face merge', 24), // $0.0024 a picture
  upscale: mediaProduct('Upscale', 135), // $0.0135 a picture
  videoSvd: mediaProduct('Image to video SVD', 240), // $0.024 a clip
  videoSvdXt: mediaProduct('Image to video SVD-XT', 360), // $0.036 a clip
} as const;

/** @param price 1/10000 USD a call */
function mediaProduct(productName: string, price: number) {
  return { category: 'gen_api', productName, unitPrices: [price] } as const satisfies Product;
}
