import { describe, expect, it } from 'vitest';
import type { KeptModel } from '../../../../shared/contract/models.ts';
import { isLacking, modelForNew, modelObstacle, type Offer } from './model-choice.ts';

const model = (id: string, isOffered = true) => ({ id, isOffered }) as KeptModel;
const offer = (changes: Partial<Offer> = {}): Offer => ({
  models: [model('small'), model('large'), model('gone', false)],
  defaultModel: 'large',
  refreshedAt: 1,
  isRefreshing: false,
  ...changes,
});

describe('the model of a new conversation', () => {
  it('stays the previous one when the active account has it', () => {
    expect(modelForNew(offer(), 'small')).toBe('small');
  });

  it('is the account’s default when it lacks the previous one', () => {
    expect(modelForNew(offer(), 'of another account')).toBe('large');
    expect(modelForNew(offer(), undefined)).toBe('large');
  });

  it('is the first offered when the default is no longer offered', () => {
    expect(modelForNew(offer({ defaultModel: 'gone' }), undefined)).toBe('small');
  });

  it('stays any model while the list was never read', () => {
    const unread = offer({ refreshedAt: undefined, models: [], defaultModel: undefined });
    expect(modelForNew(unread, 'any')).toBe('any');
    expect(isLacking(unread, 'any')).toBe(false);
    expect(isLacking(undefined, 'any')).toBe(false);
  });
});

describe('a model that the account lacks', () => {
  it('cannot be used for sending, in a message that names it', () => {
    expect(modelObstacle(offer(), ['small', 'other'])).toBe(
      'This connection does not offer “other”. Select another model.',
    );
    expect(modelObstacle(offer(), ['gone'])).toContain('gone');
    expect(modelObstacle(offer(), ['small', 'large'])).toBeUndefined();
  });

  it('is not confused with no model', () => {
    expect(modelObstacle(offer(), [undefined])).toBe('Select a model first.');
    expect(modelObstacle(offer({ isRefreshing: true }), [undefined])).toBeUndefined();
    expect(modelObstacle(undefined, [undefined])).toBeUndefined();
  });
});
