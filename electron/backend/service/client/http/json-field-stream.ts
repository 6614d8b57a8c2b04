/** Streams one large base64 field; the rest is parsed by `JSON.parse` at the end. */

/** Node's base64 decoder skips invalid characters, which would silently damage a picture. */

type Base64Decoder = ReturnType<typeof createBase64Decoder>;

const CLEAN = /^[A-Za-z0-9+/]*$/u;
const DATA_PREFIX = 'data:';
/** Longest `data:` prefix. */
const MAX_PREFIX = 256;

/** Accepts both alphabets, missing padding, white space and a `data:…;base64,` prefix. */
function createBase64Decoder() {
  let carry = '';
  let ended = false;
  /** Text until it is known whether it is a `data:` prefix; then `undefined`. */
  let start: string | undefined = '';
  /** Reused, because thirty megabytes of buffers would stay until garbage collection. */
  let scratch = Buffer.alloc(0);
  let used = 0;

  /** @returns bytes that are valid until `reuse` @throws RangeError */
  function push(text: string): Buffer {
    if (start === undefined) return decode(text);
    start = (start + text).trimStart();
    const known = start.slice(0, DATA_PREFIX.length).toLowerCase();
    if (known === DATA_PREFIX) {
      const comma = start.indexOf(',');
      if (comma < 0 && start.length <= MAX_PREFIX) return Buffer.alloc(0);
      if (comma < 0 || comma > MAX_PREFIX) throw new RangeError('data: prefix without end');
      return endStart(start.slice(comma + 1));
    }
    return DATA_PREFIX.startsWith(known) ? Buffer.alloc(0) : endStart(start);
  }

  function endStart(rest: string): Buffer {
    start = undefined;
    return decode(rest);
  }

  function decode(text: string): Buffer {
    const clean = CLEAN.test(text) && !ended ? text : cleaned(text);
    const all = carry + clean;
    const whole = all.length - (all.length % 4);
    carry = all.slice(whole);
    return bytesOf(whole === all.length ? all : all.slice(0, whole));
  }

  function bytesOf(base64: string): Buffer {
    const most = Math.ceil(base64.length / 4) * 3;
    if (used + most > scratch.length) {
      scratch = Buffer.allocUnsafe(Math.max(most, 2 * scratch.length));
      used = 0;
    }
    const bytes = scratch.subarray(used, used + scratch.write(base64, used, 'base64'));
    used += bytes.length;
    return bytes;
  }

  /** Slow path: white space, URL alphabet and padding. */
  function cleaned(text: string): string {
    const packed = text
      .replace(/[ \t\r\n]+/gu, '')
      .replace(/-/gu, '+')
      .replace(/_/gu, '/');
    const padding = packed.indexOf('=');
    const data = padding < 0 ? packed : packed.slice(0, padding);
    if (!CLEAN.test(data) || (ended && data !== '')) throw new RangeError('not base64');
    if (padding >= 0) {
      if (!/^=+$/u.test(packed.slice(padding))) throw new RangeError('not base64');
      ended = true;
    }
    return data;
  }

  /** @throws RangeError if the text is truncated */
  function end(): Buffer {
    const head = start === undefined ? Buffer.alloc(0) : endStart(start);
    if (carry.length === 1) throw new RangeError('base64 ends within a byte');
    const tail = Buffer.from(carry, 'base64');
    carry = '';
    return Buffer.concat([head, tail]);
  }

  function reuse(): void {
    used = 0;
  }

  return { push, end, reuse };
}

export type JsonFieldStream = ReturnType<typeof createJsonFieldStream>;

export interface JsonFieldResult {
  readonly rest: unknown;
  readonly found: boolean;
}

/** `problem` says in a few words what is unexpected. */
export class JsonFieldError extends Error {
  readonly problem:
    | 'not-json'
    | 'not-base64'
    | 'too-long'
    | 'too-deep'
    | 'repeated-field'
    | 'no-picture';

  constructor(problem: JsonFieldError['problem'], message: string) {
    super(message);
    this.name = 'JsonFieldError';
    this.problem = problem;
  }
}

/** Most bytes besides the field; an honest answer needs a few hundred. */
const MAX_REST_BYTES = 1024 * 1024;

/** Nesting depth; an honest answer has a handful, and thousands overflow the stack. */
const MAX_DEPTH = 100;

const BYTE = {
  quote: 0x22,
  backslash: 0x5c,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  comma: 0x2c,
  colon: 0x3a,
  space: 0x20,
  letterU: 0x75,
} as const;

