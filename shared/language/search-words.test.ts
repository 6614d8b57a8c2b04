import { describe, expect, it } from 'vitest';
import { findMarks, indexedWords, matchQuery } from './search-words.ts';

function marked(text: string, query: string): readonly string[] {
  return findMarks(text, query).map(([start, end]) => text.slice(start, end));
}

describe('search words', () => {
  it('are split into pairs when a script has no spaces', () => {
    expect(indexedWords('plain text')).toBeNull();
    expect(indexedWords('itgc数据库')?.trim().split(/\s+/u)).toEqual([
      'itgc',
      '数据',
      '据库',
      '库',
    ]);
    expect(matchQuery('数据库')).toBe('"数据 据库"');
    expect(matchQuery('库')).toBe('"库"*');
  });

  it('are never commands of the index', () => {
    expect(matchQuery('don’t NEAR( foo"bar *')).toBe('"don’t" AND "NEAR(" AND "foo""bar"*');
    expect(matchQuery('* "')).toBeUndefined();
    expect(matchQuery('  ')).toBeUndefined();
  });

  it('are highlighted in the text itself, in any case and with any accents', () => {
    expect(marked('A naïve Idea', 'NAIVE id')).toEqual(['naïve', 'Id']);
    expect(marked('one on bone', 'on x')).toEqual(['on']);
    expect(marked("I don't know", "don't")).toEqual(["don't"]);
    expect(marked('用数据库存数据', '数据')).toEqual(['数据', '数据']);
    expect(marked('😀 cafe\u0301 b', 'café')).toEqual(['cafe\u0301']);
    expect(marked('a-b a b', 'a-b')).toEqual(['a-b', 'a b']);
  });
});
