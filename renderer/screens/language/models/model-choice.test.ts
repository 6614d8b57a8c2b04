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

describe('a new conversation', () => {
  it('keeps the model of the one before where the account in use has it', () => {
    expect(modelForNew(offer(), 'small')).toBe('small');
  });

  it('takes the account’s default instead of a model that it lacks', () => {
    expect(modelForNew(offer(), 'of another account')).toBe('large');
    expect(modelForNew(offer(), undefined)).toBe('large');
  });

  it('takes the first one offered where the default is offered no longer', () => {
    expect(modelForNew(offer({ defaultModel: 'gone' }), undefined)).toBe('small');
  });

  it('keeps any model while the list was never read', () => {
    const unread = offer({ refreshedAt: undefined, models: [], defaultModel: undefined });
    expect(modelForNew(unread, 'any')).toBe('any');
    expect(isLacking(unread, 'any')).toBe(false);
    expect(isLacking(undefined, 'any')).toBe(false);
  });
});

describe('a model that the account lacks', () => {
  it('cannot be sent with, in words that name it', () => {
    expect(modelObstacle(offer(), ['small', 'other'])).toBe(
      'This connection does not offer “other”. Select another model.',
    );
    expect(modelObstacle(offer(), ['gone'])).toContain('gone');
    expect(modelObstacle(offer(), ['small', 'large'])).toBeUndefined();
  });

  it('is not confused with no model at all', () => {
    expect(modelObstacle(offer(), [undefined])).toBe('Select a model first.');
    expect(modelObstacle(offer({ isRefreshing: true }), [undefined])).toBeUndefined();
    expect(modelObstacle(undefined, [undefined])).toBeUndefined();
  });
});
