import { describe, expect, it } from 'vitest';
import { ageProblems } from './electron-age.ts';

const TIMES = {
  created: '2020-01-01T00:00:00.000Z',
  '44.0.0': '2026-06-01T00:00:00.000Z',
  '45.4.1': '2026-10-01T00:00:00.000Z',
  '45.4.2': '2026-11-01T00:00:00.000Z',
  '46.0.0-beta.3': '2026-11-10T00:00:00.000Z',
  '47.0.0': '2026-11-20T00:00:00.000Z',
};
const on = (day: string) => new Date(`${day}T00:00:00.000Z`);

describe('S33 the age of Electron', () => {
  it('S33 is accepted while no patch has waited for a month, and the major is supported', () => {
    expect(ageProblems('45.4.1', TIMES, on('2026-11-20'))).toEqual([]);
    expect(ageProblems('45.4.2', TIMES, on('2027-11-20'))).toEqual([]);
  });

  it('S33 is refused when a patch has waited for longer', () => {
    expect(ageProblems('45.4.1', TIMES, on('2026-12-02'))).toEqual([
      '45.4.2 has been out for more than 30 days.',
    ]);
  });

  it('S33 is refused when its major no longer gets fixes', () => {
    expect(ageProblems('44.0.0', TIMES, on('2026-11-21'))).toEqual([
      'Version 47 is out: 44 no longer gets fixes.',
    ]);
    expect(ageProblems('1.0.0', TIMES, on('2026-11-21'))).toHaveLength(1);
  });
});
