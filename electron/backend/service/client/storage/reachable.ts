/** Answers may name this computer, a router, or a cloud's metadata service. */
import { lookup as lookupOfSystem } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { isLoopbackHost } from '../connection.ts';

export interface Reach {
  /** For practice and other local services. */
  readonly loopback: boolean;
  /** For a service inside a private network. */
  readonly privateNetworks: boolean;
}

/** Address ranges (IANA special-purpose registries; RFC 1918, 3927, 4193, 4291, 6598). */
type AddressKind = 'public' | 'loopback' | 'private' | 'closed';

const LOOPBACK = blockListOf(['127.0.0.0/8', '::1/128']);
const PRIVATE = blockListOf(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']);
/** Link-local (metadata services), carrier-grade NAT, broadcast, unspecified. Never allowed. */
const CLOSED = blockListOf([
  '0.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

/** Allows as much as the service itself needs, and no more. */
export function reachOf(baseUrl: string): Reach {
  const { hostname } = new URL(baseUrl);
  const loopback = isLoopbackHost(hostname);
  return { loopback, privateNetworks: addressKind(bare(hostname)) === 'private' };
}

/** Checks without DNS. @throws AppError `bad-answer` */
export function requireReachable(url: URL, reach: Reach): void {
  const host = bare(url.hostname);
  const isOwn = isLoopbackHost(host) || /\.localhost\.?$/iu.test(host);
  // SECURITY: S24 results come over TLS, from outside this computer's network.
  const isScheme = url.protocol === 'https:' || (url.protocol === 'http:' && isOwn);
  if (!isScheme || url.username !== '' || url.password !== '') throw notFetched(url.protocol);
  if (isOwn && !reach.loopback) throw notFetched('this computer');
  if (isIP(host) !== 0 && !isOpen(host, reach)) throw notFetched(host);
}

/** The checked address is the one that is connected to. */
export function createGuardedLookup(
  reach: Reach,
  lookup: LookupFunction = lookupOfSystem,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const all = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      // SECURITY: S24 one closed address among open ones is an attack too.
      const closed = all.find(({ address }) => !isOpen(address, reach));
      const [first] = all;
      if (closed !== undefined || first === undefined) {
        callback(notFetched(closed?.address ?? hostname), []);
      } else if (options.all === true) callback(null, all);
      else callback(null, first.address, first.family);
    });
  };
}

function isOpen(address: string, reach: Reach): boolean {
  switch (addressKind(address)) {
    case 'public':
      return true;
    case 'loopback':
      return reach.loopback;
    case 'private':
      return reach.privateNetworks;
    case 'closed':
      return false;
  }
}

/** @param address IPv4 or IPv6 without brackets; anything else counts as a public name */
export function addressKind(address: string): AddressKind {
  const family = isIP(address);
  if (family === 0) return 'public';
  const embedded = family === 6 ? embeddedIpv4(address) : undefined;
  if (embedded !== undefined) return addressKind(embedded);
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const plain = address.split('%')[0] ?? '';
  if (LOOPBACK.check(plain, type)) return 'loopback';
  if (PRIVATE.check(plain, type)) return 'private';
  return CLOSED.check(plain, type) ? 'closed' : 'public';
}

/** Extracts the IPv4 address of `::ffff:a.b.c.d` and `64:ff9b::a.b.c.d` in any spelling. */
function embeddedIpv4(address: string): string | undefined {
  // The URL parser normalises every spelling: `[::ffff:7f00:1]`.
  const host = bare(new URL(`http://[${address.split('%')[0] ?? ''}]`).hostname);
  const parts = /^(?:::ffff|64:ff9b:):(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/u.exec(host);
  if (parts === null) return undefined;
  const high = Number.parseInt(parts[1] ?? '0', 16);
  const low = Number.parseInt(parts[2] ?? '0', 16);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/u, '$1');
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

function notFetched(where: string): AppError {
  return new AppError(
    'bad-answer',
    'The service gave an unsafe file address: it is not public or not secure. Check the service address, or report it to the service.',
    { action: 'open-settings', details: { request: 'not sent', address: where } },
  );
}
