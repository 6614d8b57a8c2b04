/**
 * Outlines bodies: allow-listed names and numbers, and placeholders such as `<text, 214
 * characters>` for all else.
 */
import type { Outline } from '../../../../../shared/contract/activity.ts';
import {
  CONTAINER_FIELDS,
  ID_FIELDS,
  NUMBER_FIELDS,
  PICTURE_FIELDS,
  SHAPE_FIELDS,
  SWITCH_FIELDS,
  WORD_FIELDS,
} from './allowed-fields.ts';

const OUTLINE = {
  /** Shown entries of a list; the rest is counted. */
  entries: 3,
  depth: 6,
  /** Values of all levels together. */
  values: 200,
} as const;

/** A sent or received file, by length. */
export class FileOutline {
  readonly bytes: number;
  readonly what: 'picture' | 'file';

  constructor(bytes: number, what: 'picture' | 'file' = 'picture') {
    this.bytes = bytes;
    this.what = what;
  }
}

const OTHERS = 'other fields';

// SECURITY: S21 S22 only listed values of a call are logged.
/** @param value JSON of a request, with `FileOutline` for files */
export function outlineOf(value: unknown): Outline {
  return outline(value, '', 0, { left: OUTLINE.values, isAnswer: false });
}

/** A service may have written anything into an answer, even as a model's name. */
export function answerOutline(value: unknown): Outline {
  return outline(value, '', 0, { left: OUTLINE.values, isAnswer: true });
}

export function queryOutline(query: URLSearchParams): Readonly<Record<string, string>> {
  const kept = outlineOf(Object.fromEntries(query));
  return Object.fromEntries(Object.entries(kept ?? {}).map(([name, each]) => [name, String(each)]));
}

interface Room {
  left: number;
  readonly isAnswer: boolean;
}

function outline(value: unknown, name: string, depth: number, room: Room): Outline {
  room.left -= 1;
  switch (typeof value) {
    case 'number':
      return NUMBER_FIELDS.has(name) && Number.isFinite(value) ? value : '<number>';
    case 'boolean':
      return SWITCH_FIELDS.has(name) ? value : '<yes or no>';
    case 'string':
      return outlineOfText(value, name, room);
    case 'object':
      break;
    default:
      return '<value>';
  }
  if (value === null) return null;
  if (value instanceof FileOutline) return `<${value.what}, ${sizeOf(value.bytes)}>`;
  if (isRawNumber(value)) return outlineOfText(String(value.rawJSON), name, room);
  if (Array.isArray(value)) return outlineOfList(value, name, depth, room);
  if (depth >= OUTLINE.depth || (depth > 0 && !CONTAINER_FIELDS.has(name))) {
    return `<${countOf(Object.keys(value).length, 'field')}>`;
  }
  return outlineOfFields(value, depth, room);
}

function outlineOfFields(value: object, depth: number, room: Room): Outline {
  const kept: Record<string, Outline> = {};
  let others = 0;
  for (const [name, each] of Object.entries(value)) {
    if (each === undefined) continue;
    if (room.left <= 0 || !isKnown(name)) others += 1;
    else kept[name] = outline(each, name, depth + 1, room);
  }
  return others === 0 ? kept : { ...kept, [OTHERS]: `<${others}>` };
}

function outlineOfList(list: readonly unknown[], name: string, depth: number, room: Room): Outline {
  // Numbers of tokens are a text.
  if (!CONTAINER_FIELDS.has(name) || depth >= OUTLINE.depth)
    return `<list, ${countOf(list.length, 'entry', 'entries')}>`;
  const shown = list
    .slice(0, Math.min(OUTLINE.entries, Math.max(0, room.left)))
    .map((each) => outline(each, name, depth + 1, room));
  const rest = list.length - shown.length;
  return rest === 0 ? shown : [...shown, `<${rest} more>`];
}

function outlineOfText(text: string, name: string, { isAnswer }: Room): Outline {
  if (WORD_FIELDS.get(name)?.has(text) === true) return text;
  if (NUMBER_FIELDS.has(name) && /^-?\d{1,20}(?:\.\d{1,12})?$/u.test(text)) return text;
  if (ID_FIELDS.has(name)) return isId(text) ? text : `<id, ${countOf(text.length, 'character')}>`;
  if (!isAnswer && name === 'model' && /^[\w.:/@+-]{1,80}$/u.test(text)) return text;
  if (PICTURE_FIELDS.has(name) || text.startsWith('data:image/')) {
    return `<picture, ${sizeOf(Math.floor((text.length * 3) / 4))}>`;
  }
  if (/^https?:\/\//iu.test(text)) return `<address, ${countOf(text.length, 'character')}>`;
  return `<text, ${countOf(text.length, 'character')}>`;
}

/** Formats 1234567 as "1.2 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function countOf(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

function isKnown(name: string): boolean {
  return (
    NUMBER_FIELDS.has(name) ||
    SWITCH_FIELDS.has(name) ||
    WORD_FIELDS.has(name) ||
    ID_FIELDS.has(name) ||
    PICTURE_FIELDS.has(name) ||
    CONTAINER_FIELDS.has(name) ||
    SHAPE_FIELDS.has(name)
  );
}

/** Services number their tasks by UUID. */
function isId(text: string): boolean {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu.test(text);
}

/** A number beyond a double (`JSON.rawJSON`). */
function isRawNumber(value: object): value is { readonly rawJSON: unknown } {
  return Object.getPrototypeOf(value) === null && 'rawJSON' in value;
}
