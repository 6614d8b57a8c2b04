/** Names of the service's categories of bills. */
const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  gpu: 'GPU',
  llm: 'Language models',
  serverless: 'Serverless',
  cloud_storage: 'Storage',
  gen_api: 'Pictures and videos',
};

/** A category's name; an unknown category keeps its id. */
export function categoryName(category: string): string {
  return Object.hasOwn(CATEGORY_NAMES, category) ? (CATEGORY_NAMES[category] ?? '') : category;
}
