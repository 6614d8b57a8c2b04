/** Commands as bash with a `curl` that prints its arguments, and PowerShell's rules, read them. */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { testFolder } from '../../electron/testing/test-folder.ts';
import type { CallExchange, RecordedCall } from '../contract/activity.ts';
import { commandOf, plainJson, recordedRequest, type ShownRequest } from './curl.ts';

const KEY = { authorization: 'Bearer $GESSO_API_KEY', 'content-type': 'application/json' };

const folder = testFolder();
beforeAll(() => {
  writeFileSync(join(folder, 'image_file.png'), 'AB');
  writeFileSync(join(folder, 'picture-1.png'), 'CD');
});

/** Arguments end with a NUL, which none can have; a body from a file is read. */
const CURL = String.raw`curl() {
  for word in "$@"; do
    case $word in @/*) cat "${'$'}{word#@}"; printf '\0';; *) printf '%s\0' "$word";; esac
  done
}
`;

/** What `curl` would get of bash. */
function inShell(command: string): readonly string[] {
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C.UTF-8',
    GESSO_API_KEY: 'my key',
    GESSO_GATEWAY_KEY: 'its key',
    SIGNED_ADDRESS: 'https://s/x',
  };
  const output = execFileSync('bash', ['-c', CURL + command], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return output.split('\0').slice(0, -1);
}

function curlOf(
  method: RecordedCall['method'],
  address: string,
  request: Partial<CallExchange['request']> = {},
): string {
  const exchange = { request: { query: {}, headers: {}, ...request } };
  return commandOf('bash', recordedRequest({ method, address }, exchange));
}

it('uses the key from a variable', () => {
  const address = "https://api.example.com/o'k/v3/async/task-result";
  const query = { task_id: '0a', 'other fields': '<1>' };
  const target = ['-X', 'GET', '--globoff', `${address}?task_id=0a`];
  const key = ['-H', 'authorization: Bearer my key', '-H', 'content-type: application/json'];
  const words = inShell(curlOf('GET', address, { query, headers: KEY }));
  expect(words).toEqual([...target, ...key]);
});

it('sends a picture of the user in place of the original one', () => {
  const body = {
    extra: { response_image_type: 'png' },
    image_file: '<picture, 1.2 MB>',
    prompt: '<text, 12 characters>',
  };
  const command = curlOf('POST', 'https://api.example.com/v3/cleanup', { headers: KEY, body });
  expect(command).toContain('$GESSO_API_KEY');
  expect(JSON.parse(inShell(command).at(-1) ?? '')).toEqual({ ...body, image_file: 'QUI=' });
});

it('sends a picture of a conversation as an address', () => {
  const content = [{ image_url: { url: '<picture, 3 B>' } }];
  const body = { messages: [{ role: 'user', content }] };
  const command = curlOf('POST', 'https://api.example.com/v3/chat/completions', { body });
  expect(inShell(command).at(-1)).toContain('data:image/png;base64,Q0Q=');
});

it('requests the address of a signed file', () => {
  const command = curlOf('PUT', 'https://storage.example.com/…', { body: '<file, 1.2 MB>' });
  expect(inShell(command).join(' ')).toBe('-X PUT --globoff https://s/x --data-binary @file');
});

const DANGEROUS = [
  ...Array.from('\'"\\\n\r\0\t&|#*~^é🦊\u202E\u2028\uD800'),
  '`touch x`',
  '$(touch x)',
  '$GESSO_API_KEY',
  '\u001B[A',
  ';touch x;',
  '>x',
  '@image_file.png',
  '@-',
  '!!',
  '{a,b}',
  '[1-3]',
  '%s',
  '--',
  '‘’‚‛',
  '\nGESSO\n',
  '@file-0@',
  '`n',
];

