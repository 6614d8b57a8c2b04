/** A call as a `cURL` command for a POSIX shell: the key is a variable, a picture a file of the user's. */
import type { CallExchange, Outline, RecordedCall } from '../contract/activity.ts';
import { shellWord } from '../shell-word.ts';

/** Marks of pictures and files in an outline. */
const FILE_MARK = /^<(?:picture|file), [^>]*>$/u;

/** Where an outline has such a mark, the shell reads a file. */
interface Files {
  readonly names: string[];
}

/** @returns a command that can be run once its variables are set and its files are there */
export function curlOf(
  call: Pick<RecordedCall, 'method' | 'address'>,
  { request }: Pick<CallExchange, 'request'>,
): string {
  const isSigned = call.address.endsWith('/…');
  const headers = Object.entries(request.headers).map(([name, value]) =>
    // the only dollars are those of placeholders
    value.includes('$') ? `-H "${name}: ${value}"` : `-H ${shellWord(`${name}: ${value}`)}`,
  );
  const { body } = request;
  const isFile = typeof body === 'string' && FILE_MARK.test(body);
  const parts = [
    `curl -X ${call.method} ${isSigned ? '"$SIGNED_ADDRESS"' : shellWord(withQuery(call.address, request.query))}`,
    ...headers,
    ...(isFile ? ['--data-binary @file'] : body === undefined ? [] : ['--data-binary @- <<GESSO']),
  ];
  const command = parts.join(' \\\n  ');
  if (body === undefined || isFile) return `${command}\n`;
  return `${command}\n${bodyText(body)}\nGESSO\n`;
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query)
    .filter(([name]) => !name.includes(' '))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`;
}

/** JSON within a document that the shell expands: its own dollars stay as they are. */
function bodyText(body: Outline): string {
  const files: Files = { names: [] };
  const text = JSON.stringify(placed(body, 'file', files), undefined, 2);
  const plain = text.replaceAll(/[\\$`]/gu, '\\$&');
  return plain.replaceAll(/@(address|file)-(\d+)@/gu, (_found, kind: string, index: string) => {
    const file = `$(base64 < ${files.names[Number(index)] ?? 'file'} | tr -d '\\n')`;
    return kind === 'address' ? `data:image/png;base64,${file}` : file;
  });
}

/** The outline with a place for each file, numbered. */
function placed(value: Outline, name: string, files: Files): Outline {
  if (typeof value === 'string') {
    if (!FILE_MARK.test(value)) return value;
    const index = files.names.length;
    files.names.push(`${name === 'url' ? `picture-${index + 1}` : name}.png`);
    return `@${name === 'url' ? 'address' : 'file'}-${index}@`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((each) => placed(each, name, files));
  return Object.fromEntries(
    Object.entries(value).map(([each, inner]) => [each, placed(inner, each, files)]),
  );
}

function isList(value: Outline): value is readonly Outline[] {
  return Array.isArray(value);
}
