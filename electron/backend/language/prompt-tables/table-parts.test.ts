import { expect, it } from 'vitest';
import { tableParts } from './table-parts.ts';

const TEXT = '\uFEFFtitle;colour\r\nÄpfel 🍏;grün\r\n';

it('reads UTF-16 in both byte orders', () => {
  const little = Buffer.from(TEXT, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    const parts = tableParts(new Uint8Array(bytes));
    expect(parts.next().value).toEqual([['Äpfel 🍏', 'grün']]);
    expect(parts.next().value).toMatchObject({ columns: ['title', 'colour'] });
  }
});
