/** Names of upscalers, beside no schema: the settings have them before anything else is loaded. */

/** Names that are known to work; others may. */
export const UPSCALERS = ['R-ESRGAN 4x+', 'R-ESRGAN 4x+ Anime6B', 'ESRGAN_4x'] as const;
