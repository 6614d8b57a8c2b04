/** AVIF files with properties that the encoder does not write (ISO/IEC 23008-12, 6.5; ISO/IEC 14496-12, 8.11). */
import sharp from 'sharp';

/** A property of the picture, such as `irot`. */
interface Property {
  readonly type: string;
  readonly data: Buffer;
}

/** Quarter turns against the clock. */
export const turned = (turns: number): Property => ({ type: 'irot', data: Buffer.from([turns]) });
/** 0: top and bottom change places, 1: left and right. */
export const mirrored = (axis: 0 | 1): Property => ({ type: 'imir', data: Buffer.from([axis]) });

/** The part of the picture that is shown. */
export function aperture(
  picture: { readonly width: number; readonly height: number },
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Property {
  const numbers = [part.width, 1, part.height, 1];
  // twice the distance of the middles
  numbers.push(2 * part.x + part.width - picture.width, 2);
  numbers.push(2 * part.y + part.height - picture.height, 2);
  const data = Buffer.alloc(32);
  for (const [index, value] of numbers.entries()) data.writeInt32BE(value, index * 4);
  return { type: 'clap', data };
}

/**
 * @param picture RGB
 * @param properties in the order in which they are applied
 * @param code primaries and transfer function, numbers of ITU-T H.273
 */
export async function avifFile(
  picture: { readonly data: Uint8Array; readonly width: number; readonly height: number },
  properties: readonly Property[],
  code: readonly [number, number] = [1, 13],
): Promise<Buffer> {
  const { data, width, height } = picture;
  const plain = await sharp(data, { raw: { width, height, channels: 3 } })
    .avif({ lossless: true })
    .toBuffer();
  const colour = plain.indexOf('nclx');
  plain.writeUInt16BE(code[0], colour + 4);
  plain.writeUInt16BE(code[1], colour + 6);
  const boxAt = (type: string): number => plain.indexOf(type) - 4;
  const [meta, iprp, ipco, ipma] = [boxAt('meta'), boxAt('iprp'), boxAt('ipco'), boxAt('ipma')];
  const added = Buffer.concat(
    properties.map(({ type, data: content }) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + content.length, 0);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, content]);
    }),
  );
  let count = 0;
  for (let at = ipco + 8; at < ipco + plain.readUInt32BE(ipco); at += plain.readUInt32BE(at))
    count += 1;
  const marks = Buffer.from(properties.map((_none, index) => 0x80 | (count + 1 + index)));
  const ipmaEnd = ipma + plain.readUInt32BE(ipma);
  const ipcoEnd = ipco + plain.readUInt32BE(ipco);
  const grow = (at: number, by: number): void => {
    plain.writeUInt32BE(plain.readUInt32BE(at) + by, at);
  };
  const all = added.length + marks.length;
  grow(meta, all);
  grow(iprp, all);
  grow(ipco, added.length);
  grow(ipma, marks.length);
  // one item: version and flags, number of items, its id, its number of properties
  plain.writeUInt8(plain.readUInt8(ipma + 18) + marks.length, ipma + 18);
  const iloc = boxAt('iloc');
  // one extent at the end of the box: offset and length of four bytes each
  grow(iloc + plain.readUInt32BE(iloc) - 8, all);
  return Buffer.concat([
    plain.subarray(0, ipcoEnd),
    added,
    plain.subarray(ipcoEnd, ipmaEnd),
    marks,
    plain.subarray(ipmaEnd),
  ]);
}
