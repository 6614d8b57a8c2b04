import { describe, expect, it } from 'vitest';
import type { KeptModel } from '../../../../shared/contract/models.ts';
import { isLacking, modelForNew, type Offer } from './model-choice.ts';

const model = (id: string, isOffered = true) => ({ id, isOffered }) as KeptModel;
const offer = (changes: Partial<Offer> = {}): Offer => ({
  models: [model('small'), model('large'), model('gone', false)],
  defaultModel: 'large',
  refreshedAt: 1,
  isRefreshing: false,
  ...changes,
});

describe('the model of a new conversation', () => {
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
