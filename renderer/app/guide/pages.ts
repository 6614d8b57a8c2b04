export interface GuidePage {
  /** The file's name without extension; for screens, their id. */
  readonly id: string;
  readonly title: string;
  readonly source: string;
}

export const INDEX_PAGE = 'index';

/** @param sources page texts by id @returns the index, then the others in the order of its links */
export function orderPages(sources: Readonly<Record<string, string>>): readonly GuidePage[] {
  const order = [INDEX_PAGE, ...linkedPages(sources[INDEX_PAGE] ?? '')];
  return order.flatMap((id) => {
    const source = sources[id];
    if (source === undefined) return [];
    return [{ id, title: /^# (.+)$/mu.exec(source)?.[1] ?? id, source }];
  });
}

/** @returns pages containing every word of the query, matches in titles first */
export function searchPages(pages: readonly GuidePage[], query: string): readonly GuidePage[] {
  const wanted = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = pages.filter(({ source }) => {
    const words = source.toLowerCase();
    return wanted.every((word) => words.includes(word));
  });
  const isInTitle = ({ title }: GuidePage) =>
    wanted.some((word) => title.toLowerCase().includes(word));
  return [...found.filter(isInTitle), ...found.filter((page) => !isInTitle(page))];
}

/** The page that a link points to; `undefined` for other addresses. */
export function pageOfLink(address: string): string | undefined {
  return /^([a-z-]+)\.md$/u.exec(address)?.[1];
}

function linkedPages(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([a-z-]+)\.md\)/gu)].map(([, id = '']) => id);
}
