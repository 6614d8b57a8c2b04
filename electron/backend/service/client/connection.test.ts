import { describe, expect, it } from 'vitest';
import {
  chatPathOf,
  endpointOf,
  enteredBaseUrl,
  normaliseBaseUrl,
  normaliseKey,
} from './connection.ts';

const INVALID = expect.objectContaining({ kind: 'invalid-input' }) as object;

describe('normaliseKey', () => {
  it('accepts the key with and without Bearer, white space and quotes', () => {
    const spellings = ['abc-1', ' abc-1\n', 'Bearer abc-1', 'bearer   abc-1', '"abc-1"'];
    const headers = [
      'Authorization: Bearer abc-1',
      "'Authorization: Bearer abc-1'",
      '"Authorization": "Bearer abc-1"',
      '"Bearer abc-1"',
    ];
    for (const spelling of [...spellings, ...headers]) {
      expect(normaliseKey(spelling)).toBe('abc-1');
    }
  });

  it('refuses characters that cannot go into a header', () => {
    for (const key of ['', '  ', 'Bearer ', 'a b', 'a\u0000b', 'a\nb', 'ключ', 'a\u2028b', '🔑']) {
      expect(() => normaliseKey(key)).toThrow(INVALID);
    }
  });
});

describe('normaliseBaseUrl', () => {
  it('S24 accepts https anywhere and plain http to this computer only', () => {
    expect(normaliseBaseUrl('https://api.example.com/')).toBe('https://api.example.com');
    expect(normaliseBaseUrl(' https://example.com/a/b// ')).toBe('https://example.com/a/b');
    expect(normaliseBaseUrl('http://127.0.0.1:8080/')).toBe('http://127.0.0.1:8080');
    expect(normaliseBaseUrl('http://localhost:1/x')).toBe('http://localhost:1/x');
    expect(normaliseBaseUrl('http://[::1]:1')).toBe('http://[::1]:1');
    for (const url of [
      'http://api.example.com',
      'http://127.0.0.1.example.com',
      'http://localhost.example.com',
      'http://10.0.0.1',
      'http://0.0.0.0:1',
    ]) {
      expect(() => normaliseBaseUrl(url), url).toThrow(/must start with https/u);
    }
  });

  it('S24 refuses other schemes, passwords and invalid addresses', () => {
    const schemes = ['file:///etc', 'ftp://a', 'app://gesso'];
    for (const url of [...schemes, 'example.com', '', 'https://u:p@h']) {
      expect(() => normaliseBaseUrl(url), url).toThrow(INVALID);
    }
  });
});

describe('endpointOf', () => {
  const connection = { baseUrl: 'https://api.example.com/base/', key: 'Bearer k1' };
  const gateway = {
    baseUrl: 'https://gateway.example.com/',
    headerName: 'Helicone-Auth',
    headerValue: 'Bearer g1',
    extraHeaders: { 'Helicone-Omit-Request': 'true' } as Readonly<Record<string, string>>,
    scope: 'everything' as const,
  };

  it('S24 accepts no malformed gateway header, and none that belongs to the call itself', () => {
    const endpointBy = (changes: Partial<typeof gateway>) =>
      endpointOf({ ...connection, gateway: { ...gateway, ...changes } }, '/', 'media');
    const withHeader = (headerName: string, headerValue = 'g1') =>
      endpointBy({ headerName, headerValue });
    expect(withHeader(' X-Gateway-Key ').headers['x-gateway-key']).toBe('g1');
    const bad = ['Authorization', 'AUTHORIZATION ', 'host', 'Content-Length', 'Cookie', 'a b', ''];
    for (const name of [...bad, 'a:b', 'ключ', 'x\r\ny']) {
      expect(() => withHeader(name), name).toThrow(INVALID);
    }
    for (const value of ['', ' ', 'a\r\nHost: b', 'ключ']) {
      expect(() => withHeader('X-Key', value), value).toThrow(/value of the header X-Key/u);
    }
    const extraHeaders = { Authorization: 'Bearer other' };
    expect(() => endpointBy({ extraHeaders })).toThrow(/for the call itself/u);
  });
});

describe('chatPathOf', () => {
  const connection = { baseUrl: 'https://api.example.com', key: 'k1' };

  it('returns the usual path unless the connection has another one', () => {
    expect(chatPathOf(connection)).toBe('/v3/chat/completions');
    const chatPath = ' /v3/openai/chat/completions ';
    expect(chatPathOf({ ...connection, chatPath })).toBe('/v3/openai/chat/completions');
  });

  it('returns no path that leads elsewhere', () => {
    const elsewhere = ['//evil.example/x', 'https://evil.example/', '/a/../b', '/a/%2E%2e/b'];
    const odd = ['', '/', 'v3/chat', '/a?b', '/a#b', '/a b', '/a\\b', '/a/'];
    for (const chatPath of [...elsewhere, ...odd]) {
      expect(() => chatPathOf({ ...connection, chatPath }), chatPath).toThrow(/chat path/u);
    }
  });
});

describe('an address that is pasted from elsewhere', () => {
  const BASE = 'https://api.example.com';
  const endings = [
    '',
    '/',
    '/openai',
    '/v3',
    '/v3/openai/v1',
    '/openai/v1/chat/completions',
    '/v3/openai/models',
    '/v1/models?limit=1#list',
    '/v3/openai/completions/',
  ];

  it('loses the path suffixes of calls and of compatible clients', () => {
    for (const ending of endings) {
      expect([ending, enteredBaseUrl(BASE + ending)]).toEqual([ending, BASE]);
      expect(enteredBaseUrl(`api.example.com${ending}`)).toBe(BASE);
      expect(enteredBaseUrl(`https://example.com/tenant${ending}`)).toBe(
        'https://example.com/tenant',
      );
    }
  });

  it('is found in a command, in quotes, or in a setting', () => {
    const pasted = [
      `curl -X POST "${BASE}/v3/openai/chat/completions" -H "Authorization: Bearer x"`,
      `curl ${BASE}/v1/models \\\n  --header 'a: b'`,
      `<${BASE}/openai>`,
      `base_url="${BASE}/openai/v1",`,
      `OPENAI_BASE_URL=${BASE}/v1`,
      '"api.example.com/v1"',
      `  ${BASE}:443/v3  `,
    ];
    for (const text of pasted) expect([text, enteredBaseUrl(text)]).toEqual([text, BASE]);
  });

  it('keeps every other path, and the security rules', () => {
    for (const url of ['https://example.com/v3x', 'https://example.com/my/models-of-mine'])
      expect(enteredBaseUrl(url)).toBe(url);
    expect(enteredBaseUrl('http://127.0.0.1:8080/v1')).toBe('http://127.0.0.1:8080');
    for (const text of [
      'nonsense',
      'http://api.example.com/v1',
      'ftp://api.example.com',
      'a b',
      '',
    ])
      expect(() => enteredBaseUrl(text)).toThrow();
  });
});
