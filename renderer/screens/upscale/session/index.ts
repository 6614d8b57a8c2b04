export { UpscaleProvider, useUpscale, useUpscaleSession, useUpscaleState } from './use-upscale.ts';
export type { ReferenceChoice } from './upscale-store.ts';
export { isFramingPart } from './upscale-store.ts';
