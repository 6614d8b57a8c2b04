/** MediaPipe's full-range BlazeFace by OpenCV. Its input is 192 × 192 pixels. */
import type { Point } from '../../shared/geometry/rect.ts';
import type { OpenCv } from '../workers/opencv.ts';
import type { Face, Picture } from './messages.ts';
import { once, readModel } from './models.ts';
import { netOf, openCv, type Net } from './opencv-net.ts';

/** Side of the input, pixels. */
const FACE_FRAME = 192;
/** Cells per side; each may contain a face's centre. */
const CELLS = 48;
/** Values per cell: centre, width and height, then the points. */
const NUMBERS = 16;
const POINTS = 6;
/** Least score of a result, 0.3, as a logit; callers may require more. */
const LEAST_LOGIT = Math.log(0.3 / 0.7);

export type FaceModel = ReturnType<typeof createFaceModel>;

/** @param folder of the models */
export function createFaceModel(folder: string) {
  const net = once(async () => {
    const cv = await openCv();
    return { cv, net: netOf(cv, 'faces.tflite', await readModel(folder, 'faces')) };
  });

  return {
    /** @throws NotLoaded */
    async load(): Promise<void> {
      await net();
    },
    /** @param picture at most 192 × 192 pixels. @returns overlapping detections of all cells */
    async find(picture: Picture): Promise<readonly Face[]> {
      const loaded = await net();
      return facesOf(run(loaded.cv, loaded.net, picture));
    },
  };
}

interface NetOutput {
  readonly scores: Float32Array;
  readonly places: Float32Array;
}

function run(cv: OpenCv, net: Net, { rgb, width, height }: Picture): NetOutput {
  const square = new Uint8Array(FACE_FRAME * FACE_FRAME * 3);
  for (let y = 0; y < height; y += 1) {
    square.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * FACE_FRAME * 3);
  }
  const matrix = cv.matFromArray(FACE_FRAME, FACE_FRAME, cv.CV_8UC3, square);
  const size = new cv.Size(FACE_FRAME, FACE_FRAME);
  const mean = new cv.Scalar(127.5, 127.5, 127.5);
  const blob = cv.blobFromImage(matrix, 1 / 127.5, size, mean, false, false, cv.CV_32F);
  const read = (name: string): Float32Array => {
    net.setInput(blob);
    const found = net.forward(name);
    const numbers = Float32Array.from(found.data32F);
    found.delete();
    return numbers;
  };
  try {
    const scores = read('reshaped_classifier_face_4');
    const places = scores.some((logit) => logit >= LEAST_LOGIT)
      ? read('reshaped_regressor_face_4')
      : new Float32Array();
    return { scores, places };
  } finally {
    matrix.delete();
    blob.delete();
  }
}

function facesOf({ scores, places }: NetOutput): readonly Face[] {
  const cell = FACE_FRAME / CELLS;
  return Array.from(scores, (logit, index): Face | undefined => {
    if (logit < LEAST_LOGIT) return undefined;
    const left = ((index % CELLS) + 0.5) * cell;
    const top = (Math.floor(index / CELLS) + 0.5) * cell;
    const number = (place: number) => places[index * NUMBERS + place] ?? 0;
    const [width, height] = [number(2), number(3)];
    const points = Array.from({ length: POINTS }, (_, point): Point => ({
      x: left + number(4 + point * 2),
      y: top + number(5 + point * 2),
    }));
    const box = {
      x: left + number(0) - width / 2,
      y: top + number(1) - height / 2,
      width,
      height,
    };
    return { box, points, score: 1 / (1 + Math.exp(-logit)) };
  }).filter((face) => face !== undefined);
}
