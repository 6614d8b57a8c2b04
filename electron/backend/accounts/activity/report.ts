import { arch, cpus, platform, release, totalmem } from 'node:os';
import { OPERATION_WORDS, OUTCOME_WORDS } from '../../../../shared/activity/words.ts';
import type { RecordedCall, ReportedWindow } from '../../../../shared/contract/activity.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../../shared/contract/settings.ts';
import { plainAddress } from '../../service/client/index.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';

export const REPORT_CALLS = 200;

export interface ReportedFailure {
  readonly at: number;
  readonly what: string;
  /** Its message may quote a service and is left out. */
  readonly error: Pick<AppErrorData, 'kind' | 'details'>;
}

export interface InnerError {
  readonly at: number;
  readonly name: string;
  readonly places: readonly string[];
}

interface ReportFacts {
  readonly now: number;
  readonly version: string;
  readonly window: ReportedWindow;
  readonly settings: Settings;
  readonly connections: { readonly accounts: number; readonly isPracticeActive: boolean };
  readonly isRecorded: boolean;
  /** Newest first. */
  readonly calls: readonly RecordedCall[];
  readonly failures: readonly ReportedFailure[];
  readonly inner: readonly InnerError[];
}

// SECURITY: S21 S22 numbers, words of Gesso's own and hosts: no text, name, path or key of the user's.
export function reportText(facts: ReportFacts): string {
  return [
    'Gesso: report of a problem',
    `Made ${timeOf(facts.now)} (UTC)`,
    '',
    'No picture, text, file name or key is in this file.',
    ...section('Program', programLines(facts)),
    ...section('System', systemLines()),
    ...section('Settings that differ from the defaults', settingLines(facts.settings)),
    ...section('Errors in the program, newest first', facts.inner.map(innerLine)),
    ...section('Failed work, newest first', facts.failures.map(failureLine)),
    ...section(
      facts.isRecorded
        ? `Last calls, newest first (at most ${REPORT_CALLS})`
        : `Last calls, newest first (at most ${REPORT_CALLS}; recording is off)`,
      facts.calls.map(callLine),
    ),
    '',
  ].join('\n');
}

/** Drops the message, which may quote anything. */
export function innerErrorOf(thrown: unknown, at: number): InnerError {
  if (!(thrown instanceof Error)) return { at, name: typeof thrown, places: [] };
  const name = /^\w{1,40}$/u.test(thrown.name) ? thrown.name : 'Error';
  const places = [
    ...(thrown.stack ?? '').matchAll(/^\s+at .*?([\w.-]+\.[cm]?[jt]sx?:\d+:\d+)\)?$/gmu),
  ]
    .map((match) => match[1] ?? '')
    .slice(0, 8);
  return { at, name, places };
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return ['', title, '-'.repeat(title.length), ...(lines.length === 0 ? ['none'] : lines)];
}

function programLines({ version, connections, window }: ReportFacts): readonly string[] {
  const { node, electron, chrome, sqlite } = process.versions as Readonly<
    Record<string, string | undefined>
  >;
  return [
    `Gesso ${version}`,
    electron === undefined ? 'In a browser' : `Electron ${electron}, Chromium ${String(chrome)}`,
    `Node ${String(node)}, SQLite ${String(sqlite)}`,
    `Window: ${window.width} × ${window.height} at ${window.pixelRatio * 100} %`,
    `Accounts: ${connections.accounts}. Practice is ${connections.isPracticeActive ? '' : 'not '}in use.`,
  ];
}

function systemLines(): readonly string[] {
  const gigabytes = (totalmem() / 1_000_000_000).toFixed(1);
  return [`${platform()} ${release()} ${arch()}`, `${cpus().length} cores, ${gigabytes} GB memory`];
}

/** Prints numbers, switches and choices; of others only whether they differ from the default. */
function settingLines(settings: Settings): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const usual: unknown = DEFAULT_SETTINGS[name as keyof Settings];
    if (JSON.stringify(value) === JSON.stringify(usual)) return [];
    if (Array.isArray(value)) return [`${name}: ${value.length} entries`];
    const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
    const isChoice = typeof value === 'string' && CHOICES.has(name);
    return [`${name}: ${isPlain || isChoice ? String(value) : 'changed'}`];
  });
}

/** Settings whose values are Gesso's own words. */
const CHOICES: ReadonlySet<string> = new Set([
  'appearance',
  'exportFormat',
  'exportExif',
  'studioResponseType',
]);

function innerLine({ at, name, places }: InnerError): string {
  return `${timeOf(at)}  ${name}${places.length === 0 ? '' : `  ${places.join(' < ')}`}`;
}

function failureLine({ at, what, error }: ReportedFailure): string {
  const facts = ['status', 'reason', 'error', 'outcome', 'request', 'attempts']
    .map((name) => [name, error.details?.[name]] as const)
    .filter(([, value]) => typeof value === 'number' || isWord(value))
    .map(([name, value]) => `${name} ${String(value)}`);
  return [timeOf(at), what, error.kind, ...facts].join('  ');
}

/** Capitals, or one of Gesso's own words. */
function isWord(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    (/^(?:E[A-Z]{2,20}|ERR_[A-Z_]{2,40})$/u.test(value) ||
      ['sent', 'not sent', 'unknown'].includes(value))
  );
}

function callLine(call: RecordedCall): string {
  const { outcome, status, error, milliseconds, sentBytes, receivedBytes, tries, looks } = call;
  const end = [OUTCOME_WORDS[outcome], status, error].filter((each) => each !== undefined);
  return [
    timeOf(call.startedAt),
    OPERATION_WORDS[call.operation],
    `${call.method} ${plainAddress(call.address)}`,
    end.join(' '),
    `${milliseconds} ms`,
    `${sentBytes} B sent, ${receivedBytes} B received`,
    ...(tries > 1 ? [`${tries} tries`] : []),
    ...(looks > 1 ? [`${looks} checks`] : []),
    ...(call.isPractice ? ['practice'] : []),
  ].join('  ');
}

/** E.g. "2026-11-25 21:04:07". */
function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
