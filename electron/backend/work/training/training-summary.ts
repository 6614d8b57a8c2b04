import {
  TRAINING_MARKS,
  TRAINING_STATES,
  type TrainingMark,
  type TrainingState,
} from '../../../../shared/contract/training.ts';
import { joinSql, sqlPart } from '../../library/row-values.ts';
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

function countAll({ sql }: TrainingStore, leastSide: number): TrainingCounts {
  const conditions = [
    ...TRAINING_STATES.map((state) => sqlPart`files.state = ${state}`),
    ...TRAINING_MARKS.map((mark) => hasMark(mark, leastSide)),
  ];
  const sums = conditions.map((condition) => sqlPart`coalesce(sum(${condition}), 0)`);
  const row = sql.get`SELECT json_array(${joinSql(sums, ', ')}) AS sums,
    coalesce(sum(coalesce(files.sent_length, files.byte_length))
      FILTER (WHERE files.state = 'ready'), 0) AS ready_bytes,
    coalesce(sum(coalesce(files.sent_length, files.byte_length))
      FILTER (WHERE files.state IN ('waiting', 'sending', 'finishing')), 0) AS left_bytes
    FROM training_files AS files WHERE files.removal_id IS NULL`;
  const found = JSON.parse(String(row?.['sums'])) as readonly number[];
  const named = <Name extends string>(names: readonly Name[], from: number) =>
    Object.fromEntries(names.map((name, index) => [name, found[from + index] ?? 0])) as Record<
      Name,
      number
    >;
  return {
    counts: named(TRAINING_STATES, 0),
    marks: named(TRAINING_MARKS, TRAINING_STATES.length),
    removed: Number(sql.value`SELECT count(*) FROM training_files WHERE removal_id IS NOT NULL`),
    readyBytes: Number(row?.['ready_bytes']),
    leftBytes: Number(row?.['left_bytes']),
  };
}
