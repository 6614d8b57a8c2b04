import type { SQLInputValue } from 'node:sqlite';
import type {
  TrainingMark,
  TrainingSelection,
  TrainingState,
  TrainingView,
} from '../../../../shared/contract/training.ts';
import { foldCase, foldedSql } from '../../library/fold-case.ts';
import { MARK_BITS } from './training-rows.ts';

export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Larger ratios of sides are unusual for training. */
export const NARROW_RATIO = 2;

const FILTERS: Readonly<
  Record<Exclude<TrainingView['filter'], 'removed'>, readonly TrainingState[]>
> = {
  all: [],
  left: ['checking', 'ready', 'waiting', 'sending', 'finishing'],
  trouble: ['failed', 'unknown', 'convertible'],
  ready: ['ready'],
  duplicate: ['duplicate'],
  skipped: ['skipped'],
  done: ['done'],
};

export function inStates(states: readonly TrainingState[]): string {
  return `files.state IN (${states.map((state) => `'${state}'`).join(', ')})`;
}

/** @param leastSide pixels, from the settings */
export function hasMark(mark: TrainingMark, leastSide: number): Condition {
  const counted = `files.state NOT IN ('duplicate', 'skipped')`;
  switch (mark) {
    case 'small':
      return { sql: `(${counted} AND min(files.width, files.height) < ?)`, values: [leastSide] };
    case 'narrow':
      return {
        sql: `(${counted} AND max(files.width, files.height) > ${NARROW_RATIO} * min(files.width, files.height))`,
        values: [],
      };
    case 'near':
      return {
        sql: `(${counted} AND EXISTS (SELECT 1 FROM training_files AS liked
          WHERE liked.id = files.like_id AND liked.removal_id IS NULL))`,
        values: [],
      };
    case 'rotated':
    case 'alpha':
    case 'cmyk':
    case 'deep':
    case 'animated':
    case 'camera':
      return { sql: `(${counted} AND files.marks & ${MARK_BITS[mark]} <> 0)`, values: [] };
  }
}

export function rowsOfView(view: TrainingView, leastSide: number): Condition {
  const parts: Condition[] = [
    {
      sql: view.filter === 'removed' ? 'files.removal_id IS NOT NULL' : 'files.removal_id IS NULL',
      values: [],
    },
  ];
  if (view.filter !== 'removed' && view.filter !== 'all') {
    parts.push({ sql: inStates(FILTERS[view.filter]), values: [] });
  }
  if (view.mark !== undefined) parts.push(hasMark(view.mark, leastSide));
  const words = foldCase(view.search.trim());
  if (words !== '') {
    const text = foldedSql(
      `files.name || ' ' || files.folder || ' ' || coalesce(files.asset_id, '')`,
    );
    parts.push({ sql: `instr(${text}, ?) > 0`, values: [words] });
  }
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

/** Removed rows count only if a view names them. */
export function rowsOfSelection(selection: TrainingSelection, leastSide: number): Condition {
  if ('view' in selection) return rowsOfView(selection.view, leastSide);
  return {
    sql: 'files.id IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify(selection.ids)],
  };
}

export function orderOf(sort: TrainingView['sort']): string {
  switch (sort) {
    case 'state':
      return 'files.rank, files.id';
    case 'added':
      return 'files.id DESC';
    case 'name':
      return 'files.name COLLATE NOCASE, files.folder COLLATE NOCASE, files.id';
    case 'size':
      return 'coalesce(files.sent_length, files.byte_length) DESC, files.id';
  }
}
