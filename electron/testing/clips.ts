/** Small clips for tests: real files whose frames are even areas of rising brightness. */
import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import sharp from 'sharp';
import { encodeMp4 } from '../practice-service/video/encode-mp4.ts';

/** An H.264 film in an mp4 file; both sides even. */
export async function smallMp4(
  frameCount: number,
  { width, height, rate = 6 }: { width: number; height: number; rate?: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const frames = Array.from({ length: frameCount }, (_none, index) => {
    const frame = new Uint8Array((width * height * 3) / 2).fill(128);
    frame.fill(16 + ((index * 37) % 220), 0, width * height);
    return frame;
  });
  return new Uint8Array(await encodeMp4(frames, { width, height }, rate));
}

/** The same film with other times. @param seconds begin of each frame; and the end of the last */
export async function withTimes(
  film: Uint8Array<ArrayBuffer>,
  seconds: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  using input = new Input({ source: new BufferSource(film), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('This is no film.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const packets = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(packets);
  await output.start();
  let index = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const [start = 0, end = 0] = seconds.slice(index, index + 2);
    index += 1;
    await packets.add(new EncodedPacket(packet.data, packet.type, start, end - start), {
      decoderConfig,
    });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('The film was not written.');
  return new Uint8Array(target.buffer);
}

/** The same film with one edit that begins at a tick of the film's own clock (ISO 14496-12, 8.6.6). */
export function withEdit(
  film: Uint8Array<ArrayBuffer>,
  mediaTime: number,
): Uint8Array<ArrayBuffer> {
  const edit = new Uint8Array(36);
  const view = new DataView(edit.buffer);
  view.setUint32(0, 36);
  edit.set(new TextEncoder().encode('edts'), 4);
  view.setUint32(8, 28);
  edit.set(new TextEncoder().encode('elst'), 12);
  view.setUint32(20, 1);
  view.setUint32(24, 0x7fff_ffff);
  view.setUint32(28, mediaTime);
  view.setUint32(32, 0x0001_0000);
  const [moov, trak, tkhd] = [find(film, 'moov'), find(film, 'trak'), find(film, 'tkhd')];
  if (find(film, 'mdat') > moov) throw new Error('The pictures have to lie before the index.');
  const boxes = new DataView(film.buffer);
  const cut = tkhd + boxes.getUint32(tkhd);
  const edited = new Uint8Array(film.byteLength + edit.byteLength);
  edited.set(film.subarray(0, cut));
  edited.set(edit, cut);
  edited.set(film.subarray(cut), cut + edit.byteLength);
  const sizes = new DataView(edited.buffer);
  for (const box of [moov, trak]) sizes.setUint32(box, sizes.getUint32(box) + edit.byteLength);
  return edited;
}

/** An animated GIF or WebP. @param delays ms, one a frame */
export async function smallAnimation(
  format: 'gif' | 'webp',
  delays: readonly number[],
  { width, height }: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const page = width * height * 3;
  const samples = new Uint8Array(page * delays.length);
  delays.forEach((_delay, index) => {
    samples.fill((index * 37) % 256, index * page, (index + 1) * page);
  });
  const picture = sharp(samples, {
    raw: { width, height: height * delays.length, channels: 3, pageHeight: height },
  });
  const written = picture.toFormat(format, { delay: [...delays], loop: 0 });
  return new Uint8Array(await written.toBuffer());
}

/** Where a box begins, by its name. */
function find(film: Uint8Array, name: string): number {
  const at = Buffer.from(film).lastIndexOf(name);
  if (at < 4) throw new Error(`There is no box ${name}.`);
  return at - 4;
}
