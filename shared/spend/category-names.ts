const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  gpu: 'GPU',
  llm: 'Language models',
  serverless: 'Serverless',
  cloud_storage: 'Storage',
  gen_api: 'Pictures and videos',
};

/** Returns a category's name; unknown ones keep their id. */
export function categoryName(category: string): string {
  return Object.hasOwn(CATEGORY_NAMES, category) ? (CATEGORY_NAMES[category] ?? '') : category;
}
