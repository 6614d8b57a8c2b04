/** Separate from the schemas, because the settings need it before anything else is loaded. */

/** Upscalers that are known to work; others may. */
export const UPSCALERS = ['R-ESRGAN 4x+', 'R-ESRGAN 4x+ Anime6B', 'ESRGAN_4x'] as const;
