/** Categories of the specification that hold charges; `summary` is their total. */
export const CATEGORIES = ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api'] as const;

export type ProductCategory = (typeof CATEGORIES)[number];

export interface Product {
  readonly category: ProductCategory;
  readonly productName: string;
  /** Before discount: 1/10000 USD times `pricePrecision`. For llm: input and output tokens. */
  readonly unitPrices: readonly [number] | readonly [number, number];
  /** Divisor of the prices: 1 by default; must divide 10^6. */
  readonly pricePrecision?: number;
}

export const MEDIA_PRODUCTS = {
  cleanup: mediaProduct('Object cleanup', 170),
  removeText: mediaProduct('Text removal', 150),
  mergeFace: mediaProduct('Face merge', 24),
  upscale: mediaProduct('Upscale', 135),
  videoSvd: mediaProduct('Image to video SVD', 240),
  videoSvdXt: mediaProduct('Image to video SVD-XT', 360),
} as const;

/** @param price 1/10000 USD a call */
function mediaProduct(productName: string, price: number) {
  return { category: 'gen_api', productName, unitPrices: [price] } as const satisfies Product;
}
