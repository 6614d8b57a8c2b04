/** The single place that redacts text before it is stored. */
import { homedir } from 'node:os';

/** Finds pieces of a secret, whatever separates or escapes their characters. */

/** Characters of the secret. */
const PIECES = {
  /** Shorter pieces are not recognised: such words are in any text. */
  least: 12,
  /** Length of the searched blocks, which are then extended. */
  block: 8,
} as const;

/** Lower-case letters and digits only. */
interface Writing {
  readonly text: string;
  readonly least: number;
  readonly block: number;
}

function writingsOf(secret: string): readonly Writing[] {
  const bytes = [...Buffer.from(secret)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
  const writings: Writing[] = [
    writing(secret, 1),
    writing(hex.join(''), 2), // Also as `%67%65`.
    writing(hex.map((digits) => `u00${digits}`).join(''), 5), // `\u0067`
    writing(hex.map((digits) => `x${digits}`).join(''), 3), // `&#x67;`, `\x67`
    writing(bytes.join(''), 2), // `&#103;`
  ];
  writings.push(...base64Of(secret).map((certain) => writing(certain, 4 / 3)));
  return writings.filter(({ text, least }) => text.length >= least);
}

function withoutPieces(text: string, writings: readonly Writing[], mask: string): string {
  const bare = condense(text);
  const ranges = writings.flatMap((each) => piecesIn(bare, each));
  if (ranges.length === 0) return text;
  const places = placesOf(text);
  let safe = '';
  let at = 0;
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    const from = places[start] ?? text.length;
    const to = (places[end - 1] ?? text.length - 1) + 1;
    if (to <= at) continue;
    safe += from < at ? '' : text.slice(at, from) + mask;
    at = to;
  }
  return safe + text.slice(at);
}

/** @param width characters per character of the secret */
function writing(text: string, width: number): Writing {
  return {
    text: condense(text),
    least: Math.ceil(PIECES.least * width),
    block: Math.ceil(PIECES.block * width),
  };
}

function condense(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/gu, '').toLowerCase();
}

/** Ranges of the condensed text that occur in the encoding, as [start, end). */
function piecesIn(bare: string, { text, least, block }: Writing): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let from = 0; from + block <= text.length; from += Math.max(1, least - block)) {
    const needle = text.slice(from, from + block);
    for (let at = bare.indexOf(needle); at >= 0; at = bare.indexOf(needle, at + 1)) {
      let before = 0;
      while (from > before && at > before && text[from - before - 1] === bare[at - before - 1]) {
        before += 1;
      }
      let after = block;
      while (text[from + after] !== undefined && text[from + after] === bare[at + after]) {
        after += 1;
      }
      if (before + after >= least) found.push([at - before, at + after]);
    }
  }
  return found;
}

function placesOf(text: string): readonly number[] {
  return [...text.matchAll(/[A-Za-z0-9]/gu)].map(({ index }) => index);
}

export type Redactor = ReturnType<typeof createRedactor>;

/** Shorter secrets would turn ordinary words into dots. */
const MIN_SECRET_LENGTH = 4;

const MASK = '[redacted]';

/** Parameters that make a URL a credential. */
const SECRET_PARAMETER =
  /(?:^|[-_])(?:sig|signature|token|tkn|key|apikey|secret|credential|password|passwd|auth|authorization|policy|expires|access)|^x-(?:amz|goog|oss|cos|bce)-/iu;

// SECURITY: S21 S22 one sink for everything that is stored about a call.
export function createRedactor(options?: { readonly home?: string }) {
  const home = options?.home ?? homedir();
  const needles = new Set<string>();
  const writings = new Map<string, ReturnType<typeof writingsOf>>();

  /** Leaves the text otherwise unchanged; for stored bytes. */
  function withoutSecrets(text: string): string {
    let safe = text;
    // Longest first: a secret that contains another one must be replaced as a whole.
    for (const needle of [...needles].sort((a, b) => b.length - a.length)) {
      safe = safe.replaceAll(needle, MASK);
    }
    return withoutPieces(safe, [...writings.values()].flat(), MASK);
  }

  return {
    /** Also encoded, and in pieces of twelve characters or more. */
    register(secret: string): void {
      if (secret.length < MIN_SECRET_LENGTH) return;
      for (const form of formsOf(secret)) needles.add(form);
      writings.set(secret, writingsOf(secret));
    },
    withoutSecrets,
    /** Also removes signed queries, long base64 and the home folder's path. */
    redact(text: string): string {
      const safe = withoutSecrets(text);
      return redactPatterns(home.length > 1 ? safe.replaceAll(home, '~') : safe);
    },
  };
}

