import { describe, expect, it } from 'vitest';
import { orderOffers } from './ErrorNotice.tsx';

const offer = (label: string) => ({ label, run: () => undefined });
const again = offer('Run again (1 call, $0.02)');
const look = offer('Check again (free)');
const save = offer('Save the answer');

const labels = (...args: Parameters<typeof orderOffers>) =>
  orderOffers(...args).map(({ label }) => label);

describe('the buttons of an error notice', () => {
  it('offer free actions before a call', () => {
    expect(labels({}, {}, [look, save], again)).toEqual([look.label, save.label, again.label]);
  });

  it('offer “Try again” after free actions, and other actions before it', () => {
    const all = { retry: again.run, 'open-settings': again.run };
    expect(labels({ action: 'retry' }, all, [look], again)).toEqual([
      look.label,
      'Try again',
      again.label,
    ]);
    expect(labels({ action: 'open-settings' }, all, [look], again)).toEqual([
      'Open Settings',
      look.label,
      again.label,
    ]);
  });

  it('omit actions that are not available there', () => {
    expect(labels({ action: 'retry' }, {}, [], undefined)).toEqual([]);
    expect(labels({ action: 'retry' }, { retry: undefined }, [], again)).toEqual([again.label]);
  });
});
