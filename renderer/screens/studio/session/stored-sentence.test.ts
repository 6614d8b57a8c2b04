import { describe, expect, it } from 'vitest';
import { storedSentence } from './stored-sentence.ts';

describe('the message after a start', () => {
  const started = (calls: number, saved: number, isPaid = true) =>
    storedSentence(
      {
        jobIds: Array.from({ length: calls }, (_, index) => `job ${index}`),
        stored: Array.from({ length: saved }, (_, index) => ({
          jobId: `job ${index}`,
          fromJobId: `old ${index}`,
        })),
      },
      isPaid,
    );

  it('names saved results that replaced calls', () => {
    expect(started(1, 1)).toBe('Used the saved result. Nothing was sent or charged.');
    expect(started(2, 2)).toBe('Used saved results. Nothing was sent or charged.');
    expect(started(5, 2)).toBe('Used 2 saved results and sent 3 calls.');
    expect(started(2, 1)).toBe('Used 1 saved result and sent 1 call.');
  });

  it('mentions no money in practice', () => {
    expect(started(2, 2, false)).toBe('Used saved results. Nothing was sent.');
  });
});
