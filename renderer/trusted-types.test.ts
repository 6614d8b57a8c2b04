import { describe, expect, it } from 'vitest';
import { allowOwnScript, allowText } from './trusted-types.ts';

describe('S46 the Trusted Types policy of the page', () => {
  it('lets text through, and no markup', () => {
    expect(allowText('')).toBe('');
    expect(allowText(':root { --a: 1px }')).toBe(':root { --a: 1px }');
    for (const text of ['<b>', '<img src=x onerror=alert(1)>', 'a < b']) {
      expect(() => allowText(text)).toThrow(TypeError);
    }
  });

  it('starts the scripts of the build, and no others', () => {
    const page = 'app://gesso/';
    const own = 'app://gesso/assets/decode.worker-Ab_1-2.js';
    expect(allowOwnScript(own, page)).toBe(own);
    expect(allowOwnScript('/assets/a.js', 'http://127.0.0.1:1/?token=a')).toBe('/assets/a.js');
    for (const address of [
      'https://evil.net/assets/a.js',
      'data:text/javascript,1',
      'blob:app://gesso/1',
      '/media/files/1',
      '/assets/../media/a.js',
      '/assets/a.js/b',
    ]) {
      expect(() => allowOwnScript(address, page), address).toThrow(TypeError);
    }
  });
});
