import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { textOfPng, withPngText } from './png-text.ts';

async function picture(): Promise<Uint8Array> {
  const create = { width: 9, height: 7, channels: 3 as const, background: '#336699' };
  return new Uint8Array(await sharp({ create }).png().toBuffer());
}

describe('text in a PNG file', () => {
  it('survives a round trip in any language, and the picture stays valid', async () => {
    const text = '{"motion":127,"name":"Käthe 桜 \\u0000"}';
    const png = withPngText(await picture(), 'Gesso', text);
    expect(textOfPng(png, 'Gesso')).toBe(text);
    const { width, height, comments } = await sharp(png).metadata();
    expect({ width, height }).toEqual({ width: 9, height: 7 });
    expect(comments).toEqual([expect.objectContaining({ keyword: 'Gesso' })]);
    const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([0x33, 0x66, 0x99]);
  });

  it('has the checksum that the format requires', async () => {
    const png = withPngText(await picture(), 'Gesso', 'x');
    const at = Buffer.from(png).indexOf('iTXt');
    const length = Buffer.from(png).readUInt32BE(at - 4);
    const chunk = png.subarray(at, at + 4 + length);
    expect(Buffer.from(png).readUInt32BE(at + 4 + length)).toBe(crc32(chunk));
  });

  it('is missing under another key, in other files and in damaged ones', async () => {
    const png = withPngText(await picture(), 'Gesso', 'x');
    expect(textOfPng(png, 'Gess')).toBeUndefined();
    expect(textOfPng(await picture(), 'Gesso')).toBeUndefined();
    expect(textOfPng(new Uint8Array(30), 'Gesso')).toBeUndefined();
    expect(textOfPng(png.subarray(0, 40), 'Gesso')).toBeUndefined();
    expect(() => withPngText(new Uint8Array(30), 'Gesso', 'x')).toThrow('PNG');
  });
});
