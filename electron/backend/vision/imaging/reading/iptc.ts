/** Sources: IPTC-NAA Information Interchange Model 4.2; Photoshop file format. */

const PHOTOSHOP = { name: 'Photoshop 3.0\0', signature: '8BIM', iptc: 1028 } as const;
const MARKER = 0x1c;
/** Envelope (character set) and application; other records are for pixels and previews. */
const RECORD = { envelope: 1, application: 2 } as const;
/** Captions as pictures, sound, previews. */
const COPIES: ReadonlySet<number> = new Set([125, 150, 151, 152, 153, 154, 200, 201, 202]);
/** Location by code and name, city, sublocation, province, country by code and name. */
const PLACES: ReadonlySet<number> = new Set([26, 27, 90, 92, 95, 100, 101]);

/** @param iptc from the decoder @returns `undefined` if nothing is kept */
export function iptcForResult(iptc: Buffer, keepsPlace: boolean): Buffer | undefined {
  const records = recordsOf(iptc);
  const kept: Buffer[] = [];
  let hasContent = false;
  for (let at = 0; at + 5 <= records.length && records[at] === MARKER;) {
    const record = records[at + 1] ?? 0;
    const dataset = records[at + 2] ?? 0;
    const length = records.readUInt16BE(at + 3);
    const end = at + 5 + length;
    // Lengths above 15 bits don't occur in captions.
    if (length >= 0x8000 || end > records.length) break;
    const isApplication = record === RECORD.application && !COPIES.has(dataset);
    const isKept =
      record === RECORD.envelope || (isApplication && (keepsPlace || !PLACES.has(dataset)));
    if (isKept) kept.push(records.subarray(at, end));
    hasContent ||= isKept && isApplication && dataset !== 0;
    at = end;
  }
  return hasContent ? Buffer.concat(kept) : undefined;
}

function recordsOf(iptc: Buffer): Buffer {
  if (!iptc.toString('latin1', 0, PHOTOSHOP.name.length).startsWith(PHOTOSHOP.name)) return iptc;
  for (let at = PHOTOSHOP.name.length; at + 12 <= iptc.length;) {
    if (iptc.toString('latin1', at, at + 4) !== PHOTOSHOP.signature) break;
    const nameLength = (iptc[at + 6] ?? 0) + 1;
    const sizeAt = at + 6 + nameLength + (nameLength % 2);
    if (sizeAt + 4 > iptc.length) break;
    const size = iptc.readUInt32BE(sizeAt);
    const data = iptc.subarray(sizeAt + 4, sizeAt + 4 + size);
    if (iptc.readUInt16BE(at + 4) === PHOTOSHOP.iptc) return data;
    at = sizeAt + 4 + size + (size % 2);
  }
  return Buffer.alloc(0);
}
