/** Size and place of the window, kept for each display. */
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BrowserWindow, Display, Rectangle, Screen } from 'electron';
import { z } from 'zod';

/** Numbers of this module. */
const PLACE = {
  /** A window is moved many times a second while it is dragged: the last place is written, ms. */
  writeAfter: 500,
  /** Displays that are remembered: those of the office, of home, and of a few meeting rooms. */
  maxDisplays: 12,
} as const;

const placeSchema = z.strictObject({
  display: z.string(),
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  isMaximized: z.boolean(),
});

/** Where the window was on a display: DIP, as Electron counts; when maximized, where it goes back to. */
export type WindowPlace = z.infer<typeof placeSchema>;

const placesSchema = z.array(placeSchema).readonly();

/** The part of a display that is used. */
export type PlaceDisplay = Pick<Display, 'id' | 'label' | 'workArea'>;

/**
 * The last place whose display is connected, moved and shrunk so that it lies on that display.
 *
 * @param places the last used first
 * @returns `undefined` on displays that never had the window
 */
export function placeOn(
  places: readonly WindowPlace[],
  displays: readonly PlaceDisplay[],
): WindowPlace | undefined {
  for (const place of places) {
    const display = displays.find((each) => nameOf(each) === place.display);
    if (display !== undefined) return { ...place, ...inside(place, display.workArea) };
  }
  return undefined;
}

/** The places with one more, which is the last used from now on. */
export function withPlace(
  places: readonly WindowPlace[],
  place: WindowPlace,
): readonly WindowPlace[] {
  const others = places.filter(({ display }) => display !== place.display);
  return [place, ...others].slice(0, PLACE.maxDisplays);
}

/** A display by its number, label and size: numbers alone are given to another display after a restart. */
function nameOf({ id, label, workArea }: PlaceDisplay): string {
  return `${id} ${label} ${workArea.width}x${workArea.height}`;
}

function inside(place: Rectangle, area: Rectangle): Rectangle {
  const width = Math.min(place.width, area.width);
  const height = Math.min(place.height, area.height);
  return {
    width,
    height,
    x: Math.min(Math.max(place.x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(place.y, area.y), area.y + area.height - height),
  };
}

/** Reads and keeps the places. */
export interface WindowPlaces {
  /** For a window that is about to be made. */
  find(): WindowPlace | undefined;
  /** Keeps the place of a window from now on. */
  follow(window: BrowserWindow): void;
}

/** @param path of the file; a damaged or missing one counts as empty */
export function createWindowPlaces(
  path: string,
  screen: Pick<Screen, 'getAllDisplays' | 'getDisplayMatching'>,
  writeLogLine: (line: string) => void,
): WindowPlaces {
  let places = read(path);
  let writing: Promise<void> = Promise.resolve();

  async function write(text: string): Promise<void> {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, text, { mode: 0o600 });
      await rename(`${path}.part`, path);
    } catch (error) {
      writeLogLine(`window: its place was not kept (${String(error)})`);
    }
  }

  return {
    find: () => placeOn(places, screen.getAllDisplays()),
    follow(window) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      function keep(): void {
        clearTimeout(timer);
        timer = undefined;
        if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
        const bounds = window.getNormalBounds();
        const display = nameOf(screen.getDisplayMatching(window.getBounds()));
        const { x, y, width, height } = bounds;
        const isMaximized = window.isMaximized();
        places = withPlace(places, { display, x, y, width, height, isMaximized });
        const text = JSON.stringify(places);
        writing = writing.then(() => write(text));
      }
      const keepSoon = (): void => {
        timer ??= setTimeout(keep, PLACE.writeAfter);
      };
      window.on('resize', keepSoon);
      window.on('move', keepSoon);
      window.on('close', keep);
      window.once('closed', () => clearTimeout(timer));
    },
  };
}

function read(path: string): readonly WindowPlace[] {
  try {
    return placesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return []; // the first start, or a file that means nothing: the window has its usual size
  }
}
