import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCost,
  formatDuration,
  formatMegapixels,
  formatRoughly,
  formatZoom,
} from './format.ts';

describe('numbers with units', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [3_392_774, '3.4 MB'],
    [28_000_000, '28 MB'],
    [1_500_000_000, '1.5 GB'],
  ])('%d bytes is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [0, '0.0 s'],
    [840, '0.8 s'],
    [12_400, '12 s'],
    [125_000, '2 min 5 s'],
  ])('%d milliseconds is %s', (milliseconds, text) =>
    expect(formatDuration(milliseconds)).toBe(text),
  );

  it('counts megapixels with a decimal only while they are few', () => {
    expect(formatMegapixels(640, 480)).toBe('0.3 MP');
    expect(formatMegapixels(6000, 4000)).toBe('24 MP');
  });

  it.each([
    [0, '$0.00'],
    [500, '$0.05'],
    [45, '$0.0045'],
    [12_000, '$1.20'],
  ])('%d ten-thousandths of a dollar is %s', (cost, text) => expect(formatCost(cost)).toBe(text));

  it.each([
    [4000, 'a few seconds'],
    [25_000, 'about half a minute'],
    [61_000, 'about 1 minute'],
    [720_000, 'about 12 minutes'],
    [7_800_000, 'about 2 h 10 min'],
  ])('about %d milliseconds is %s', (milliseconds, text) =>
    expect(formatRoughly(milliseconds)).toBe(text),
  );

  it('shows small zooms with a decimal', () => {
    expect(formatZoom(1)).toBe('100 %');
    expect(formatZoom(0.083)).toBe('8.3 %');
  });
});
