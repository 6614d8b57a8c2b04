/** Parses `Range` (RFC 9110 §14): one range of bytes, or the whole file. */

type RequestedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/** @returns `whole` for a malformed header or several ranges, as the RFC allows */
export function parseRange(header: string | null, byteLength: number): RequestedRange {
  const match = header === null ? null : /^bytes=(\d*)-(\d*)$/u.exec(header.trim());
  if (match === null) return { kind: 'whole' };
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return { kind: 'whole' };
  if (from === '') {
    const length = Math.min(Number(to), byteLength);
    if (length === 0) return { kind: 'unsatisfiable' };
    return { kind: 'part', first: byteLength - length, last: byteLength - 1 };
  }
  const first = Number(from);
  const last = to === '' ? byteLength - 1 : Math.min(Number(to), byteLength - 1);
  if (to !== '' && Number(to) < first) return { kind: 'whole' };
  if (first >= byteLength) return { kind: 'unsatisfiable' };
  return { kind: 'part', first, last };
}
