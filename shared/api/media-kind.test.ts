import { describe, expect, it } from 'vitest';
import { MEDIA_KINDS, MEDIA_TYPES, mediaKindOfName, sniffMediaKind } from './media-kind.ts';

const HEADS = {
  png: '89504e470d0a1a0a0000000d',
  webp: '52494646aabbccdd57454250',
  jpeg: 'ffd8ffe000104a4649460001',
  gif: '474946383961010001000000',
  mp4: '000000206674797069736f6d',
  webm: '1a45dfa39f4286810142f781',
} as const;

describe('the kind of a file', () => {
  it('is detected by its first bytes', () => {
    for (const kind of MEDIA_KINDS) {
      expect(sniffMediaKind(Buffer.from(HEADS[kind], 'hex')), kind).toBe(kind);
    }
    expect(sniffMediaKind(Buffer.from('GIF87a'))).toBe('gif');
  });

  it('is unknown for a page, a refusal, another kind, and a short beginning', () => {
    const others = ['<html>', '<?xml version="1.0"?><Error>', '', 'RIFF0000WAVE', 'GIF80a', 'ftyp'];
    for (const text of others) expect(sniffMediaKind(Buffer.from(text)), text).toBeUndefined();
    for (const kind of MEDIA_KINDS) {
      expect(sniffMediaKind(Buffer.from(HEADS[kind], 'hex').subarray(0, 2))).toBeUndefined();
    }
  });

  it('is guessed from names in any spelling', () => {
    const names = ['mp4', '.MP4', 'video/mp4', 'https://h/a/b.Mp4', 'image/jpg', 'JPEG', 'a.webm'];
    expect(names.map(mediaKindOfName)).toEqual([
      'mp4',
      'mp4',
      'mp4',
      'mp4',
      'jpeg',
      'jpeg',
      'webm',
    ]);
    for (const name of [undefined, '', 'mov', 'png?', 'image/']) {
      expect(mediaKindOfName(name)).toBeUndefined();
    }
    for (const kind of MEDIA_KINDS) expect(mediaKindOfName(MEDIA_TYPES[kind])).toBe(kind);
  });
});
