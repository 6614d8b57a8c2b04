/** Everything comes from outside: every text goes through one of the two quoting functions. */
import type { CallExchange, Outline, RecordedCall } from '../contract/activity.ts';
import { shellWord } from '../shell-word.ts';

export type Shell = 'bash' | 'PowerShell';

type Text = readonly (
  | string
  | { readonly variable: 'GESSO_API_KEY' | 'GESSO_GATEWAY_KEY' | 'SIGNED_ADDRESS' }
  | { readonly file: string }
)[];

export interface ShownRequest {
  readonly method: string;
  readonly address: Text;
  readonly headers: readonly (readonly [name: string, value: Text])[];
  readonly body?: Text | 'file' | undefined;
  /** The answer streams; the command must not buffer it. */
  readonly isStream?: boolean;
}

const FILE_MARK = /^<(?:picture|file), [^>]*>$/u;
const KEY_MARK = /^(Bearer )?\$(GESSO_API_KEY|GESSO_GATEWAY_KEY)$/u;
/** Names that a header can have (RFC 9110, 5.6.2); `curl` reads others as a file, or as no header at all. */
const HEADER_NAME = /^[\w!#$%&'*+.^\x60|~-]+$/u;
/** Invisible characters and line breaks: not allowed in a header, and not needed in JSON. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Longest argument in characters that all shells take; Linux has a limit of 131,072 bytes. */
const LONGEST_ARGUMENT = 30_000;

export function commandOf(shell: Shell, request: ShownRequest): string {
  const headers = request.headers
    // The recorded length is that of another body.
    .filter(([name]) => HEADER_NAME.test(name) && name.toLowerCase() !== 'content-length')
    .map(([name, value]) => [name, changed(value, (text) => text.replace(UNSEEN, ''))] as const);
  const address = changed(request.address, (text) =>
    text.replace(/[^!-~]+/gu, (others) => encodeURIComponent(others.toWellFormed())),
  );
  const whole = { ...request, headers, address };
  return shell === 'bash' ? forBash(whole) : forPowerShell(whole);
}

export function recordedRequest(
  call: Pick<RecordedCall, 'method' | 'address'>,
  { request }: Pick<CallExchange, 'request'>,
): ShownRequest {
  const { body } = request;
  return {
    method: call.method,
    address: call.address.endsWith('/…')
      ? [{ variable: 'SIGNED_ADDRESS' }]
      : [withQuery(call.address, request.query)],
    headers: Object.entries(request.headers).map(([name, value]) => {
      const [isKey, scheme = '', variable] = KEY_MARK.exec(value) ?? [];
      if (isKey === undefined) return [name, [value]];
      return [name, [scheme, { variable: variable as 'GESSO_API_KEY' | 'GESSO_GATEWAY_KEY' }]];
    }),
    body:
      typeof body === 'string' && FILE_MARK.test(body)
        ? 'file'
        : body === undefined
          ? undefined
          : jsonOf(body),
  };
}

export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, unicodeEscape);
}

