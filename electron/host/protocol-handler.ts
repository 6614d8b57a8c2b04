/** Answers all requests of the window: the built renderer, and `/media/` from the backend. */
import { MEDIA_PREFIX } from '../../shared/media.ts';
import { isAppUrl } from './app-scheme.ts';
import { notFound } from '../web-host/static-files.ts';

interface AppContent {
  readonly page: (request: Request) => Promise<Response>;
  readonly media: (request: Request) => Promise<Response>;
}

/** SECURITY: S5 S7 one exact host, or nothing. */
export function createProtocolHandler(
  content: AppContent,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!isAppUrl(request.url)) return notFound();
    const { pathname } = new URL(request.url);
    return pathname.startsWith(MEDIA_PREFIX) ? content.media(request) : content.page(request);
  };
}
