/**
 * Decodes base64 strictly: Node's decoder skips invalid characters, which would silently damage a
 * picture.
 */

export type Base64Decoder = ReturnType<typeof createBase64Decoder>;

const CLEAN = /^[A-Za-z0-9+/]*$/u;
const DATA_PREFIX = 'data:';
/** Longest `data:` prefix. */
const MAX_PREFIX = 256;

/** Accepts both alphabets, missing padding, white space and a `data:…;base64,` prefix. */
export function createBase64Decoder() {
  let carry = '';
  let ended = false;
  /** Text until it is known whether it is a `data:` prefix; then `undefined`. */
  let start: string | undefined = '';
  /** Reused, because thirty megabytes of buffers would stay until garbage collection. */
  let scratch = Buffer.alloc(0);
  let used = 0;

  /**
   * @returns bytes that are valid until `reuse` @throws RangeError at the first invalid character
   */
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
