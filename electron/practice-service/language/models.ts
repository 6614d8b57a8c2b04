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
  /** How soon it gives up a long context for a shorter one: one met n times counts n / (n + doubt). */
  readonly doubt: number;
  /** 0 to 1, how closely its chat answers keep to those that were laid out. */
  readonly loyalty: number;
}

interface Offer {
  readonly model: Model;
  readonly skill: Skill;
}

const OFFERS: readonly Offer[] = [
  offer({ memory: 3, doubt: 0.25, loyalty: 0.997 }, [500, 500], {
    id: 'practice/atelier-8b-instruct',
    created: 1_719_792_000,
    title: 'Atelier 8B Instruct',
    description: 'A small and quick model for captions, names and short texts.',
    context_size: 8_192,
  }),
  offer({ memory: 4, doubt: 0.15, loyalty: 0.9995 }, [3_900, 3_900], {
    id: 'practice/atelier-70b-instruct',
    created: 1_721_692_800,
    title: 'Atelier 70B Instruct',
    description: 'A large model for briefs, concepts and longer texts.',
    context_size: 131_072,
  }),
  offer({ memory: 4, doubt: 0.25, loyalty: 0.999 }, [1_200, 3_000], {
    id: 'practice/vellum-24b',
    created: 1_735_776_000,
    title: 'Vellum 24B',
    description: 'A middle-sized model whose answers cost more than its questions.',
    context_size: 32_768,
  }),
  offer({ memory: 2, doubt: 0.2, loyalty: 0.985 }, [0, 0], {
    id: 'practice/gouache-1b-free',
    created: 1_727_222_400,
    title: 'Gouache 1B (free)',
    description: 'A tiny model without a price, for trying things out.',
    context_size: 4_096,
  }),
];

function offer(
  skill: Skill,
  [input, output]: readonly [number, number],
  fields: Pick<Model, 'id' | 'created' | 'title' | 'description' | 'context_size'>,
): Offer {
  const prices = { input_token_price_per_m: input, output_token_price_per_m: output };
  return { skill, model: { ...fields, object: 'model', ...prices } };
}

/** The models that are offered. */
export const MODELS: readonly Model[] = OFFERS.map(({ model }) => model);

/** A model by its id, or null. */
export function findModel(id: string): Offer | null {
  return OFFERS.find(({ model }) => model.id === id) ?? null;
}
