/** The chart as a file. The window draws it; here its content is checked, since the window may be anybody's. */
import { AppError } from '../../../shared/errors/app-error.ts';
import { sniffFormat } from '../imaging/reading/sniff-format.ts';

/** Bytes. A chart has some hundred thousand. */
const MOST_BYTES = 20_000_000;

/** Elements and attributes that a chart has no use for and that could load or run something. */
const ACTIVE =
  /<(?:script|foreignObject|image|use|a|iframe|style|!|\?)|\bon\w+\s*=|href|url\((?!#)/iu;

/** @throws AppError `invalid-input` for anything but a PNG, or an SVG that draws and does nothing else */
export function requireChart(bytes: Uint8Array, format: 'png' | 'svg'): void {
  // SECURITY: S45 a chart from the window is a plain picture: nothing in it loads or runs anything.
  const isGood =
    bytes.byteLength <= MOST_BYTES &&
    (format === 'png' ? sniffFormat(bytes) === 'png' : isPlainSvg(bytes));
  if (isGood) return;
  throw new AppError({
    kind: 'invalid-input',
    message: 'The chart could not be saved: it is not a picture.',
    details: { bytes: bytes.byteLength, format },
  });
}

function isPlainSvg(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false; // not text at all
  }
  return /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u.test(text) && !ACTIVE.test(text);
}
