/** What the first screen loads: the bytes and files of the page, its code and its styles. */
import type { Page } from 'playwright';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { withGesso } from './gesso.ts';

/**
 * At most, in MB: 1.70 before the program had a self-check, a guide, a list of calls, an editor of keys and
 * a storage section, none of which the first screen needs.
 */
const MOST_MEGABYTES = 1.75;
/** Nothing more is loaded once this long passed without a file, ms. */
const QUIET = 1500;

const KINDS = new Set(['Document', 'Script', 'Stylesheet']);

interface Loaded {
  files: number;
  bytes: number;
}

/** @returns files and bytes from the address to a first screen that loads nothing more, unpacked */
export async function measureFirstScreen(context: BenchContext): Promise<readonly Figure[]> {
  context.say('first screen');
  const loaded: Loaded = { files: 0, bytes: 0 };
  await withGesso(
    context,
    async (window) => {
      await window.page.getByRole('button', { name: 'Start with a sample' }).waitFor();
      for (let before = -1; before !== loaded.files;) {
        before = loaded.files;
        await window.page.waitForTimeout(QUIET);
      }
    },
    (page) => count(page, loaded),
  );
  const megabytes = loaded.bytes / 1e6;
  return [
    {
      name: 'page, code and styles of the first screen',
      unit: 'MB',
      gesso: megabytes,
      bound: { text: `≤ ${MOST_MEGABYTES} MB`, isMet: megabytes <= MOST_MEGABYTES },
    },
    { name: 'files of them', unit: 'count', gesso: loaded.files },
  ];
}

async function count(page: Page, loaded: Loaded): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const open = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (!KINDS.has(type)) return;
    open.add(requestId);
    loaded.files++;
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (open.has(requestId)) loaded.bytes += dataLength;
  });
}
