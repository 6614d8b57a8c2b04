/**
 * A small HEIC file: one HEVC picture whose blocks are stored as plain samples (I_PCM), in a HEIF
 * container. Sources: ITU-T H.265 (7.3 for the syntax, 9.3.4 for the arithmetic coder), ISO/IEC 23008-12
 * and 14496-15 for the boxes.
 */
import { bitWriter, toNal, type BitWriter } from './hevc-bits.ts';

/** Pixels along a block. */
const BLOCK = 16;

export interface HeicOptions {
  /** Multiples of 16; at most twelve blocks in all. */
  readonly width: number;
  readonly height: number;
  /** Bits of a sample; 8 unless given. */
  readonly bits?: 8 | 10;
  /** Brightness of a pixel, 0 to 255, or to 1023. The picture is grey. */
  readonly grey: (x: number, y: number) => number;
  /** Quarter turns against the clock. */
  readonly turns?: 0 | 1 | 2 | 3;
  readonly profile?: Uint8Array;
  /** Primaries and transfer function, numbers of ITU-T H.273; those of sRGB unless given. */
  readonly code?: readonly [number, number];
  /** A TIFF block of the camera. */
  readonly exif?: Uint8Array;
}

export function heicFile(options: HeicOptions): Buffer {
  const { width, height, grey, turns = 0, profile, exif, code = [1, 13], bits = 8 } = options;
  const parameterSets = [
    videoParameters(),
    pictureSequence(width, height, bits),
    pictureParameters(),
  ];
  const slice = toNal(20, sliceOf(width, height, grey, bits)); // IDR_N_LP
  const items = [
    { type: 'hvc1', data: Buffer.concat([uint(4, slice.length), slice]) },
    // the block begins after the four bytes of its offset
    ...(exif === undefined ? [] : [{ type: 'Exif', data: Buffer.concat([uint(4, 0), exif]) }]),
  ];
  const properties = [
    decoderConfiguration(
      parameterSets.map((set, index) => toNal(32 + index, set)),
      bits,
    ),
    fullBox('ispe', uint(4, width), uint(4, height)),
    profile === undefined
      ? box('colr', 'nclx', uint(2, code[0]), uint(2, code[1]), uint(2, 6), uint(1, 0x80))
      : box('colr', 'prof', Buffer.from(profile)),
    box('irot', uint(1, turns)),
  ];
  const fileType = box('ftyp', 'heic', uint(4, 0), 'mif1', 'heic');
  const meta = (dataAt: number): Buffer =>
    fullBox(
      'meta',
      fullBox('hdlr', uint(4, 0), 'pict', Buffer.alloc(12), uint(1, 0)),
      fullBox('pitm', uint(2, 1)),
      fullBox('iloc', uint(2, 0x44_00), uint(2, items.length), ...places(items, dataAt)),
      fullBox(
        'iinf',
        uint(2, items.length),
        ...items.map(({ type }, index) =>
          versionedBox('infe', 2, uint(2, index + 1), uint(2, 0), type, uint(1, 0)),
        ),
      ),
      // the camera's data describe the picture
      ...(exif === undefined
        ? []
        : [fullBox('iref', box('cdsc', uint(2, 2), uint(2, 1), uint(2, 1)))]),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox(
          'ipma',
          uint(4, 1),
          uint(2, 1),
          uint(1, properties.length),
          ...properties.map((_none, index) =>
            uint(1, index === 1 || index === 2 ? index + 1 : 0x81 + index),
          ),
        ),
      ),
    );
  const dataAt = fileType.length + meta(0).length + 8;
  return Buffer.concat([fileType, meta(dataAt), box('mdat', ...items.map(({ data }) => data))]);
}

/** Where the items are: one extent each, offsets and lengths of four bytes. */
function places(items: readonly { readonly data: Buffer }[], dataAt: number): readonly Buffer[] {
  let at = dataAt;
  return items.map(({ data }, index) => {
    const place = [uint(2, index + 1), uint(2, 0), uint(2, 1), uint(4, at), uint(4, data.length)];
    at += data.length;
    return Buffer.concat(place);
  });
}

/** The main still picture profile, level 3. */
function profileTierLevel(bits: BitWriter): void {
  bits.u(8, 3);
  bits.u(32, 0x70_00_00_00);
  bits.u(4, 0b1001);
  bits.u(32, 0);
  bits.u(12, 0);
  bits.u(8, 90);
}

