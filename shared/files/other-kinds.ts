interface ExtensionKind {
  readonly is: string;
  readonly isRaw: boolean;
}

const RAW =
  'CR2 CR3 CRW NEF NRW ARW SRF SR2 SRW DNG RAF ORF ORI RW2 RWL RAW PEF PTX X3F 3FR FFF IIQ EIP CAP ERF MEF MOS MRW DCR DCS KDC K25 GPR BAY BRAW';

const OTHERS: readonly (readonly [string, string])[] = [
  ['a camera RAW file', RAW],
  ['a Photoshop document (PSD)', 'PSD'],
  ['a large Photoshop document (PSB)', 'PSB'],
  ['a JPEG XL picture', 'JXL'],
  ['a JPEG XR picture', 'JXR WDP HDP'],
  ['a JPEG 2000 picture', 'JP2 J2K JPF JPX JPM J2C'],
  ['an SVG drawing', 'SVG SVGZ'],
  ['a PDF', 'PDF'],
  ['a PostScript drawing (EPS)', 'EPS PS'],
  ['an Illustrator document', 'AI'],
  ['an InDesign document', 'INDD IDML'],
  ['an icon', 'ICO CUR ICNS'],
  ['a GIMP picture (XCF)', 'XCF'],
  ['a Krita picture', 'KRA'],
  ['a Clip Studio picture', 'CLIP'],
  ['a Procreate picture', 'PROCREATE'],
  ['an Affinity document', 'AFPHOTO AFDESIGN AFPUB AF'],
  ['a Sketch document', 'SKETCH'],
  ['a Figma document', 'FIG'],
  ['a CorelDRAW document', 'CDR'],
  ['an OpenEXR picture', 'EXR'],
  ['a Radiance picture (HDR)', 'HDR'],
  ['a Targa picture (TGA)', 'TGA'],
  ['a DDS texture', 'DDS'],
  ['a PCX picture', 'PCX'],
  ['a QOI picture', 'QOI'],
  ['a portable pixmap (PNM)', 'PBM PGM PPM PNM PAM'],
  ['a DICOM picture', 'DCM'],
  ['a FITS picture', 'FITS FIT'],
  ['a film', 'MP4 M4V MOV AVI MKV WEBM MTS M2TS MPG MPEG WMV 3GP'],
];

const BY_EXTENSION: ReadonlyMap<string, ExtensionKind> = new Map(
  OTHERS.flatMap(([is, extensions]) =>
    extensions
      .split(' ')
      .map((extension) => [extension, { is, isRaw: extensions === RAW }] as const),
  ),
);

/** @returns `undefined` without an extension, and for types that are neither pictures nor films */
export function extensionKind(name: string): ExtensionKind | undefined {
  return BY_EXTENSION.get(extensionOf(name));
}

function extensionOf(name: string): string {
  return /\.([^.]+)$/u.exec(name)?.[1]?.toUpperCase() ?? '';
}

interface OtherKind {
  readonly kind: string;
  readonly count: number;
}

/** Most frequent type first. @param names may include pictures */
export function countOtherKinds(names: Iterable<string>): readonly OtherKind[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    if (extensionKind(name) === undefined) continue;
    const kind = extensionOf(name);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind));
}

/** E.g. “12 files of other kinds: 9 CR3, 3 PSD”; empty for none. */
export function otherKindsLine(kinds: readonly OtherKind[]): string {
  const sum = kinds.reduce((all, { count }) => all + count, 0);
  if (sum === 0) return '';
  const each = kinds.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  return `${sum} ${sum === 1 ? 'file of another kind' : 'files of other kinds'}: ${each}`;
}
