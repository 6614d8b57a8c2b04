import { expect, it } from 'vitest';
import {
  TRAINING_STATES,
  type TrainingState,
  type TrainingSummary,
} from '../../../../shared/contract/training.ts';
import { notUploaded } from './words.ts';

it('the list of files that were not uploaded is offered for each state that it names', () => {
  const none = Object.fromEntries(TRAINING_STATES.map((state) => [state, 0]));
  const with1 = (state: TrainingState) =>
    notUploaded({ ...none, [state]: 1 } as TrainingSummary['counts']);
  expect(TRAINING_STATES.filter((state) => with1(state) === 1).toSorted()).toEqual([
    'convertible',
    'duplicate',
    'failed',
    'skipped',
    'unknown',
  ]);
});