function unicodeEscape(text: string): string {
  // Escapes UTF-16 units, so a surrogate pair becomes two escapes.
  return Array.from({ length: text.length }, (_none, index) => {
    return String.raw`\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}

function forBash({ method, address, headers, body, isStream }: ShownRequest): string {
  const lines = [
    `curl${isStream === true ? ' --no-buffer' : ''} -X ${method} --globoff ${bashWord(address)}`,
    ...headers.map(([name, value]) =>
      // An empty value removes a header in curl, except in this form.
      value.every((part) => part === '')
        ? `-H ${shellWord(`${name};`)}`
        : `-H ${bashWord(joined([`${name}: `, ...value]))}`,
    ),
  ];
  if (body === 'file') lines.push('--data-binary @file');
  else if (body !== undefined) {
    const isShort = body.every(
      (part) => typeof part === 'string' && part.length < LONGEST_ARGUMENT,
    );
    lines.push(
      isShort ? `--data-raw ${bashWord(body)}` : `--data-binary @<(${bashPrinting(body)})`,
    );
  }
  return `${lines.join(' \\\n  ')}\n`;
}

function bashWord(text: Text): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part === '' ? '' : shellWord(part);
      return 'variable' in part ? `"$${part.variable}"` : `"$(${bashFile(part.file)})"`;
    })
    .join('');
}

function bashPrinting(text: Text): string {
  return text
    .map((part) =>
      typeof part === 'object' && 'file' in part
        ? bashFile(part.file)
        : `printf %s ${bashWord([part])}`,
    )
    .join('; ');
}

function bashFile(file: string): string {
  return `base64 < ${file} | tr -d '\\n'`;
}

/** Uses PowerShell's own command, as its versions pass arguments to curl.exe differently. */
function forPowerShell({ method, address, headers, body }: ShownRequest): string {
  const named = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  // Older versions take these two only as parameters.
  const own = { 'content-type': '-ContentType', 'user-agent': '-UserAgent' } as const;
  const others = headers.filter(([name]) => !(name.toLowerCase() in own));
  const lines = [
    `Invoke-WebRequest -UseBasicParsing -Method ${method} -Uri ${powerShellWord(address)}`,
    ...Object.entries(own).flatMap(([name, parameter]) => {
      const value = named(name);
      return value === undefined ? [] : [`${parameter} ${powerShellWord(value)}`];
    }),
    ...(others.length === 0
      ? []
      : [
          `-Headers @{ ${others.map(([name, value]) => `${powerShellWord([name])} = ${powerShellWord(value)}`).join('; ')} }`,
        ]),
  ];
  if (body === 'file') lines.push("-InFile 'file'");
  else if (body !== undefined) {
    const ascii = changed(body, (text) => text.replace(/[^\n -~]/gu, unicodeEscape));
    lines.push(`-Body ${powerShellWord(ascii)}`);
  }
  return `${lines.join(' `\n  ')}\n`;
}

/** ‘ ’ ‚ ‛ count as quotes there (about_Quoting_Rules; `IsSingleQuote` in its tokenizer). */
function powerShellWord(text: Text): string {
  const parts = text.map((part) => {
    if (typeof part === 'string') return `'${part.replace(/['‘’‚‛]/gu, '$&$&')}'`;
    return 'variable' in part
      ? `$env:${part.variable}`
      : `[Convert]::ToBase64String([IO.File]::ReadAllBytes((Resolve-Path '${part.file}')))`;
  });
  return parts.length === 1 && typeof text[0] === 'string'
    ? (parts[0] ?? '')
    : `(${parts.join(' + ')})`;
}

function changed(text: Text, change: (part: string) => string): Text {
  return text.map((part) => (typeof part === 'string' ? change(part) : part));
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query)
    .filter(([name]) => !name.includes(' '))
    .map(([name, value]) =>
      [name, value].map((each) => encodeURIComponent(each.toWellFormed())).join('='),
    );
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`;
}

function jsonOf(body: Outline): Text {
  const parts: ({ readonly file: string } | string)[] = [];
  let count = 0;
  function write(value: Outline, name: string, indent: string): void {
    if (typeof value === 'string' && FILE_MARK.test(value)) {
      count += 1;
      const isPicture = name === 'url';
      // Field names come from a body that anybody may have written.
      const file = isPicture ? `picture-${count}` : name.replaceAll(/\W/gu, '_');
      parts.push(isPicture ? '"data:image/png;base64,' : '"', { file: `${file}.png` }, '"');
      return;
    }
    if (typeof value !== 'object' || value === null) {
      parts.push(plainJson(value));
      return;
    }
    const isList = Array.isArray(value);
    const inner = `${indent}  `;
    parts.push(isList ? '[' : '{');
    for (const [index, [key, each]] of Object.entries(value).entries()) {
      parts.push(`${index === 0 ? '' : ','}\n${inner}${isList ? '' : `${plainJson(key)}: `}`);
      write(each, isList ? name : key, inner);
    }
    parts.push(`\n${indent}${isList ? ']' : '}'}`);
  }
  write(body, 'file', '');
  return joined(parts);
}

function joined(parts: Text): Text {
  const together: Text[number][] = [];
  for (const part of parts) {
    const last = together.at(-1);
    if (typeof part === 'string' && typeof last === 'string') together.splice(-1, 1, last + part);
    else together.push(part);
  }
  return together;
}
