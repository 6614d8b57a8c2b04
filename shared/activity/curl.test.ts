import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { curlOf } from './curl.ts';

const KEY = { authorization: 'Bearer $GESSO_API_KEY', 'content-type': 'application/json' };

/** What `curl` would get of the shell: its arguments, and its input. */
function inShell(command: string): { readonly words: readonly string[]; readonly input: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gesso-curl-'));
  try {
    writeFileSync(join(folder, 'image_file.png'), 'AB');
    writeFileSync(join(folder, 'picture-1.png'), 'CD');
    const script = `curl() { printf '%s\\n' "$@"; echo ----; case "$*" in *@-*) cat;; esac; }\n${command}`;
    const env = {
      PATH: process.env['PATH'],
      GESSO_API_KEY: 'my key',
      SIGNED_ADDRESS: 'https://s/x',
    };
    const output = execFileSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
    const [words = '', input = ''] = output.split('----\n');
    return { words: words.trim().split('\n'), input };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('asks with the key of a variable', () => {
  const command = curlOf(
    { method: 'GET', address: "https://api.example.com/o'k/v3/async/task-result" },
    { request: { query: { task_id: '0a', 'other fields': '<1>' }, headers: KEY } },
  );
  expect(inShell(command).words).toEqual([
    '-X',
    'GET',
    "https://api.example.com/o'k/v3/async/task-result?task_id=0a",
    '-H',
    'authorization: Bearer my key',
    '-H',
    'content-type: application/json',
  ]);
});

it('sends a picture of the user in place of the one that was sent', () => {
  const body = {
    extra: { response_image_type: 'png' },
    image_file: '<picture, 1.2 MB>',
    prompt: '<text, 12 characters>',
  };
  const command = curlOf(
    { method: 'POST', address: 'https://api.example.com/v3/cleanup' },
    { request: { query: {}, headers: KEY, body } },
  );
  expect(command).toContain('$GESSO_API_KEY');
  expect(JSON.parse(inShell(command).input)).toEqual({ ...body, image_file: 'QUI=' });
});

it('sends a picture of a conversation as an address', () => {
  const body = {
    messages: [{ role: 'user', content: [{ image_url: { url: '<picture, 3 B>' } }] }],
  };
  const command = curlOf(
    { method: 'POST', address: 'https://api.example.com/v3/chat/completions' },
    { request: { query: {}, headers: KEY, body } },
  );
  expect(inShell(command).input).toContain('data:image/png;base64,Q0Q=');
});

it('hands nothing of a body to the shell', () => {
  const body = { model: '$(touch x) `touch y` \\ "' };
  const command = curlOf(
    { method: 'POST', address: 'https://api.example.com/v3/cleanup' },
    { request: { query: {}, headers: KEY, body } },
  );
  expect(JSON.parse(inShell(command).input)).toEqual(body);
});

it('asks for the address of a signed file', () => {
  const command = curlOf(
    { method: 'PUT', address: 'https://storage.example.com/…' },
    { request: { query: {}, headers: {}, body: '<file, 1.2 MB>' } },
  );
  expect(inShell(command).words).toEqual(['-X', 'PUT', 'https://s/x', '--data-binary', '@file']);
});
