/** "Limits" of the specification, row by row: the largest value is taken, the next one is not. */
import { expect, it } from 'vitest';
import { declareCompletionLimits } from './limits/completions.ts';
import { declarePictureLimits } from './limits/pictures.ts';
import { declareVideoLimits, declareVideoOutputs } from './limits/video.ts';
import {
  createRegistry,
  INPUT_LIMITS,
  OUTPUT_LIMITS,
  type InputLimit,
  type OutputLimit,
} from './support/rows.ts';
import { serviceOfFile } from './support/service-of-file.ts';

const service = serviceOfFile();

const inputs = createRegistry<InputLimit>(it);
const outputs = createRegistry<OutputLimit>(it);
declarePictureLimits(inputs.check, () => service);
declareVideoLimits(inputs.check, () => service);
declareCompletionLimits(inputs.check, () => service);
declareVideoOutputs(outputs.check, () => service);

it('every row of Limits has its checks', () => {
  expect(inputs.missing(INPUT_LIMITS, ['accepts', 'refuses'])).toEqual([]);
  expect(outputs.missing(OUTPUT_LIMITS, ['holds'])).toEqual([]);
});
