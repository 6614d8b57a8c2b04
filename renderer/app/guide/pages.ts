/** The pages of the guide in their order, read and searched. */
import { readPage, textOf, type Block } from './read-page.ts';

/** One page. */
export interface GuidePage {
  /** The file's name without its ending; that of a screen is the screen's id. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** All its words in lower case, for the search. */
  readonly words: string;
}

/** The page that stands first and lists the others. */
export const INDEX_PAGE = 'index';

/**
 * @param sources the text of each page by its id
 * @returns the index first, and the others in the order in which it names them
 */
export function orderPages(sources: Readonly<Record<string, string>>): readonly GuidePage[] {
  const index = sources[INDEX_PAGE] ?? '';
  const order = [INDEX_PAGE, ...linkedPages(index)];
  return order.flatMap((id) => {
    const source = sources[id];
    return source === undefined ? [] : [makePage(id, source)];
  });
}

/** @returns pages that have every word of the query; those with a word in the title first */
export function searchPages(pages: readonly GuidePage[], query: string): readonly GuidePage[] {
  const wanted = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = pages.filter(({ words }) => wanted.every((word) => words.includes(word)));
  const isInTitle = ({ title }: GuidePage) =>
    wanted.some((word) => title.toLowerCase().includes(word));
  return [...found.filter(isInTitle), ...found.filter((page) => !isInTitle(page))];
}

/** The page that a link of the guide leads to; `undefined` for any other address. */
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
    title: first?.kind === 'heading' ? textOf(first.children) : id,
    blocks,
    words: source.toLowerCase(),
  };
}
