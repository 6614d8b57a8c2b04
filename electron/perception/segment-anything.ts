/** The encoder embeds a picture once, and the decoder answers prompts in 0.05 s. */
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Size } from '../../shared/geometry/rect.ts';
import { setNewest } from '../../shared/set-newest.ts';
import type { ObjectPrompt, Picture, Segmentation } from './messages.ts';
import { MODEL_FILES } from './model-files.ts';
import { loadRuntime, loadSession, once, type Runtime } from './models.ts';

/** Side of the encoder's input: the picture's longer side, padded below or at the right. */
const FRAME = 1024;
/** Side of an answer, pixels. */
const ANSWER = 256;
/** Mean colour of the training pictures, and its deviation below. */
const MEAN = [123.675, 116.28, 103.53] as const;
const DEVIATION = [58.395, 57.12, 57.375] as const;
/** Cached embeddings, 4 MB each. */
const MOST_KEPT = 6;

/** All four masks in original size; the decoder's output is one enlarged mask. */
const READINGS = '/Reshape_9_output_0';
const SCORES = '/iou_prediction_head/layers.2/Gemm_output_0';

/** Point labels; see the export of Segment Anything. */
const LABEL = { beside: 0, on: 1, boxStart: 2, boxEnd: 3, nothing: -1 } as const;

interface Embedded {
  readonly embedding: Tensor;
  readonly size: Size;
}

export function createObjectModel(folder: string) {
  const sessions = once(async () => ({
    runtime: await loadRuntime(),
    encoder: await loadSession(join(folder, MODEL_FILES.objectEncoder)),
    decoder: await loadSession(
      join(folder, MODEL_FILES.objectDecoder),
      additionalOutputs([READINGS, SCORES]),
    ),
  }));
  const kept = new Map<string, Embedded>();

  return {
    /** @throws NotLoaded */
    async load(): Promise<void> {
      await sessions();
    },
    /** @param picture longer side {@link FRAME} @param size in whose pixels prompts are */
    async embed(key: string, picture: Picture, size: Size): Promise<void> {
      if (Math.max(picture.width, picture.height) !== FRAME) throw new Error('Not of the frame.');
      const { runtime, encoder } = await sessions();
      const input = new runtime.Tensor('float32', frameOf(picture), [1, 3, FRAME, FRAME]);
      const { output } = await encoder.run({ input });
      if (output === undefined) throw new Error('The encoder has no output.');
      setNewest(kept, key, { embedding: output, size }, MOST_KEPT);
    },
    /** @returns `null` if the picture is not embedded */
    async segment(key: string, prompt: ObjectPrompt): Promise<Segmentation | null> {
      const embedded = kept.get(key);
      if (embedded === undefined) return null;
      setNewest(kept, key, embedded, MOST_KEPT);
      const { runtime, decoder } = await sessions();
      return await decode(runtime, decoder, embedded, prompt);
    },
  };
}

async function decode(
  runtime: Runtime,
  decoder: InferenceSession,
  { embedding, size }: Embedded,
  prompt: ObjectPrompt,
): Promise<Segmentation> {
  const longer = Math.max(size.width, size.height);
  const { coordinates, labels } = pointsOf(prompt, FRAME / longer);
  const { Tensor: TensorOf } = runtime;
  const outputs = await decoder.run(
    {
      image_embeddings: embedding,
      point_coords: new TensorOf('float32', coordinates, [1, labels.length, 2]),
      point_labels: new TensorOf('float32', labels, [1, labels.length]),
      mask_input: new TensorOf('float32', new Float32Array(ANSWER * ANSWER), [
        1,
        1,
        ANSWER,
        ANSWER,
      ]),
      has_mask_input: new TensorOf('float32', [0], [1]),
      orig_im_size: new TensorOf('float32', [ANSWER, ANSWER], [2]),
    },
    [READINGS, SCORES],
  );
  const masks = outputs[READINGS]?.data as Float32Array;
  const scores = outputs[SCORES]?.data as Float32Array;
  const scale = ANSWER / longer;
  const width = Math.ceil(size.width * scale);
  const height = Math.ceil(size.height * scale);
  const readings = Array.from(scores, (score, index) => {
    const all = masks.subarray(index * ANSWER * ANSWER, (index + 1) * ANSWER * ANSWER);
    const logits = new Float32Array(width * height);
    for (let y = 0; y < height; y += 1) {
      logits.set(all.subarray(y * ANSWER, y * ANSWER + width), y * width);
    }
    return { logits, score };
  });
  return { width, height, scale, readings };
}

/** Converts a prompt for the decoder. @param scale input pixels per picture pixel */
function pointsOf(
  { box, points = [] }: ObjectPrompt,
  scale: number,
): { readonly coordinates: Float32Array; readonly labels: Float32Array } {
  const coordinates = points.flatMap(({ x, y }) => [x * scale, y * scale]);
  const labels: number[] = points.map(({ isOn }) => (isOn ? LABEL.on : LABEL.beside));
  if (box === undefined) {
    coordinates.push(0, 0);
    labels.push(LABEL.nothing);
  } else {
    const { x, y, width, height } = box;
    coordinates.push(x * scale, y * scale, (x + width) * scale, (y + height) * scale);
    labels.push(LABEL.boxStart, LABEL.boxEnd);
  }
  return { coordinates: Float32Array.from(coordinates), labels: Float32Array.from(labels) };
}

/** Normalised planes, padded with zeros. */
function frameOf({ rgb, width, height }: Picture): Float32Array {
  const frame = new Float32Array(3 * FRAME * FRAME);
  for (let channel = 0; channel < 3; channel += 1) {
    const [mean, deviation] = [MEAN[channel] ?? 0, DEVIATION[channel] ?? 1];
    const plane = channel * FRAME * FRAME;
    for (let y = 0; y < height; y += 1) {
      const row = y * width * 3 + channel;
      for (let x = 0; x < width; x += 1) {
        frame[plane + y * FRAME + x] = ((rgb[row + x * 3] ?? 0) - mean) / deviation;
      }
    }
  }
  return frame;
}

/** Fields of onnx.proto. */
const FIELD = { graph: 7, output: 12, name: 1, type: 2, tensorType: 1, elementType: 1 } as const;
const FLOAT = 1;

/** @param names inner values of the graph, 32-bit floats. @returns bytes to append */
function additionalOutputs(names: readonly string[]): Uint8Array {
  const type = message(FIELD.tensorType, Uint8Array.of(FIELD.elementType << 3, FLOAT));
  const outputs = names.map((name) =>
    message(
      FIELD.output,
      joined([message(FIELD.name, new TextEncoder().encode(name)), message(FIELD.type, type)]),
    ),
  );
  return message(FIELD.graph, joined(outputs));
}

function message(field: number, bytes: Uint8Array): Uint8Array {
  const count: number[] = [];
  let rest = bytes.length;
  do {
    const more = rest > 127 ? 128 : 0;
    count.push((rest & 127) | more);
    rest >>= 7;
  } while (rest > 0);
  return joined([Uint8Array.of((field << 3) | 2, ...count), bytes]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
