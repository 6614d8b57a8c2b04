/** `POST /v3/openai/completions`: the table of its request body, field by field, to both ends. */
import { beforeAll, describe, it } from 'vitest';
import { expectAccepted, expectRefused } from './support/answers.ts';
import { anyModel } from './support/endpoints.ts';
import { post } from './support/http.ts';
import {
  describeRequestFields,
  nullable,
  optional,
  required,
  type RequestField,
} from './support/request-fields.ts';
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

const PENALTY = ['number', [-JUST.below2, -1, 0, 1.5, JUST.below2], [-2, 2, 2.5]] as const;

const FIELDS: readonly RequestField[] = [
  required('model', 'string', [], ['', 'nobody']),
  optional('max_tokens', 'integer', [1, 2, 100], [-1, 1e9]),
  nullable('stream', 'boolean', [false, true]),
  {
    ...nullable(
      'stream_options',
      'object',
      [{ include_usage: true }, { include_usage: false }],
      [{ include_usage: 'yes' }],
    ),
    beside: { stream: true },
  },
  nullable('n', 'integer', [2, 127], [0, 1, 128, -2]),
  nullable('seed', 'integer', [0, 7, -7, 2 ** 31]),
  nullable('frequency_penalty', ...PENALTY),
  nullable('presence_penalty', ...PENALTY),
  nullable('repetition_penalty', 'number', [JUST.above0, 0.5, 1, JUST.below2], [0, 2, -1]),
  nullable('stop', 'string', ['.', ['a', 'b', 'c', 'd']], [['a', 'b', 'c', 'd', 'e']]),
  nullable('temperature', 'number', [JUST.above0, 0.7, 1, JUST.below2], [0, 2, -1]),
  nullable('top_p', 'number', [JUST.above0, 0.9, 1], [0, JUST.above1, -0.5]),
  nullable('top_k', 'integer', [2, 127], [0, 1, 128, -1]),
  nullable('min_p', 'number', [0, 0.05, 1], [JUST.below0, JUST.above1]),
  nullable(
    'logit_bias',
    'object',
    [{}, { '65': -100, '66': 0, '67': 100 }],
    [{ '65': -101 }, { '65': 101 }, { '65': 0.5 }, { '65': '1' }],
  ),
  nullable('logprobs', 'integer', [0, 5], [6, -1]),
  optional('best_of', 'integer', [2, 5], [0, -1, 129]),
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
