/**
 * The entries of a context menu for what is under it: a link, picture, text or list. Elements
 * describe themselves by `data-picture`, the address of a picture not in an `<img>`, and
 * `data-menu`, ids of commands.
 */
import { firstCharacters } from '../../../shared/first-characters.ts';
import { canRun, registeredCommands } from '../../core/commands/commands.ts';
import type { CommandKeys } from '../../core/commands/shortcut-keys.ts';
import { runCommandById } from '../../core/commands/run-command.ts';
import { pictureBehind, type PictureBehind } from './shown-picture.ts';
import { backend } from '../../core/backend/client.ts';
import { loadBytes } from '../../core/backend/media.ts';
import { readError } from '../../core/backend/read-error.ts';
import { sayError } from '../../core/backend/say-error.ts';
import { copyAndSay } from '../../core/ui/copy-text.ts';
import { say } from '../../core/ui/say.ts';
import { finishSave } from '../../features/saving/finish-save.ts';

export interface MenuEntry {
  readonly label: string;
  readonly group: 'link' | 'picture' | 'text' | 'command' | 'more';
  readonly keys?: CommandKeys;
  readonly isDisabled?: boolean;
  run(): void;
}

/** Text fields, which keep the menu of the system or browser: a page may not read the clipboard. */
const FIELDS =
  'textarea, input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=submit], [type=color])';

const ROWS = '[role="row"], [role="option"], [role="listitem"], li, article';

/** Opens a row's own menu, see `renderer/core/ui/LazyMenu.tsx`. */
const ROW_MENU = 'button[aria-haspopup="menu"][aria-label^="More actions"]';

export function isField(element: Element): boolean {
  return element.matches(FIELDS) || (element instanceof HTMLElement && element.isContentEditable);
}

/** The element that a context menu is for. By keyboard in a list, this is the active row. */
export function menuSubject(target: Element, isByKeyboard: boolean): Element {
  const rowId = isByKeyboard ? target.getAttribute('aria-activedescendant') : null;
  return (rowId === null ? null : document.getElementById(rowId)) ?? target;
}

/** @param at the pointer's position; `undefined` by keyboard */
export function entriesFor(
  subject: Element,
  at: { readonly x: number; readonly y: number } | undefined,
): readonly MenuEntry[] {
  return [
    ...linkEntries(subject),
    ...pictureEntries(subject, at),
    ...textEntries(subject),
    ...commandEntries(subject),
    ...moreEntries(subject),
  ];
}

function linkEntries(subject: Element): readonly MenuEntry[] {
  const link = subject.closest<HTMLElement>('a[data-address]');
  const address = link?.dataset['address'];
  if (link === null || address === undefined || address === '') return [];
  const opens: MenuEntry = { label: 'Open link…', group: 'link', run: () => link.click() };
  const copies: MenuEntry = {
    label: 'Copy link address',
    group: 'link',
    run: () => void copyAddress(address, link.textContent),
  };
  return link.dataset['act'] === 'link' ? [opens, copies] : [copies];
}

function pictureEntries(
  subject: Element,
  at: { readonly x: number; readonly y: number } | undefined,
): readonly MenuEntry[] {
  const image = imageOf(subject, at);
  const shown = subject.closest<HTMLElement>('[data-picture]');
  const address = image?.getAttribute('src') ?? shown?.dataset['picture'];
  const picture = address === undefined ? undefined : pictureBehind(address);
  if (picture === undefined) return [];
  const what = 'isSmall' in picture && picture.isSmall ? 'preview' : 'picture';
  const name = image?.alt ?? '';
  return [
    { label: `Copy ${what}`, group: 'picture', run: () => void copyPicture(picture) },
    {
      label: `Save ${what}…`,
      group: 'picture',
      run: () => void savePicture(picture, name === '' ? 'picture' : firstCharacters(name, 100)),
    },
  ];
}

/**
 * The picture under the pointer, even below another element; by keyboard, the last one in the row
 * or button.
 */
function imageOf(
  subject: Element,
  at: { readonly x: number; readonly y: number } | undefined,
): HTMLImageElement | undefined {
  const found =
    at === undefined
      ? [subject, ...subject.querySelectorAll('img')].reverse()
      : document.elementsFromPoint(at.x, at.y).filter((each) => reaches(subject, each));
  return found.find((each) => each instanceof HTMLImageElement);
}

