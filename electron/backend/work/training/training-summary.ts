import {
  TRAINING_MARKS,
  TRAINING_STATES,
  type TrainingMark,
  type TrainingState,
} from '../../../../shared/contract/training.ts';
import { hasMark } from './training-conditions.ts';
import type { TrainingStore } from './training-store.ts';

interface TrainingCounts {
  readonly counts: Readonly<Record<TrainingState, number>>;
  readonly marks: Readonly<Record<TrainingMark, number>>;
  readonly removed: number;
  readonly readyBytes: number;
  readonly leftBytes: number;
}

/** Recounts only after changes. */
export function createTrainingCounts(
  store: TrainingStore,
  leastSide: () => number,
): () => TrainingCounts {
  let known:
    | { readonly revision: number; readonly side: number; counts: TrainingCounts }
    | undefined;
  return () => {
    const { revision } = store;
    const side = leastSide();
    if (known?.revision !== revision || known.side !== side) {
      known = { revision, side, counts: countAll(store, side) };
    }
    return known.counts;
  };
}

function countAll({ database }: TrainingStore, leastSide: number): TrainingCounts {
  const conditions = TRAINING_MARKS.map((mark) => hasMark(mark, leastSide));
  const sums = conditions.map(({ sql }, index) => `coalesce(sum(${sql}), 0) AS mark_${index}`);
  const row = database
    .prepare(
      `SELECT ${TRAINING_STATES.map((state) => `coalesce(sum(files.state = '${state}'), 0) AS "${state}"`).join(', ')},
         ${sums.join(', ')},
         coalesce(sum(coalesce(files.sent_length, files.byte_length))
           FILTER (WHERE files.state = 'ready'), 0) AS ready_bytes,
         coalesce(sum(coalesce(files.sent_length, files.byte_length))
           FILTER (WHERE files.state IN ('waiting', 'sending', 'finishing')), 0) AS left_bytes
       FROM training_files AS files WHERE files.removal_id IS NULL`,
    )
    .get(...conditions.flatMap(({ values }) => values));
  const removed = database
    .prepare('SELECT count(*) AS removed FROM training_files WHERE removal_id IS NOT NULL')
    .get();
  const number = (name: string) => Number(row?.[name] ?? 0);
  return {
    counts: Object.fromEntries(
      TRAINING_STATES.map((state) => [state, number(state)]),
    ) as TrainingCounts['counts'],
    marks: Object.fromEntries(
      TRAINING_MARKS.map((mark, index) => [mark, number(`mark_${index}`)]),
    ) as TrainingCounts['marks'],
    removed: Number(removed?.['removed'] ?? 0),
    readyBytes: number('ready_bytes'),
    leftBytes: number('left_bytes'),
  };
}
