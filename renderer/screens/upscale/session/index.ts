export { UpscaleProvider, useUpscale, useUpscaleSession } from './use-upscale.ts';
export { isFramingPart } from './upscale-store.ts';
