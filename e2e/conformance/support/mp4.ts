/** Reads an mp4 file with one H.264 track by mediabunny; no frame is decoded. */
import { BufferSource, type EncodedPacket, EncodedPacketSink, Input, MP4 } from 'mediabunny';

/** Facts about a video that the checks need. */
export type Video = Awaited<ReturnType<typeof readVideo>>;

/** @throws Error when it is no such file */
export async function readVideo(file: Buffer) {
  using input = new Input({ source: new BufferSource(file), formats: [MP4] });
  const tracks = await input.getTracks();
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error('There is no video track.');
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return {
    tracks: tracks.length,
    /** Such as `avc1.42c01f`. */
    codec: config.codec,
    width: config.codedWidth ?? 0,
    height: config.codedHeight ?? 0,
    seconds: await input.computeDuration(),
    frameSeconds: packets.map(({ duration }) => duration),
    /** The bytes of each frame. */
    frames: packets.map(({ data }) => data),
    /** Whether a player may begin at each frame. */
    entryPoints: packets.map(({ type }) => type === 'key'),
    /** For each frame, the types of its units (5: complete picture). */
    unitTypes: packets.map(({ data }) => unitTypes(Buffer.from(data))),
  };
}

/** Each unit is preceded by its length in four bytes; its type is in the lower five bits (H.264, 7.4.1). */
function unitTypes(frame: Buffer): readonly number[] {
  const types: number[] = [];
  let at = 0;
  for (; at < frame.length; at += 4 + frame.readUInt32BE(at)) {
    types.push(frame.readUInt8(at + 4) & 31);
  }
  if (at !== frame.length) throw new Error('A unit ends after its frame.');
  return types;
}
