/** The single place that redacts text before it is stored. */
import { homedir } from 'node:os';
import { withoutPieces, writingsOf } from './secret-pieces.ts';

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
    /** Also in the encodings of `secret-pieces.ts`, and in pieces of twelve characters or more. */
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
  // In a longer text base64 has three alignments; only the inner characters are certain.
  for (let shift = 0; shift < 3; shift++) {
    const encoded = Buffer.from(' '.repeat(shift) + secret).toString('base64');
    const certain = encoded.slice(Math.ceil((shift * 4) / 3)).replace(/.?=+$/u, '');
    if (certain.length >= 8) forms.push(certain, encodeURIComponent(certain), urlAlphabet(certain));
  }
  return forms;
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
