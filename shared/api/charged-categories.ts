/** Categories of bills that are charges, beside no schema: the settings have them before anything else is loaded. */

/** All categories but the control total. */
export const CHARGED_CATEGORIES = ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api'] as const;
export type ChargedCategory = (typeof CHARGED_CATEGORIES)[number];