/** Whether the image is not behind an open dialog. */
function reaches(subject: Element, image: Element): boolean {
  const row = subject.closest(ROWS) ?? subject.parentElement ?? subject;
  return subject === image || row.contains(image);
}

function textEntries(subject: Element): readonly MenuEntry[] {
  const text = selectableText(subject);
  if (text === undefined) return [];
  const selection = document.getSelection();
  const copies: MenuEntry = {
    label: 'Copy',
    group: 'text',
    keys: 'Mod+C',
    // not the Clipboard API: listeners for `copy` change the format of the selection
    run: () => void document.execCommand('copy'),
  };
  const isSelected = selection?.isCollapsed === false && selection.containsNode(subject, true);
  const all: MenuEntry = {
    label: 'Select all',
    group: 'text',
    run: () => selection?.selectAllChildren(text),
  };
  return isSelected ? [copies, all] : [all];
}

/** The surrounding message, otherwise the outermost element with selectable text. */
function selectableText(subject: Element): Element | undefined {
  const message = subject.closest('[data-message-text]');
  if (message !== null) return message;
  let found: Element | undefined;
  for (let each: Element | null = subject; each !== null; each = each.parentElement) {
    if (getComputedStyle(each).userSelect !== 'text') break;
    found = each;
  }
  return found;
}

function commandEntries(subject: Element): readonly MenuEntry[] {
  const ids = subject.closest<HTMLElement>('[data-menu]')?.dataset['menu']?.split(' ') ?? [];
  const commands = registeredCommands();
  return ids.flatMap((wanted) => {
    const command = commands.find(({ id }) => id === wanted);
    if (command === undefined) return [];
    const { id, title } = command;
    return [
      {
        label: title,
        group: 'command',
        keys: command,
        isDisabled: !canRun(command),
        run: () => runCommandById(id, false),
      },
    ];
  });
}

function moreEntries(subject: Element): readonly MenuEntry[] {
  // a list inside an answer is not a row of the conversation
  for (
    let row = subject.closest(ROWS);
    row !== null;
    row = row.parentElement?.closest(ROWS) ?? null
  ) {
    const button = row.querySelector<HTMLElement>(ROW_MENU);
    if (button !== null) {
      return [{ label: 'More actions…', group: 'more', run: () => button.click() }];
    }
  }
  return [];
}

/** At the highest quality, so that a copy is as good as the picture. */
const AS_IT_IS = { format: 'source', quality: 95, lossless: false, exif: 'none' } as const;

async function copyPicture(picture: PictureBehind): Promise<void> {
  let failure: unknown;
  // created at once, while the click still permits it; the bytes may follow
  const png = pngOf(picture).catch((thrown: unknown) => {
    failure = thrown;
    throw thrown;
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    say('Copied.', 'done');
  } catch {
    say(
      failure === undefined
        ? 'The system clipboard did not accept the picture. Bring this window to the front and try again, or save the picture.'
        : readError(failure).message,
    );
  }
}

async function pngOf(picture: PictureBehind): Promise<Blob> {
  const { url } = await ('photoId' in picture
    ? backend.export.prepareCopy(picture)
    : backend.export.prepareCopyOf({ url: picture.url }));
  return new Blob([new Uint8Array(await loadBytes(url))], { type: 'image/png' });
}

/** @param name without extension */
async function savePicture(picture: PictureBehind, name: string): Promise<void> {
  try {
    const outcome = await ('photoId' in picture
      ? backend.export.save({ ...picture, ...AS_IT_IS })
      : backend.export.saveShown({ url: picture.url, name }));
    finishSave(outcome);
  } catch (thrown) {
    sayError(thrown);
  }
}

/** Copies the address as it would be opened, or as written where Gesso would not open it. */
async function copyAddress(address: string, text: string): Promise<void> {
  try {
    const target = await backend.links.read({ href: address, text });
    await copyAndSay(target?.href ?? address, 'Link copied.');
  } catch (thrown) {
    sayError(thrown);
  }
}