/** Single-character escapes (RFC 8259, section 7). */
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** @param field name in the outermost object; ignored deeper inside */
export function createJsonFieldStream(field: string) {
  const rest = createRest();
  /** Open containers, outermost first; true is an object. */
  const containers: boolean[] = [];
  let mode: 'structure' | 'string' | 'field' = 'structure';
  /** In the outermost object: the next string is a key. */
  let keyIsNext = false;
  /** Start of the current key in `rest`, if it matters. */
  let keyStart: number | undefined;
  /** The field's key was read, and its value follows. */
  let valueIsField = false;
  let escaped = false;
  /** An incomplete escape within the field, from its backslash. */
  let pendingEscape = '';
  let decoder: Base64Decoder | undefined;
  let found = false;
  let output: Buffer[] = [];

  /** @returns bytes that are valid until the next call @throws JsonFieldError */
  function push(chunk: Uint8Array): readonly Buffer[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    output = [];
    decoder?.reuse();
    let index = 0;
    while (index < bytes.length) {
      if (mode === 'field') index = readField(bytes, index);
      else if (mode === 'string') index = readString(bytes, index);
      else index = readStructure(bytes, index);
    }
    return output;
  }

  function readStructure(bytes: Buffer, index: number): number {
    const byte = bytes[index] ?? 0;
    rest.add(bytes.subarray(index, index + 1));
    switch (byte) {
      case BYTE.quote:
        startString();
        break;
      case BYTE.openBrace:
      case BYTE.openBracket:
        containers.push(byte === BYTE.openBrace);
        if (containers.length > MAX_DEPTH)
          throw new JsonFieldError('too-deep', 'nested too deeply');
        keyIsNext = containers.length === 1 && byte === BYTE.openBrace;
        valueIsField = false;
        break;
      case BYTE.closeBrace:
      case BYTE.closeBracket:
        containers.pop();
        break;
      case BYTE.comma:
        keyIsNext = containers.length === 1 && containers[0] === true;
        valueIsField = false;
        break;
      default:
        // Another kind of value.
        if (byte > BYTE.space && byte !== BYTE.colon) valueIsField = false;
    }
    return index + 1;
  }

  function startString(): void {
    if (valueIsField) {
      if (found) throw new JsonFieldError('repeated-field', `"${field}" is there twice`);
      valueIsField = false;
      found = true;
      decoder = createBase64Decoder();
      mode = 'field';
      return;
    }
    keyStart = keyIsNext ? rest.length() - 1 : undefined;
    keyIsNext = false;
    mode = 'string';
  }

  function readString(bytes: Buffer, start: number): number {
    let index = start;
    for (; index < bytes.length; index++) {
      const byte = bytes[index] ?? 0;
      if (escaped) escaped = false;
      else if (byte === BYTE.backslash) escaped = true;
      else if (byte === BYTE.quote) break;
    }
    const closed = index < bytes.length;
    rest.add(bytes.subarray(start, closed ? index + 1 : index));
    if (!closed) return index;
    mode = 'structure';
    if (keyStart !== undefined) valueIsField = isField(rest.textFrom(keyStart));
    keyStart = undefined;
    return index + 1;
  }

  function isField(rawKey: string): boolean {
    try {
      return JSON.parse(rawKey) === field;
    } catch {
      return false; // The final JSON.parse reports it.
    }
  }

  function readField(bytes: Buffer, start: number): number {
    if (pendingEscape !== '') return readEscape(bytes, start);
    const quote = bytes.indexOf(BYTE.quote, start);
    const limit = quote < 0 ? bytes.length : quote;
    const backslash = bytes.subarray(start, limit).indexOf(BYTE.backslash);
    const end = backslash < 0 ? limit : start + backslash;
    const text = bytes.toString('latin1', start, end);
    // RFC 8259, section 7: strings contain no raw line breaks.
    if (/[^ -~]/u.test(text)) throw notBase64();
    take((from) => from.push(text));
    if (backslash >= 0) {
      pendingEscape = '\\';
      return end + 1;
    }
    if (quote < 0) return end;
    take((from) => from.end());
    decoder = undefined;
    rest.add(bytes.subarray(quote, quote + 1));
    mode = 'structure';
    return quote + 1;
  }

  function readEscape(bytes: Buffer, index: number): number {
    pendingEscape += String.fromCharCode(bytes[index] ?? 0);
    if (pendingEscape.length === 2 && bytes[index] !== BYTE.letterU) {
      const character = SHORT_ESCAPES[pendingEscape.slice(1)];
      if (character === undefined) throw notBase64();
      pendingEscape = '';
      take((from) => from.push(character));
    } else if (pendingEscape.length === 6) {
      const digits = pendingEscape.slice(2);
      if (!/^[0-9a-f]{4}$/iu.test(digits)) throw notBase64();
      pendingEscape = '';
      take((from) => from.push(String.fromCharCode(Number.parseInt(digits, 16))));
    }
    return index + 1;
  }

  function take(read: (from: Base64Decoder) => Buffer): void {
    if (decoder === undefined) return;
    try {
      const bytes = read(decoder);
      if (bytes.length > 0) output.push(bytes);
    } catch {
      throw notBase64();
    }
  }

  function notBase64(): JsonFieldError {
    return new JsonFieldError('not-base64', `"${field}" is not base64`);
  }

  /** Call once at the end. @throws JsonFieldError */
  function end(): JsonFieldResult {
    if (mode !== 'structure') throw new JsonFieldError('not-json', 'the text ends within a string');
    try {
      return { rest: JSON.parse(rest.textFrom(0).replace(/^\uFEFF/u, '')), found };
    } catch {
      throw new JsonFieldError('not-json', 'the text is not complete JSON');
    }
  }

  return {
    push,
    end,
    /** Returns bytes that a `push` decoded before it threw. */
    decodedBefore: (): readonly Buffer[] => output,
    /** The text without the field's content, for error reports. */
    excerpt: (): string => rest.textFrom(0),
  };
}

/** The text without the field, in a growing buffer with a limit. */
function createRest() {
  let buffer = Buffer.alloc(1024);
  let length = 0;
  return {
    add(bytes: Buffer): void {
      if (length + bytes.length > MAX_REST_BYTES) {
        throw new JsonFieldError('too-long', 'more text than an answer has');
      }
      if (length + bytes.length > buffer.length) {
        const larger = Buffer.alloc(Math.max(buffer.length * 2, length + bytes.length));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      bytes.copy(buffer, length);
      length += bytes.length;
    },
    length: () => length,
    textFrom: (start: number) => buffer.toString('utf8', start, length),
  };
}
