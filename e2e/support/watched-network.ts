/**
 * The whole program in a network of its own, whose only way out is watched: `unshare` starts this file, which
 * makes that network, runs the program in it, and says at its end what was asked of the outside.
 *
 * Names go to a server here, which writes them down and answers with an address outside; everything else goes
 * to a device that leads nowhere and counts. The window is driven from outside through a socket in the file
 * system, as this network cannot be entered.
 *
 * Its arguments: a folder of its own, and the browser. The end of its input ends it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** Traffic to the outside. */
export interface Asked {
  readonly names: readonly string[];
  /** Packets on the way out. */
  readonly packets: number;
  /** Outside addresses of sockets, connected or not, as the kernel writes them. */
  readonly addresses: readonly string[];
}

const PROJECT = resolve(import.meta.dirname, '../..');
/** Gateways in the address ranges for documentation (RFC 5737, RFC 3849). */
const GATEWAY = '192.0.2.1';
const GATEWAY_6 = '2001:db8::1';
/** The answer for every name. */
const OUTSIDE = [203, 0, 113, 7];
const [folder = '', browser = ''] = process.argv.slice(2);

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Creates a device that leads nowhere as the only way out, without the kernel's own packets. */
function makeNetwork(): void {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'out', 'type', 'veth', 'peer', 'name', 'nowhere');
  for (const name of ['out', 'nowhere']) ip('link', 'set', name, 'addrgenmode', 'none');
  ip('address', 'add', '192.0.2.2/24', 'dev', 'out');
  ip('-6', 'address', 'add', '2001:db8::2/64', 'dev', 'out', 'nodad');
  for (const name of ['nowhere', 'out']) ip('link', 'set', name, 'up');
  for (const gateway of [GATEWAY, GATEWAY_6]) {
    ip('neighbour', 'replace', gateway, 'lladdr', '02:00:00:00:00:01', 'dev', 'out');
    ip('route', 'add', 'default', 'via', gateway, 'dev', 'out');
  }
  const resolver = join(folder, 'resolv.conf');
  writeFileSync(resolver, 'nameserver 127.0.0.1\n');
  execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf']);
}

/** Counts outgoing packets, except those with which the kernel joins IPv6 groups (RFC 3810). */
function packetsOut(): number {
  const line = readFileSync('/proc/net/dev', 'utf8')
    .split('\n')
    .find((each) => each.trim().startsWith('out:'));
  // after the name: eight numbers of received data, then sent bytes and packets
  const all = Number(line?.trim().split(/\s+/u)[10]);
  const joins = /^Icmp6OutMLDv2Reports\s+(\d+)$/mu.exec(
    readFileSync('/proc/net/dev_snmp6/out', 'utf8'),
  );
  return all - Number(joins?.[1]);
}

const names: string[] = [];

/** Records names, and resolves them to an outside address. */
function serveNames(): Promise<void> {
  const server = createSocket('udp4');
  server.on('message', (question, from) => {
    let at = 12;
    const labels: string[] = [];
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    names.push(labels.join('.'));
    const isAddress = question.readUInt16BE(at + 1) === 1;
    const answer = Buffer.concat([
      question.subarray(0, at + 5),
      isAddress ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...OUTSIDE]) : Buffer.of(),
    ]);
    answer.writeUInt16BE(0x8180, 2);
    for (const [index, count] of [1, Number(isAddress), 0, 0].entries())
      answer.writeUInt16BE(count, 4 + 2 * index);
    server.send(answer, from.port, from.address);
  });
  return new Promise((done) => server.bind(53, '127.0.0.1', done));
}

/**
 * Chromium connects a UDP socket to 2001:4860:4860::8888, which sends nothing, to learn whether there
 * is a route for IPv6 (`net/dns/host_resolver_manager.cc`). Packets are counted all the same.
 */
const ROUTE_CHECK = 'udp6 60480120000060480000000088880000:01BB';

const addresses = new Set<string>();

/** Records the remote addresses of all sockets, which are hexadecimal words. */
function lookAtSockets(): void {
  for (const kind of ['tcp', 'tcp6', 'udp', 'udp6']) {
    for (const line of readFileSync(`/proc/net/${kind}`, 'utf8').split('\n').slice(1)) {
      const [, , other = ''] = line.trim().split(/\s+/u);
      const isInside = /^0+:|^0{24}01000000:|^[0-9A-F]{6}7F:|^0{16}FFFF0000[0-9A-F]{6}7F:/u;
      const address = `${kind} ${other}`;
      if (other !== '' && !isInside.test(other) && address !== ROUTE_CHECK) addresses.add(address);
    }
  }
}

/** The window's debugging port. @throws Error before the browser has started */
function debuggingPort(): number {
  return Number.parseInt(readFileSync(join(data, 'browser/DevToolsActivePort'), 'utf8'), 10);
}

/** True once the window shows its page. A client that connects earlier may get no events of the page. */
async function isPageShown(): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${debuggingPort()}/json`);
    const targets = (await answer.json()) as readonly { readonly title: string }[];
    return targets.some(({ title }) => title === 'Gesso');
  } catch {
    return false; // it has not started yet
  }
}

/** Forwards the window's debugging port through a socket in the file system. */
function passOn(): Promise<void> {
  const server = createServer((outer) => {
    const inner = connect(debuggingPort(), '127.0.0.1');
    outer.pipe(inner).pipe(outer);
    for (const end of [outer, inner]) {
      end.on('error', () => {
        outer.destroy();
        inner.destroy();
      });
    }
  });
  return new Promise((done) => server.listen(join(folder, 'window.sock'), done));
}

makeNetwork();
await serveNames();
const before = packetsOut();
const home = join(folder, 'home');
const data = join(home, '.local/share/gesso-browser');
await passOn();
// the window as the program opens it, but headless and with a debugging port
const wrapper = join(folder, 'bin/chromium');
writeFileSync(
  wrapper,
  `#!/bin/sh\nexec '${browser}' "$@" --headless=new --remote-debugging-port=0 --disable-dev-shm-usage 2>>'${join(folder, 'browser.log')}'\n`,
  { mode: 0o755 },
);
const { CI: _ci, XDG_CACHE_HOME: _cache, XDG_DATA_HOME: _data, ...usual } = process.env;
const program = spawn(process.execPath, ['scripts/start.mjs', '--host', 'browser'], {
  cwd: PROJECT,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...usual,
    HOME: home,
    TMPDIR: join(folder, 'tmp'),
    DISPLAY: ':0',
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  },
});
const looking = setInterval(lookAtSockets, 50);
const ended = new Promise((done) => program.once('exit', done));
createInterface(process.stdin).once('close', () => program.kill('SIGINT'));
while (program.exitCode === null && !(await isPageShown())) await setTimeout(50);
process.stdout.write('open\n');
await ended;
clearInterval(looking);
lookAtSockets();
const asked: Asked = { names, packets: packetsOut() - before, addresses: [...addresses] };
process.stdout.write(`${JSON.stringify(asked)}\n`);
process.exit(0);
