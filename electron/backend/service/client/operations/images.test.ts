import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { byteSourceOfBytes } from '../http/byte-source.ts';
import { wasNeverSent } from '../http/network-errors.ts';
import { failureOf, startClientBench } from '../testing/client-bench.ts';
import { fakePng } from '../testing/pictures.ts';
import { answering } from '../testing/quirky-server.ts';

const PICTURE = fakePng(1000);
const FACE = fakePng(700);
const EDITED = fakePng(2000);
const ANSWER = answering(
  200,
  JSON.stringify({ image_file: EDITED.toString('base64'), image_type: 'png' }),
);

function bodyOf(seen: readonly { readonly body: Buffer }[]): unknown {
  return JSON.parse(seen[0]?.body.toString() ?? '');
}

describe('POST /v3/remove-text', () => {
  const request = {
    image: byteSourceOfBytes(PICTURE),
    imageSize: { width: 1024, height: 1024 },
    responseType: 'jpeg',
    enterprisePlan: true,
  } as const;

  it('sends the picture and stores the returned one', async () => {
    await using bench = await startClientBench(ANSWER);
    const answerPath = join(bench.folder, 'a');
    const received = await bench.client.removeText(request, { answerPath });
    expect(received).toEqual({ imageType: 'png', path: answerPath, byteLength: EDITED.length });
    expect(await readFile(answerPath)).toEqual(EDITED);
    expect(bench.server.seen[0]).toMatchObject({ method: 'POST', url: '/v3/remove-text' });
    expect(bodyOf(bench.server.seen)).toEqual({
      extra: { response_image_type: 'jpeg', enterprise_plan: { enabled: true } },
      image_file: PICTURE.toString('base64'),
    });
  });

  it('sends nothing that exceeds the limits', async () => {
    await using bench = await startClientBench(ANSWER);
    const call = (change: object) =>
      failureOf(
        bench.client.removeText({ ...request, ...change }, { answerPath: join(bench.folder, 'a') }),
      );
    const wide = await call({ imageSize: { width: 1025, height: 10 } });
    expect(wide).toMatchObject({ kind: 'too-large', details: { limit: '1024 × 1024' } });
    const heavy = await call({ image: { ...request.image, byteLength: 30_000_001 } });
    const odd = await call({ responseType: 'gif' });
    expect([wide, heavy, odd].every(wasNeverSent)).toBe(true);
    expect(bench.server.connectionCount()).toBe(0);
  });
});

describe('POST /v3/merge-face', () => {
  const request = {
    face: byteSourceOfBytes(FACE),
    faceSize: { width: 2048, height: 2048 },
    picture: byteSourceOfBytes(PICTURE),
    pictureSize: { width: 2048, height: 2048 },
    responseType: 'png',
  } as const;

  it('sends the face as the source and the picture as the target', async () => {
    await using bench = await startClientBench(ANSWER);
    await bench.client.mergeFace(request, { answerPath: join(bench.folder, 'a') });
    expect(bench.server.seen[0]?.url).toBe('/v3/merge-face');
    expect(bodyOf(bench.server.seen)).toEqual({
      extra: { response_image_type: 'png' },
      face_image_file: FACE.toString('base64'),
      image_file: PICTURE.toString('base64'),
    });
  });

  it('checks both pictures', async () => {
    await using bench = await startClientBench(ANSWER);
    for (const change of [
      { faceSize: { width: 2049, height: 1 } },
      { pictureSize: { width: 1, height: 2049 } },
      { face: byteSourceOfBytes(new Uint8Array()) },
    ]) {
      const answerPath = join(bench.folder, 'a');
      const error = await failureOf(
        bench.client.mergeFace({ ...request, ...change }, { answerPath }),
      );
      expect(wasNeverSent(error)).toBe(true);
    }
    expect(bench.server.connectionCount()).toBe(0);
  });

  it('ignores the declared type: the bytes decide', async () => {
    const body = { image_type: 'image/x-odd', image_file: EDITED.toString('base64') };
    await using bench = await startClientBench(answering(200, JSON.stringify(body)));
    const received = await bench.client.mergeFace(request, { answerPath: join(bench.folder, 'a') });
    expect(received.imageType).toBe('png');
  });
});

describe('POST /v3/cleanup', () => {
  it('checks the pixel count when it is known', async () => {
    await using bench = await startClientBench(ANSWER);
    const image = byteSourceOfBytes(PICTURE);
    const imageSize = { width: 4001, height: 4000 };
    const request = { image, mask: image, responseType: 'png', imageSize } as const;
    const answerPath = join(bench.folder, 'a');
    const error = await failureOf(bench.client.cleanup(request, { answerPath }));
    expect(error).toMatchObject({ kind: 'too-large', details: { limit: 16_000_000 } });
    expect(bench.server.connectionCount()).toBe(0);
  });
});
