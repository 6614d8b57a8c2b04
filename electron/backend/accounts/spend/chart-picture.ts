/** Validates the chart that the window has drawn, because the page is untrusted. */
import { invalidInput } from '../../../../shared/errors/app-error.ts';
import { sniffFormat } from '../../vision/imaging/reading/sniff-format.ts';

/** A chart has some hundred thousand bytes. */
const MOST_BYTES = 20_000_000;

/** Elements and attributes that could load or run something. */
const ACTIVE =
  /<(?:script|foreignObject|image|use|a|iframe|style|!|\?)|\bon\w+\s*=|href|url\((?!#)/iu;

/** @throws AppError `invalid-input` for anything but a PNG, or an SVG that only draws */
export function requireChart(bytes: Uint8Array, format: 'png' | 'svg'): void {
  // SECURITY: S45 a chart from the window is a plain picture: nothing in it loads or runs anything.
  const isGood =
    bytes.byteLength <= MOST_BYTES &&
    (format === 'png' ? sniffFormat(bytes) === 'png' : isPlainSvg(bytes));
  if (isGood) return;
  throw invalidInput('The chart could not be saved: it is not a picture.', {
    details: { bytes: bytes.byteLength, format },
  });
}

function isPlainSvg(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false; // Not text at all.
  }
  return /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u.test(text) && !ACTIVE.test(text);
}
