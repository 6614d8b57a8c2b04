import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RUNNING_LINE } from '../../electron/host/running-line.ts';
import { testFolder } from '../../electron/testing/test-folder.ts';
import { open, type OpenSteps } from './open.ts';
import { runElectron, type ElectronEnd } from './run-electron.ts';

let folder = '';

beforeEach(() => {
  folder = testFolder();
});
afterEach(() => vi.restoreAllMocks());

/** A program in Electron's place. */
async function program(content: string, mode = 0o755): Promise<string> {
  const path = join(folder, 'electron');
  await writeFile(path, content, { mode });
  return path;
}

/** Keeps what is printed meanwhile. */
function printed() {
  const text = { out: '', error: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text.out += String(chunk);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text.error += String(chunk);
    return true;
  });
  return text;
}

describe('running Electron', () => {
  it.each([
    ['[1:FATAL] Running as root without --no-sandbox is not supported.', 'it does not run as root'],
    [
      'The SUID sandbox helper binary was found, but is not configured correctly.',
      'this system denies it its sandbox (a container, or AppArmor)',
    ],
    [
      '[1:FATAL] No usable sandbox! If you are running on Ubuntu 23.10+ …',
      'this system denies it its sandbox (a container, or AppArmor)',
    ],
    [
      'electron: error while loading shared libraries: libnss3.so: cannot open shared object file',
      'the system library libnss3.so is missing',
    ],
    ['[1:ERROR] Missing X server or $DISPLAY', 'it finds no screen'],
    ['Something new.', 'it was ended by SIGTRAP'],
  ])('gives the reason when it cannot run: %s', async (complaint, reason) => {
    const text = printed();
    const binary = await program(`#!/bin/sh\necho '${complaint}' >&2\nkill -TRAP $$\n`);
    expect(await runElectron(binary, [])).toMatchObject({ kind: 'cannot-run', reason });
    expect(text.error).toBe('');
  });

  it('says so when the program is for another computer, or is not executable', async () => {
    const wrong = await program('\u007fELF, but not one of this processor');
    expect(await runElectron(wrong, [])).toEqual({
      kind: 'cannot-run',
      reason: 'its program is for another kind of computer',
    });
    expect(await runElectron(join(folder, 'nothing'), [])).toMatchObject({ kind: 'cannot-run' });
  });

  it('leaves a running Gesso alone, and keeps its exit code and its messages', async () => {
    const text = printed();
    const binary = await program(
      `#!/bin/sh\necho early >&2\necho '${RUNNING_LINE}'\necho late >&2\nexit 3\n`,
    );
    expect(await runElectron(binary, [])).toEqual({ kind: 'ended', code: 3 });
    expect(text.out).toBe(`${RUNNING_LINE}\n`);
    expect(text.error.split('\n').toSorted()).toEqual(['', 'early', 'late']);
  });

  it('says how to quit on Windows, where Ctrl+C does not reach Electron; the second ends it', async () => {
    const text = printed();
    const binary = await program(`#!/bin/sh\necho '${RUNNING_LINE}'\nexec cat\n`);
    const ended = runElectron(binary, [], { platform: 'win32' });
    await vi.waitFor(() => expect(text.out).toContain(RUNNING_LINE));
    const interrupt = process.listeners('SIGINT').at(-1);
    interrupt?.('SIGINT');
    expect(text.error).toBe(
      'To end Gesso in order, close its window. Ctrl+C again ends it at once.\n',
    );
    interrupt?.('SIGINT');
    expect(await ended).toEqual({ kind: 'ended', code: 143 });
  });

  it.each([
    ['echo trouble >&2', 'It has said:\ntrouble\n'],
    ['true', 'It has said nothing.\n'],
  ])('shows its output when the running line does not appear: %s', async (words, said) => {
    const text = printed();
    const binary = await program(`#!/bin/sh\n${words}\necho up\nexec cat\n`);
    const running = runElectron(binary, [], { patience: 200 });
    await vi.waitFor(() =>
      expect(text.error).toBe(`Gesso does not run in Electron after 0.2 seconds. ${said}`),
    );
    process.listeners('SIGTERM').at(-1)?.('SIGTERM');
    expect(await running).toEqual({ kind: 'cannot-run', reason: 'it was ended by SIGTERM' });
  });

  it('starts Electron as Electron, even from a shell that runs it as Node', async () => {
    vi.stubEnv('ELECTRON_RUN_AS_NODE', '1');
    const text = printed();
    const binary = await program(
      `#!/bin/sh\necho "\${ELECTRON_RUN_AS_NODE-none} $HOME"\necho '${RUNNING_LINE}'\n`,
    );
    await runElectron(binary, []);
    vi.unstubAllEnvs();
    expect(text.out).toContain(`none ${process.env['HOME'] ?? ''}\n`);
  });

  it('treats a silent exit as another Gesso that came to the front', async () => {
    const binary = await program('#!/bin/sh\nexit 0\n');
    expect(await runElectron(binary, [])).toEqual({ kind: 'ended', code: 0 });
  });
});

