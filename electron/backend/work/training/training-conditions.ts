import type {
  TrainingMark,
  TrainingSelection,
  TrainingState,
  TrainingView,
} from '../../../../shared/contract/training.ts';
import { foldCase, foldedSql } from '../../library/fold-case.ts';
import { allOf, listOf, sqlPart, type SqlPart } from '../../library/row-values.ts';
import { MARK_BITS } from './training-rows.ts';

/** Larger ratios of sides are unusual for training. */
const NARROW_RATIO = 2;

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

export function inStates(states: readonly TrainingState[]): SqlPart {
  return sqlPart`files.state IN ${listOf(states)}`;
}

/** @param leastSide pixels, from the settings */
export function hasMark(mark: TrainingMark, leastSide: number): SqlPart {
  const counted = sqlPart`files.state NOT IN ('duplicate', 'skipped')`;
  switch (mark) {
    case 'small':
      return sqlPart`(${counted} AND min(files.width, files.height) < ${leastSide})`;
    case 'narrow':
      return sqlPart`(${counted} AND max(files.width, files.height)
          > ${NARROW_RATIO} * min(files.width, files.height))`;
    case 'near':
      return sqlPart`(${counted} AND EXISTS (SELECT 1 FROM training_files AS liked
            WHERE liked.id = files.like_id AND liked.removal_id IS NULL))`;
    case 'rotated':
    case 'alpha':
    case 'cmyk':
    case 'deep':
    case 'animated':
    case 'camera':
      return sqlPart`(${counted} AND files.marks & ${MARK_BITS[mark]} <> 0)`;
  }
}

export function rowsOfView({ filter, mark, search }: TrainingView, leastSide: number): SqlPart {
  const parts =
    filter === 'removed'
      ? [sqlPart`files.removal_id IS NOT NULL`]
      : [sqlPart`files.removal_id IS NULL`];
  if (filter !== 'removed' && filter !== 'all') parts.push(inStates(FILTERS[filter]));
  if (mark !== undefined) parts.push(hasMark(mark, leastSide));
  const words = foldCase(search.trim());
  if (words !== '') {
    const text = foldedSql(
      sqlPart`files.name || ' ' || files.folder || ' ' || coalesce(files.asset_id, '')`,
    );
    parts.push(sqlPart`instr(${text}, ${words}) > 0`);
  }
  return allOf(parts);
}

/** Removed rows count only if a view names them. */
export function rowsOfSelection(selection: TrainingSelection, leastSide: number): SqlPart {
  if ('view' in selection) return rowsOfView(selection.view, leastSide);
  return sqlPart`files.id IN (SELECT value FROM json_each(${selection.ids}))`;
}

export function orderOf(sort: TrainingView['sort']): SqlPart {
  switch (sort) {
    case 'state':
      return sqlPart`files.rank, files.id`;
    case 'added':
      return sqlPart`files.id DESC`;
    case 'name':
      return sqlPart`files.name COLLATE NOCASE, files.folder COLLATE NOCASE, files.id`;
    case 'size':
      return sqlPart`coalesce(files.sent_length, files.byte_length) DESC, files.id`;
  }
}
