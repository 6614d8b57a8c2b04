import { describe, expect, it } from 'vitest';
import { readLink } from './link-target.ts';

describe('S15 a link of an answer', () => {
  it.each([
    'http://example.com/',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'smb://host/share',
    'ms-msdt:/id',
    'vbscript:x',
    'blob:https://example.com/1',
    '//example.com',
    '/media/files/1',
    'mailto:nobody',
    'mailto:a@b.c,d%20@e.f%00 x',
    '',
    `https://example.com/${'x'.repeat(3000)}`,
  ])('is never opened: %j', (href) => {
    expect(readLink(href)).toBeUndefined();
  });

  it('names the host that is actually opened', () => {
    const href = 'https://example.com:8443/a?b#c';
    const web = { kind: 'web', href, host: 'example.com:8443', warnings: [] };
    expect(readLink(href, 'here')).toEqual(web);
    const cyrillic = { host: 'xn--ggle-55da.com', warnings: ['name'] };
    expect(readLink('https://gооgle.com/')).toMatchObject(cyrillic);
    const evil = { href: 'https://evil.net/login', host: 'evil.net', warnings: ['user'] };
    expect(readLink('https://bank.com@evil.net/login')).toEqual({ kind: 'web', ...evil });
    const other = { host: 'evil.net', warnings: ['text'] };
    expect(readLink('https://evil.net/', 'https://www.bank.com/login')).toMatchObject(other);
    expect(readLink('https://www.bank.com/', 'bank.com')).toMatchObject({ warnings: [] });
    expect(readLink('https://e\u200bvil.net/', 'a\u202Eb')).toMatchObject({
      warnings: expect.arrayContaining(['hidden']),
    });
  });

  it('of mail keeps only the address', () => {
    expect(readLink('mailto:a@example.com?bcc=all@evil.net&body=x')).toEqual({
      kind: 'mail',
      href: 'mailto:a@example.com',
      host: 'a@example.com',
      warnings: [],
    });
  });
});
