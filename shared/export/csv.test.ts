import { describe, expect, it } from 'vitest';
import { csvLine, guarded, guardedUnlessNumber } from './csv.ts';

describe('a cell of a CSV file', () => {
  it('is text when a spreadsheet would read it as a formula', () => {
    const signs = ['=1+1', '+a', '-1+2', '@x', '＝1+1', ' ＋a', '－a', '＠x'];
    const blanks = ['\t=1', '\r=1', '\n=1', '\nx', ' =1', '\u00a0=1', '\u200b=1', '\u202e=1'];
    for (const text of [...signs, ...blanks]) expect(guarded(text), text).toBe(`'${text}`);
    for (const text of ['a=1', '1-2', ' a', '', 'a\n=1']) expect(guarded(text)).toBe(text);
  });

  it('stays a number when it is one', () => {
    for (const number of ['-1.5', '+1', '7']) expect(guardedUnlessNumber(number)).toBe(number);
    expect(['-1+2', '-'].map(guardedUnlessNumber)).toEqual(["'-1+2", "'-"]);
  });

  it('uses decimal commas and semicolons on request, and keeps texts and dates', () => {
    expect(csvLine(['1.5', -2.25, '1.2.3', 'v1.5', 'a;b', 'a,b', '12'], 'semicolon')).toBe(
      '1,5;-2,25;1.2.3;v1.5;"a;b";a,b;12\r\n',
    );
  });

  it('is quoted when it contains a comma, a quote or a line break', () => {
    expect(csvLine(['a,b', 'a"b', 'a\nb', 7, ''], 'comma')).toBe('"a,b","a""b","a\nb",7,\r\n');
  });
});