describe('opening Gesso', () => {
  const cannot: ElectronEnd = { kind: 'cannot-run', reason: 'it does not run as root' };

  /** Steps that are recorded. */
  function steps(end: ElectronEnd, binary: string | undefined = '/electron', hasScreen = true) {
    const done: string[] = [];
    const record: OpenSteps = {
      findElectron: () => Promise.resolve(binary),
      hasScreen: () => hasScreen,
      openInElectron: (path) => Promise.resolve(void done.push(path)).then(() => end),
      openInBrowser: () => Promise.resolve(void done.push('browser')),
      say: (line) => done.push(line),
    };
    return { done, record };
  }

  it('falls back to a browser with one line when Electron exists but cannot run', async () => {
    const { done, record } = steps(cannot);
    expect(await open('automatic', record)).toBe(0);
    expect(done).toEqual([
      '/electron',
      'Electron can’t run here: it does not run as root. Gesso opens in Chromium or Chrome instead.',
      'browser',
    ]);
  });

  it('names the two commands that give Electron its sandbox, with the real path', async () => {
    const home = join(folder, "Bob’s “ü” it's");
    await mkdir(home);
    const binary = join(home, 'electron');
    await writeFile(binary, `#!/bin/sh\necho 'FATAL: No usable sandbox!' >&2\nexit 133\n`, {
      mode: 0o755,
    });
    const end = await runElectron(binary, []);
    const { done, record } = steps(end);
    await open('automatic', record);
    const helper = `'${join(folder, 'Bob’s “ü” it')}'\\''s/chrome-sandbox'`;
    expect(done[1]).toBe(
      `Electron can’t run here: this system denies it its sandbox (a container, or AppArmor). Gesso opens in Chromium or Chrome instead.
On Ubuntu, these two commands give it one:
  sudo chown root ${helper}
  sudo chmod 4755 ${helper}`,
    );
    await expect(open('electron', steps(end).record)).rejects.toThrow('sudo chmod 4755');
  });

  it('insists on Electron when that was requested, and gives the reason why it cannot', async () => {
    const { done, record } = steps(cannot);
    await expect(open('electron', record)).rejects.toThrow('Electron can’t run here: it does not');
    expect(done).toEqual(['/electron']);
    const missing = steps(cannot, '');
    await expect(
      open('electron', { ...missing.record, findElectron: () => Promise.resolve(undefined) }),
    ).rejects.toThrow('not installed');
  });

  it('passes on the exit code of a Gesso that ran, and opens no second window', async () => {
    const { done, record } = steps({ kind: 'ended', code: 1 });
    expect(await open('automatic', record)).toBe(1);
    expect(done).toEqual(['/electron']);
  });

  it('requires a screen for Electron unless it was requested', async () => {
    const { done, record } = steps(cannot, '/electron', false);
    await open('automatic', record);
    expect(done).toEqual([expect.stringContaining('no screen'), 'browser']);
  });
});
