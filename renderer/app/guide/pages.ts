import { readPage, textOfInlines, type Block } from './read-page.ts';

export interface GuidePage {
  /** The file's name without extension; for screens, their id. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** All words in lower case, for the search. */
  readonly words: string;
}

export const INDEX_PAGE = 'index';

/**
 * @param sources page texts by id
 * @returns the index, then the others in the order of its links
 */
export function orderPages(sources: Readonly<Record<string, string>>): readonly GuidePage[] {
  const index = sources[INDEX_PAGE] ?? '';
  const order = [INDEX_PAGE, ...linkedPages(index)];
  return order.flatMap((id) => {
    const source = sources[id];
    return source === undefined ? [] : [makePage(id, source)];
  });
}

/** @returns pages containing every word of the query, matches in titles first */
export function searchPages(pages: readonly GuidePage[], query: string): readonly GuidePage[] {
  const wanted = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = pages.filter(({ words }) => wanted.every((word) => words.includes(word)));
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

function makePage(id: string, source: string): GuidePage {
  const blocks = readPage(source);
  const [first] = blocks;
  return {
    id,
    title: first?.kind === 'heading' ? textOfInlines(first.children) : id,
    blocks,
    words: source.toLowerCase(),
  };
}
