/** `POST /v3/openai/completions`: the table of its request body, field by field, to both ends. */
import { beforeAll, describe, it } from 'vitest';
import { expectAccepted, expectRefused } from './support/answers.ts';
import { anyModel } from './support/endpoints.ts';
import { post } from './support/http.ts';
import { describeRequestFields, type RequestField } from './support/request-fields.ts';
import { serviceOfFile } from './support/service.ts';

const PATH = '/v3/openai/completions';

/** The numbers next to 0, 1 and 2 that a double can hold. */
const JUST = {
  above0: Number.MIN_VALUE,
  below0: -Number.MIN_VALUE,
  above1: 1 + Number.EPSILON,
  below2: 2 - Number.EPSILON,
} as const;

const service = serviceOfFile();
let model: string;

beforeAll(async () => {
  model = await anyModel(service);
});

const penalty = {
  type: 'number',
  nullable: true,
  accepts: [-JUST.below2, -1, 0, 1.5, JUST.below2],
  refuses: [-2, 2, 2.5],
} as const;

const FIELDS: readonly RequestField[] = [
  { path: 'model', type: 'string', required: true, accepts: [], refuses: ['', 'nobody'] },
  { path: 'max_tokens', type: 'integer', accepts: [1, 2, 100], refuses: [-1, 1e9] },
  { path: 'stream', type: 'boolean', nullable: true, accepts: [false, true] },
  {
    path: 'stream_options',
    type: 'object',
    nullable: true,
    accepts: [{ include_usage: true }, { include_usage: false }],
    refuses: [{ include_usage: 'yes' }],
    beside: { stream: true },
  },
  { path: 'n', type: 'integer', nullable: true, accepts: [2, 127], refuses: [0, 1, 128, -2] },
  { path: 'seed', type: 'integer', nullable: true, accepts: [0, 7, -7, 2 ** 31] },
  { path: 'frequency_penalty', ...penalty },
  { path: 'presence_penalty', ...penalty },
  {
    path: 'repetition_penalty',
    type: 'number',
    nullable: true,
    accepts: [JUST.above0, 0.5, 1, JUST.below2],
    refuses: [0, 2, -1],
  },
  {
    path: 'stop',
    type: 'string',
    nullable: true,
    accepts: ['.', ['a', 'b', 'c', 'd']],
    refuses: [['a', 'b', 'c', 'd', 'e']],
  },
  {
    path: 'temperature',
    type: 'number',
    nullable: true,
    accepts: [JUST.above0, 0.7, 1, JUST.below2],
    refuses: [0, 2, -1],
  },
  {
    path: 'top_p',
    type: 'number',
    nullable: true,
    accepts: [JUST.above0, 0.9, 1],
    refuses: [0, JUST.above1, -0.5],
  },
  { path: 'top_k', type: 'integer', nullable: true, accepts: [2, 127], refuses: [0, 1, 128, -1] },
  {
    path: 'min_p',
    type: 'number',
    nullable: true,
    accepts: [0, 0.05, 1],
    refuses: [JUST.below0, JUST.above1],
  },
  {
    path: 'logit_bias',
    type: 'object',
    nullable: true,
    accepts: [{}, { '65': -100, '66': 0, '67': 100 }],
    refuses: [{ '65': -101 }, { '65': 101 }, { '65': 0.5 }, { '65': '1' }],
  },
  { path: 'logprobs', type: 'integer', nullable: true, accepts: [0, 5], refuses: [6, -1] },
  { path: 'best_of', type: 'integer', accepts: [2, 5], refuses: [0, -1, 129] },
];

describe('the request body', () => {
  describeRequestFields({
    fields: FIELDS,
    minimal: () => ({ model, prompt: 'The light', max_tokens: 1 }),
    submit: (body) => post(service, PATH, body),
  });

  const complete = (fields: Readonly<Record<string, unknown>>) =>
    post(service, PATH, { model, prompt: 'The light', max_tokens: 1, ...fields });

  it('takes stream_options only when stream is true', async () => {
    const stream_options = { include_usage: true };
    expectRefused(await complete({ stream_options }));
    expectRefused(await complete({ stream: false, stream_options }));
    expectRefused(await complete({ stream: null, stream_options }));
  });

  it('takes best_of only when it is greater than n', async () => {
    expectAccepted(await complete({ n: 3, best_of: 4 }));
    expectRefused(await complete({ n: 3, best_of: 3 }));
    expectRefused(await complete({ n: 3, best_of: 2 }));
  });

  it('cannot stream best_of', async () => {
    expectRefused(await complete({ best_of: 2, stream: true }));
  });
});