/** Texts of what is dangerous somewhere, and of anything. */
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...DANGEROUS), fc.string({ unit: 'binary', maxLength: 8 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const name = fc.oneof(hostile, fc.stringMatching(/^[ab\-`|~!#$%&'*+.^_]{1,12}$/u));
const request: fc.Arbitrary<ShownRequest & { readonly sent: unknown }> = fc
  .record({
    headers: fc.array(fc.tuple(name, hostile), { maxLength: 3 }),
    path: hostile,
    sent: fc.dictionary(hostile, hostile, { maxKeys: 3, noNullPrototype: true }),
  })
  .map(({ headers, path, sent }) => ({
    method: 'POST',
    address: [`https://a.example/${path}`],
    headers: headers.map(
      ([key, value]) => [key, ['Bearer ', value, { variable: 'GESSO_GATEWAY_KEY' }]] as const,
    ),
    body: [plainJson(sent)],
    sent,
  }));

/** What a header can be, of anything that was asked for. */
function headersOf({ headers }: ShownRequest, key: string): readonly (readonly [string, string])[] {
  return headers
    .filter(([each]) => /^[!#-'*+\-.0-9A-Z^-z|~]+$/u.test(each))
    .map(([each, value]) => {
      const text = typeof value[1] === 'string' ? value[1] : '';
      return [
        each,
        `Bearer ${text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')}${key}`,
      ] as const;
    });
}

const addressOf = ({ address: [whole] }: ShownRequest) =>
  (typeof whole === 'string' ? whole : '').replace(/[^!-~]+/gu, (part) =>
    encodeURIComponent(part.toWellFormed()),
  );

describe('with any content', () => {
  it('S21 bash passes every name, value and body to curl, and runs nothing', () => {
    // several for each start of the shell, which takes longer than they do
    const requests = fc.array(request, { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(requests, (all) => {
        const commands = all.map((each) => commandOf('bash', each));
        for (const command of commands) {
          expect(command).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[^\n\P{Cc}]/u);
        }
        const words = [...inShell(commands.join('\n'))];
        for (const each of all) {
          const start = ['-X', 'POST', '--globoff', addressOf(each)];
          const headers = headersOf(each, 'its key').flatMap(([key, value]) => [
            '-H',
            `${key}: ${value}`,
          ]);
          const expected = [...start, ...headers, '--data-raw'];
          expect(words.splice(0, expected.length)).toEqual(expected);
          expect(JSON.parse(words.shift() ?? '')).toEqual(each.sent);
        }
        expect(words).toEqual([]);
        expect(readdirSync(folder).toSorted()).toEqual(['image_file.png', 'picture-1.png']);
      }),
      { numRuns: 30 },
    );
  });

  it('S21 PowerShell gets only texts, and variables of the environment', () => {
    fc.assert(
      fc.property(request, (each) => {
        const command = commandOf('PowerShell', each);
        expect(command).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[^\n\P{Cc}]/u);
        const { texts, rest } = readPowerShell(command);
        expect(rest).toMatch(
          /^Invoke-WebRequest -UseBasicParsing -Method POST -Uri T `\n(?: {2}-(?:ContentType|UserAgent) \(T \+ T \+ \$env:GESSO_GATEWAY_KEY\) `\n)*(?: {2}-Headers @\{ (?:T = \(T \+ T \+ \$env:GESSO_GATEWAY_KEY\)(?:; )?)+ \} `\n)? {2}-Body T\n$/u,
        );
        const [address, ...others] = texts;
        expect(address).toBe(addressOf(each));
        const expected = headersOf(each, '').flatMap(([key, value]) => [
          key,
          'Bearer ',
          value.slice(7),
        ]);
        expect(others.slice(0, -1)).toEqual(expected);
        expect(others.at(-1)).toMatch(/^[\n -~]*$/u);
        expect(JSON.parse(others.at(-1) ?? '')).toEqual(each.sent);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps a body complete that is longer than an argument can be', () => {
    const sent = { prompt: "it's `long` ".repeat(30_000) };
    const command = commandOf('bash', {
      method: 'POST',
      address: ['https://a.example/v3'],
      headers: [['x-empty', ['']]],
      body: [plainJson(sent)],
    });
    writeFileSync(join(folder, 'command.sh'), CURL + command);
    const words = inShell('. ./command.sh');
    rmSync(join(folder, 'command.sh'));
    expect(words.slice(4, 6)).toEqual(['-H', 'x-empty;']);
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(sent);
  });

  it('a field with the file marker names no other file of the user’s', () => {
    const body = { '../$(touch x)': '<file, 3 B>' };
    expect(curlOf('POST', 'https://a.example/v3', { body })).toContain(
      'base64 < _____touch_x_.png',
    );
  });
});

/** PowerShell: a text is between two of five quotes, and two in a row within it are one. */
function readPowerShell(command: string): {
  readonly texts: readonly string[];
  readonly rest: string;
} {
  const isQuote = (unit: string | undefined) => unit !== undefined && "'‘’‚‛".includes(unit);
  const texts: string[] = [];
  let rest = '';
  for (let at = 0; at < command.length; at += 1) {
    if (!isQuote(command[at])) {
      rest += command[at] ?? '';
      continue;
    }
    let text = '';
    for (at += 1; !isQuote(command[at]) || isQuote(command[at + 1]); at += 1) {
      if (at >= command.length) throw new Error('A text does not end.');
      text += command[at] ?? '';
      if (isQuote(command[at])) at += 1;
    }
    texts.push(text);
    rest += 'T';
  }
  return { texts, rest };
}
