export { UpscaleProvider, useUpscale, useUpscaleSession, useUpscaleState } from './use-upscale.ts';
export { isFramingPart } from './upscale-store.ts';
