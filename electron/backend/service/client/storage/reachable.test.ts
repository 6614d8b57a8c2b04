import { isIP, type LookupFunction } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKind, createGuardedLookup, reachOf, requireReachable } from './reachable.ts';

const PUBLIC = reachOf('https://api.example.com/v1');
const LOCAL = reachOf('http://127.0.0.1:4600');
const OFFICE = reachOf('https://10.1.2.3/service');

describe('a network address', () => {
  it('S24 is recognised in every notation', () => {
    const kinds = {
      public: ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '198.18.0.1'],
      loopback: ['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
      private: ['10.0.0.1', '172.16.5.5', '192.168.1.1', 'fd00::1', '64:ff9b::10.0.0.1'],
      closed: [
        '169.254.169.254',
        '::ffff:169.254.169.254',
        '0.0.0.0',
        '::',
        '::127.0.0.1',
        '::ffff:0:127.0.0.1',
        '100.64.0.1',
        '224.0.0.1',
        '255.255.255.255',
        'fe80::1',
        'fe80::1%eth0',
        'ff02::1',
        '2002:7f00:1::',
        '2001:0:1::',
      ],
    } as const;
    for (const [kind, addresses] of Object.entries(kinds)) {
      for (const address of addresses) expect(addressKind(address), address).toBe(kind);
    }
  });

  it('S24 is open only as far as the service itself', () => {
    expect(PUBLIC).toEqual({ loopback: false, privateNetworks: false });
    expect(LOCAL).toEqual({ loopback: true, privateNetworks: false });
    expect(reachOf('http://localhost:1')).toEqual(LOCAL);
    expect(reachOf('http://[::1]:1')).toEqual(LOCAL);
    expect(OFFICE).toEqual({ loopback: false, privateNetworks: true });
  });
});

describe('an address before its name is resolved', () => {
  const allows = (url: string, reach = PUBLIC) => {
    try {
      requireReachable(new URL(url), reach);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ kind: 'bad-answer', details: { request: 'not sent' } });
      return false;
    }
  };

  it('S24 may be https to a public name and nothing else', () => {
    expect(allows('https://cdn.example.com/v.mp4?x=1')).toBe(true);
    for (const url of [
      'http://cdn.example.com/v.mp4',
      'file:///etc/passwd',
      'ftp://cdn.example.com/',
      'data:video/mp4;base64,AAAA',
      'https://user:word@cdn.example.com/',
      'https://127.0.0.1/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://localhost/',
      'https://LOCALHOST./',
      'https://a.localhost/',
      'https://[::1]/',
      'https://[::ffff:169.254.169.254]/',
      'https://169.254.169.254/latest/meta-data',
      'https://192.168.0.1/',
      'http://127.0.0.1/',
    ]) {
      expect(allows(url), url).toBe(false);
    }
  });

  it('S24 may be local for a local service, even over plain http, but no router', () => {
    for (const url of ['http://127.0.0.1:1/a', 'https://localhost/a', 'https://cdn.example/a']) {
      expect(allows(url, LOCAL), url).toBe(true);
    }
    for (const url of ['http://192.168.0.1/', 'https://192.168.0.1/', 'http://cdn.example/a']) {
      expect(allows(url, LOCAL), url).toBe(false);
    }
    expect(allows('https://10.9.9.9/a', OFFICE)).toBe(true);
    expect(allows('http://10.9.9.9/a', OFFICE)).toBe(false);
    expect(allows('https://127.0.0.1/a', OFFICE)).toBe(false);
  });
});

describe('resolving a name', () => {
  const resolve = (addresses: readonly string[], all: boolean, reach = PUBLIC) => {
    const system: LookupFunction = (_name, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    return new Promise((resolve) => {
      createGuardedLookup(reach, system)('name.example', { all }, (error, address) =>
        resolve(error ?? address),
      );
    });
  };

  it('S24 returns the addresses that were checked', async () => {
    expect(await resolve(['8.8.8.8', '2606:4700::1'], true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    expect(await resolve(['8.8.8.8'], false)).toBe('8.8.8.8');
    expect(await resolve(['127.0.0.1'], false, LOCAL)).toBe('127.0.0.1');
  });

  it('S24 refuses a name when one of its addresses is private', async () => {
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:127.0.0.1'], []]) {
      for (const all of [true, false]) {
        expect(await resolve(addresses, all)).toMatchObject({ kind: 'bad-answer' });
      }
    }
    expect(await resolve(['169.254.169.254'], true, LOCAL)).toMatchObject({ kind: 'bad-answer' });
  });

  it('S24 never lets a private IPv4 address through in IPv6 form', () => {
    const part = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(part, part, part, fc.constantFrom('::ffff:', '64:ff9b::'), (b, c, d, dress) => {
        for (const address of [`10.${b}.${c}.${d}`, `127.${b}.${c}.${d}`, `169.254.${c}.${d}`]) {
          expect(addressKind(dress + address)).toBe(addressKind(address));
          expect(addressKind(dress + address)).not.toBe('public');
        }
      }),
    );
  });
});
