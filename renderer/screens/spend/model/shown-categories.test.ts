import { expect, it } from 'vitest';
import { CHARGED_CATEGORIES } from '../../../../shared/api/billing.ts';
import { ALL_CATEGORIES, areAllShown, isShown, withCategory } from './shown-categories.ts';

const FURTHER = ['cloud_sandbox', 'rerank'];

it('shows unknown categories until they are switched off', () => {
  expect(isShown(ALL_CATEGORIES, 'cloud_sandbox')).toBe(true);
  const without = withCategory(ALL_CATEGORIES, 'cloud_sandbox', false, FURTHER);
  expect(without).toEqual({ categories: [...CHARGED_CATEGORIES], without: ['cloud_sandbox'] });
  expect(isShown(without, 'cloud_sandbox')).toBe(false);
  expect(isShown(without, 'rerank')).toBe(true);
  expect(areAllShown(without)).toBe(false);
  expect(withCategory(without, 'cloud_sandbox', true, FURTHER)).toEqual(ALL_CATEGORIES);
});

it('keeps unknown categories when a known one is switched off and on', () => {
  const withoutGpu = withCategory(ALL_CATEGORIES, 'gpu', false, FURTHER);
  expect(FURTHER.every((each) => isShown(withoutGpu, each))).toBe(true);
  expect(isShown(withoutGpu, 'gpu')).toBe(false);
  expect(areAllShown(withCategory(withoutGpu, 'gpu', true, FURTHER))).toBe(true);
});

it('shows one category alone', () => {
  const alone = { categories: ['cloud_sandbox'], without: undefined };
  expect(isShown(alone, 'cloud_sandbox')).toBe(true);
  expect(isShown(alone, 'rerank')).toBe(false);
  expect(isShown({ categories: ['llm'], without: undefined }, 'rerank')).toBe(false);
});
