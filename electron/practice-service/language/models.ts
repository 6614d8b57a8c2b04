/** The models that the service offers; made up, with every field of the specification. */

/** Model object of the specification ("Model object"). */
export interface Model {
  readonly id: string;
  readonly object: 'model';
  /** Unix seconds. */
  readonly created: number;
  readonly title: string;
  readonly description: string;
  /** Most tokens of prompt and completion together. */
  readonly context_size: number;
  /** 1/10000 USD per million tokens. */
  readonly input_token_price_per_m: number;
  /** 1/10000 USD per million tokens. */
  readonly output_token_price_per_m: number;
}

/** How well a model writes. */
export interface Skill {
  /** Longest context that it looks at, in tokens, 1 to 4. */
  readonly memory: number;
  /** How soon it gives up a long context for a shorter one; see `createNgramSource`. */
  readonly doubt: number;
  /** How closely its chat answers keep to the topic; see `createPlanSource`. */
  readonly loyalty: number;
}

interface Offer {
  readonly model: Model;
  readonly skill: Skill;
}

const OFFERS: readonly Offer[] = [
  {
    model: {
      id: 'practice/atelier-8b-instruct',
      object: 'model',
      created: 1_719_792_000,
      title: 'Atelier 8B Instruct',
      description: 'A small and quick model for captions, names and short texts.',
      context_size: 8_192,
      input_token_price_per_m: 500,
      output_token_price_per_m: 500,
    },
    skill: { memory: 3, doubt: 0.25, loyalty: 0.98 },
  },
  {
    model: {
      id: 'practice/atelier-70b-instruct',
      object: 'model',
      created: 1_721_692_800,
      title: 'Atelier 70B Instruct',
      description: 'A large model for briefs, concepts and longer texts.',
      context_size: 131_072,
      input_token_price_per_m: 3_900,
      output_token_price_per_m: 3_900,
    },
    skill: { memory: 4, doubt: 0.15, loyalty: 0.99 },
  },
  {
    model: {
      id: 'practice/vellum-24b',
      object: 'model',
      created: 1_735_776_000,
      title: 'Vellum 24B',
      description: 'A middle-sized model whose answers cost more than its questions.',
      context_size: 32_768,
      input_token_price_per_m: 1_200,
      output_token_price_per_m: 3_000,
    },
    skill: { memory: 4, doubt: 0.25, loyalty: 0.985 },
  },
  {
    model: {
      id: 'practice/gouache-1b-free',
      object: 'model',
      created: 1_727_222_400,
      title: 'Gouache 1B (free)',
      description: 'A tiny model without a price, for trying things out.',
      context_size: 4_096,
      input_token_price_per_m: 0,
      output_token_price_per_m: 0,
    },
    skill: { memory: 2, doubt: 0.2, loyalty: 0.96 },
  },
];

/** The models that are offered. */
export const MODELS: readonly Model[] = OFFERS.map((offer) => offer.model);

/** A model by its id, or null. */
export function findModel(id: string): Offer | null {
  return OFFERS.find((offer) => offer.model.id === id) ?? null;
}
