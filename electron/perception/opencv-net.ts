/** Networks of OpenCV, whose package has no types for them. */
import { loadOpenCv, type OpenCv } from '../workers/opencv.ts';
import { NotLoaded } from './models.ts';

type Matrix = ReturnType<OpenCv['matFromArray']>;

export interface Net {
  setInput(blob: Matrix): void;
  forward(name: string): Matrix;
}

/** Functions that the types lack. */
interface WithNets {
  readNetFromTFLite(path: string): Net;
  readNetFromONNX(path: string): Net;
}

/** @param name unique, `.tflite` or `.onnx` @throws NotLoaded */
export function netOf(cv: OpenCv, name: string, bytes: Uint8Array): Net {
  const reader = cv as OpenCv & WithNets;
  try {
    reader.FS_createDataFile('/', name, bytes, true, false, false);
    const path = `/${name}`;
    return name.endsWith('.onnx') ? reader.readNetFromONNX(path) : reader.readNetFromTFLite(path);
  } catch (error) {
    throw new NotLoaded(`OpenCV cannot read a model: ${String(error)}`);
  }
}

/** @throws NotLoaded */
export async function openCv(): Promise<OpenCv> {
  try {
    return await loadOpenCv();
  } catch (error) {
    throw new NotLoaded(`OpenCV cannot be loaded: ${String(error)}`);
  }
}