/** Encodings of a secret in a URL, header or body; a short secret has no others. */
function formsOf(secret: string): readonly string[] {
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  for (const certain of base64Of(secret)) {
    if (certain.length >= 8) forms.push(certain, encodeURIComponent(certain), urlAlphabet(certain));
  }
  return forms;
}

/** In a longer text base64 has three alignments; only the inner characters are certain. */
function base64Of(secret: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + secret).toString('base64');
    return encoded.slice(Math.ceil((shift * 4) / 3)).replace(/.?=+$/u, '');
  });
}

function urlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

function redactPatterns(text: string): string {
  return (
    text
      // Also as JSON may write it: `https:\\/\\/host\\/o?a=b\\u0026c=d`.
      .replace(/\bhttps?:(?:\\?\/){2}(?:[^\s"'<>\\]|\\\/|\\u0026)+/giu, redactUrl)
      // A path with a query, as in a request line or a proxy's log.
      .replace(/(^|[\s"'=(])(\/[^\s"'<>?]*)\?([^\s"'<>]+)/gu, redactPath)
      // The rest of a truncated or split signed query.
      .replace(
        /\b(x-(?:amz|goog|oss|cos|bce|tos)-[\w-]+|signature|awsaccesskeyid|ossaccesskeyid)=[^\s&"'<>\\]+/giu,
        `$1=${MASK}`,
      )
      // Parts of a signed request that a storage repeats (`<StringToSign>`, `<AWSAccessKeyId>` …).
      .replace(
        /<(\w*(?:sign|signature|accesskeyid|canonicalrequest|token|credential)\w*)>[^<]*(?=<|$)/giu,
        `<$1>${MASK}`,
      )
      .replace(/\bdata:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/=\\\s-]*/giu, 'data:[base64]')
      // Pictures in a body, however short.
      .replace(
        /("(?:\w+_)?(?:image|image_file|mask_file)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gu,
        // Keeps the punctuation of the surrounding sentence.
        (found, name: string) => `${name}"[base64]"${/[.!?]$/u.exec(found)?.[0] ?? ''}`,
      )
      .replace(
        /(["']?\b(?:proxy-)?authorization["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\r\n,;}]+)/giu,
        `$1${MASK}`,
      )
      .replace(/\b([a-z]+-auth["']?\s*:\s*)("[^"]*"|'[^']*'|[^\r\n,;}]+)/giu, `$1${MASK}`)
      .replace(/\b(bearer|basic)\s+[^\s"',;]+/giu, `$1 ${MASK}`)
      .replace(/\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{8,}/gu, MASK)
      // Slashes may be escaped, and old encoders break lines.
      .replace(
        /(?:(?:[A-Za-z0-9+/_-]|\\\/){60,}(?:\\r)?(?:\\n|\r?\n))*(?:[A-Za-z0-9+/_-]|\\\/){96,}={0,2}/gu,
        (run) => `[base64, ${run.length} characters]`,
      )
  );
}

function redactPath(match: string, before: string, path: string, query: string): string {
  const names = query.split('&').map((pair) => pair.split('=')[0] ?? '');
  return names.some((name) => SECRET_PARAMETER.test(name)) ? `${before}${path}?${MASK}` : match;
}

/** Removes a password, and a query that grants access. */
function redactUrl(text: string): string {
  const plain = text.replaceAll('\\/', '/').replaceAll(/\\u0026/giu, '&');
  const url = URL.parse(plain);
  if (url === null) return plain.replace(/\?.*$/su, `?${MASK}`);
  const opens = [...url.searchParams.keys()].some((name) => SECRET_PARAMETER.test(name));
  const credentials = url.username !== '' || url.password !== '';
  if (!opens && !credentials) return text;
  const query = url.search === '' ? '' : `?${opens ? MASK : url.search.slice(1)}`;
  return `${url.protocol}//${url.host}${url.pathname}${query}`;
}
