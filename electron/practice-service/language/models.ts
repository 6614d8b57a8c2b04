import type { Product } from '../ledger/products.ts';

type Model = (typeof MODELS)[number];

/** `created` is Unix seconds; prices are 1/10000 USD per million tokens. */
export const MODELS = [
  {
    id: 'practice/atelier-8b-instruct',
    object: 'model',
    created: 1_719_792_000,
    title: 'Atelier 8B Instruct',
    description: 'A small and quick model for captions, names and short texts.',
    context_size: 8_192,
    input_token_price_per_m: 500,
    output_token_price_per_m: 500,
  },
  {
    id: 'practice/atelier-70b-instruct',
    object: 'model',
    created: 1_721_692_800,
    title: 'Atelier 70B Instruct',
    description: 'A large model for briefs, concepts and longer texts.',
    context_size: 131_072,
    input_token_price_per_m: 3_900,
    output_token_price_per_m: 3_900,
  },
  {
    id: 'practice/vellum-24b',
    object: 'model',
    created: 1_735_776_000,
    title: 'Vellum 24B',
    description: 'A middle-sized model whose answers cost more than its questions.',
    context_size: 32_768,
    input_token_price_per_m: 1_200,
    output_token_price_per_m: 3_000,
  },
  {
    id: 'practice/gouache-1b-free',
    object: 'model',
    created: 1_727_222_400,
    title: 'Gouache 1B (free)',
    description: 'A tiny model without a price, for trying things out.',
    context_size: 4_096,
    input_token_price_per_m: 0,
    output_token_price_per_m: 0,
  },
] as const;

export function productOf(model: Model): Product {
  return {
    category: 'llm',
    productName: model.id,
    unitPrices: [model.input_token_price_per_m, model.output_token_price_per_m],
    pricePrecision: 1_000_000,
  };
}