function videoParameters(): BitWriter {
  const bits = bitWriter();
  bits.u(4, 0);
  bits.u(2, 3);
  bits.u(6, 0);
  bits.u(3, 0);
  bits.u(1, 1);
  bits.u(16, 0xff_ff);
  profileTierLevel(bits);
  bits.u(1, 1);
  for (let index = 0; index < 3; index++) bits.ue(0);
  bits.u(6, 0);
  bits.ue(0);
  bits.u(2, 0);
  return bits;
}

function pictureSequence(width: number, height: number, depth: number): BitWriter {
  const bits = bitWriter();
  bits.u(4, 0);
  bits.u(3, 0);
  bits.u(1, 1);
  profileTierLevel(bits);
  bits.ue(0);
  bits.ue(1); // 4:2:0
  bits.ue(width);
  bits.ue(height);
  bits.u(1, 0);
  bits.ue(depth - 8);
  bits.ue(depth - 8);
  bits.ue(0);
  bits.u(1, 1);
  for (let index = 0; index < 3; index++) bits.ue(0);
  bits.ue(1); // blocks of 16 pixels, which are not split
  bits.ue(0);
  bits.ue(0);
  bits.ue(2);
  bits.ue(0);
  bits.ue(0);
  bits.u(3, 0);
  bits.u(1, 1); // samples as they are
  bits.u(4, depth - 1);
  bits.u(4, depth - 1);
  bits.ue(1);
  bits.ue(0);
  bits.u(1, 1);
  bits.ue(0);
  bits.u(5, 0);
  return bits;
}

function pictureParameters(): BitWriter {
  const bits = bitWriter();
  bits.ue(0);
  bits.ue(0);
  bits.u(7, 0);
  bits.ue(0);
  bits.ue(0);
  bits.ue(0); // se(0)
  bits.u(3, 0);
  bits.ue(0);
  bits.ue(0);
  bits.u(7, 0);
  bits.u(1, 1);
  bits.u(1, 0);
  bits.u(1, 1); // no deblocking
  bits.u(2, 0);
  bits.ue(0);
  bits.u(2, 0);
  return bits;
}

function sliceOf(
  width: number,
  height: number,
  grey: HeicOptions['grey'],
  depth: number,
): BitWriter {
  const bits = bitWriter();
  bits.u(2, 0b10);
  bits.ue(0);
  bits.ue(2); // an I slice
  bits.ue(0); // se(0)
  bits.stop();
  const count = (width / BLOCK) * (height / BLOCK);
  for (let block = 0; block < count; block++) {
    const left = (block % (width / BLOCK)) * BLOCK;
    const top = Math.floor(block / (width / BLOCK)) * BLOCK;
    bits.startCoder();
    if (block > 0) bits.codeEnd(false); // end of the slice: of the block before
    bits.codeWholeBlock(block);
    bits.codeEnd(true); // the block is stored as it is
    bits.align();
    for (let y = 0; y < BLOCK; y++) {
      for (let x = 0; x < BLOCK; x++) bits.u(depth, grey(left + x, top + y));
    }
    for (let sample = 0; sample < BLOCK * (BLOCK / 2); sample++) bits.u(depth, 2 ** (depth - 1));
  }
  bits.startCoder();
  bits.codeEnd(true); // its last bit is the stop bit of the unit
  return bits;
}

function decoderConfiguration(parameterSets: readonly Buffer[], bits: number): Buffer {
  return box(
    'hvcC',
    uint(1, 1),
    uint(1, 3),
    uint(4, 0x70_00_00_00),
    Buffer.from([0x90, 0, 0, 0, 0, 0, 90]),
    uint(2, 0xf0_00),
    Buffer.from([0xfc, 0xfd, 0xf8 + bits - 8, 0xf8 + bits - 8]),
    uint(2, 0),
    uint(1, 0x0f), // lengths of four bytes
    uint(1, parameterSets.length),
    ...parameterSets.map((set, index) =>
      Buffer.concat([uint(1, 0x80 | (32 + index)), uint(2, 1), uint(2, set.length), set]),
    ),
  );
}

function uint(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const parts = content.map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
  );
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([uint(4, length), Buffer.from(type, 'latin1'), ...parts]);
}

function versionedBox(
  type: string,
  version: number,
  ...content: readonly (Buffer | string)[]
): Buffer {
  return box(type, Buffer.from([version, 0, 0, 0]), ...content);
}

function fullBox(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  return versionedBox(type, 0, ...content);
}
