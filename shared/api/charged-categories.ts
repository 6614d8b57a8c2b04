/** Separate from the schemas, because the settings need it before anything else is loaded. */

/** All categories except the control total. */
export const CHARGED_CATEGORIES = ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api'] as const;
export type ChargedCategory = (typeof CHARGED_CATEGORIES)[number];
