import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { processTerminal } from './terminal.ts';

it('S29 prints no character of a name that moves the cursor or changes the text direction', () => {
  const stdout = new PassThrough();
  const terminal = processTerminal({ stdin: {}, stdout, stderr: stdout } as never);
  const odd = ['\u001B', '\r', '\u061C', '\u200F', '\u202E', '\u2066'];
  for (const each of odd) terminal.print(`a${each}b`);
  expect(String(stdout.read())).toBe('a\u{FFFD}b\n'.repeat(odd.length));
});
