/** The JSON answer of a call for a picture. */
import type { PictureType } from './raster.ts';

/** `{image_file, image_type}` as bytes, without a second copy of the base64 text. */
export function pictureAnswer(file: Uint8Array, type: PictureType): Uint8Array<ArrayBuffer> {
  const head = '{"image_file":"';
  const tail = `","image_type":"${type}"}`;
  const length = head.length + Math.ceil(file.byteLength / 3) * 4 + tail.length;
  const bytes = new Uint8Array(new ArrayBuffer(length));
  const buffer = Buffer.from(bytes.buffer);
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('base64');
  buffer.write(head, 0, 'latin1');
  buffer.write(text, head.length, 'latin1');
  buffer.write(tail, head.length + text.length, 'latin1');
  return bytes;
}
