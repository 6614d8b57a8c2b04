/** The texts and pictures of the guide, as bundled into the page. */
import { orderPages } from './pages.ts';

const SOURCES = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const PICTURES = import.meta.glob<string>('../../../docs/guide/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

export const GUIDE_PAGES = orderPages(
  Object.fromEntries(
    Object.entries(SOURCES).map(([path, text]) => [/([a-z-]+)\.md$/u.exec(path)?.[1] ?? '', text]),
  ),
);

/** @param file as written in a page, such as `pictures/studio.webp` */
export function pictureAddress(file: string): string | undefined {
  return PICTURES[`../../../docs/guide/${file}`];
}
