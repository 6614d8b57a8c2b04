import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { CANNOT_START, RUNNING_LINE } from '../../electron/host/running-line.ts';

/** `reason` completes “Electron can't run here: …”, `advice` is a sentence of its own. */
export type ElectronEnd =
  | { readonly kind: 'ended'; readonly code: number }
  | { readonly kind: 'cannot-run'; readonly reason: string; readonly advice?: string };

/** Characters of Electron's output that are kept. */
const MAX_COMPLAINT = 20_000;

/** Ms until Gesso has to run; later, Electron's output so far is shown. */
const PATIENCE = 15_000;

/** Electron's output is held back until Gesso runs or takes long. @param options.patience ms */
export async function runElectron(
  binary: string,
  args: readonly string[],
  options: { readonly platform?: NodeJS.Platform; readonly patience?: number } = {},
): Promise<ElectronEnd> {
  const { platform = process.platform, patience = PATIENCE } = options;
  // with this, Electron would be a plain Node that runs nothing of Gesso
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(binary, args, { env, stdio: ['inherit', 'pipe', 'pipe'] });
  const stopListening = passSignals(child, platform);
  let isRunning = false;
  let isShown = false;
  let printed = '';
  let complaint = '';
  function show(): void {
    clearTimeout(late);
    if (isShown) return;
    isShown = true;
    process.stderr.write(complaint);
  }
  const late = setTimeout(() => {
    const seconds = `${patience / 1000} seconds`;
    const said = complaint === '' ? 'It has said nothing.' : 'It has said:';
    process.stderr.write(`Gesso does not run in Electron after ${seconds}. ${said}\n`);
    show();
  }, patience);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    if (isRunning) return;
    printed = (printed + text).slice(-MAX_COMPLAINT);
    if (!printed.includes(RUNNING_LINE)) return;
    isRunning = true;
    show();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (isShown) process.stderr.write(text);
    complaint = (complaint + text).slice(0, MAX_COMPLAINT);
  });
  try {
    return await new Promise<ElectronEnd>((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        resolve({ kind: 'cannot-run', reason: reasonOfSpawn(error) });
      });
      child.once('close', (code, signal) => {
        // code 0: another Gesso is open, and has come to the front
        if (isRunning || code === 0) resolve({ kind: 'ended', code: code ?? codeOf(signal) });
        else {
          const reason = reasonOfEnd(complaint, code, signal);
          const advice = reason === NO_SANDBOX ? { advice: sandboxAdvice(binary) } : {};
          resolve({ kind: 'cannot-run', reason, ...advice });
        }
      });
    });
  } finally {
    clearTimeout(late);
    stopListening();
  }
}

/**
 * Electron takes a second Ctrl+C, which terminals send to the whole group, as the order to end at
 * once. SIGHUP may reach this process alone, so it is passed on as SIGTERM.
 */
function passSignals(child: ChildProcess, platform: NodeJS.Platform): () => void {
  let interrupts = 0;
  // also keeps this process until Electron has ended
  function interrupt(): void {
    interrupts += 1;
    if (platform !== 'win32') return;
    // Windows sends Ctrl+C only to console programs, and has no signal to pass on
    if (interrupts > 1) child.kill();
    else process.stderr.write(`${ON_WINDOWS}\n`);
  }
  const terminate = () => void child.kill('SIGTERM');
  const listeners = [
    ['SIGINT', interrupt],
    ['SIGTERM', terminate],
    ['SIGHUP', terminate],
  ] as const;
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

const ON_WINDOWS = 'To end Gesso in order, close its window. Ctrl+C again ends it at once.';

function codeOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 1 : 128 + constants.signals[signal];
}

const NO_SANDBOX = 'this system denies it its sandbox (a container, or AppArmor)';

/** Ubuntu since 23.10 denies the sandbox to programs without a profile. */
function sandboxAdvice(binary: string): string {
  const helper = `'${join(dirname(binary), 'chrome-sandbox').replaceAll("'", String.raw`'\''`)}'`;
  return `On Ubuntu, these two commands give it one:\n  sudo chown root ${helper}\n  sudo chmod 4755 ${helper}`;
}

const WRONG_KIND = 'its program is for another kind of computer';

const REASONS: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/Running as root without --no-sandbox/u, () => 'it does not run as root'],
  [/SUID sandbox helper|No usable sandbox|user namespace/iu, () => NO_SANDBOX],
  [
    /error while loading shared libraries: ([^:\s]+)/u,
    (library) => `the system library ${library} is missing`,
  ],
  [/Library not loaded: (\S+)/u, (library) => `the library ${library} is missing`],
  // the shell runs a program of another processor as a script and fails
  [/ELF|Syntax error|cannot execute binary|Exec format/u, () => WRONG_KIND],
  [/Missing X server|cannot open display|ozone_platform/iu, () => 'it finds no screen'],
];

function reasonOfEnd(
  complaint: string,
  code: number | null,
  signal: NodeJS.Signals | null,
): string {
  const own = complaint.split('\n').find((line) => line.startsWith(`${CANNOT_START}: `));
  if (own !== undefined) return own.slice(CANNOT_START.length + 2).replace(/\.$/u, '');
  for (const [pattern, say] of REASONS) {
    const match = pattern.exec(complaint);
    if (match !== null) return say(match[1] ?? '');
  }
  return signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
}

function reasonOfSpawn({ code, errno, message }: NodeJS.ErrnoException): string {
  // macOS has its own code for programs of another processor, which Node does not name
  if (code === 'ENOEXEC' || errno === -86) return WRONG_KIND;
  if (code === 'EACCES' || code === 'EPERM') return 'its program may not be run';
  if (code === 'ENOENT') return 'its program needs a system loader that is missing';
  return message;
}
