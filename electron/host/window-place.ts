/** Size and position of the window per display. */
import type { BrowserWindow, Display, Rectangle, Screen } from 'electron';
import { z } from 'zod';
import { createKeptJson } from './kept-json.ts';

const PLACE = {
  /** Delay before the last position is written while the window is dragged, ms. */
  writeAfter: 500,
  /** Most remembered displays. */
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

/** In DIP; for a maximised window, its restored position. */
export type WindowPlace = z.infer<typeof placeSchema>;

const placesSchema = z.array(placeSchema).readonly();

export type PlaceDisplay = Pick<Display, 'id' | 'label' | 'workArea'>;

/** @param places most recent first @returns `undefined` if it was on no connected display */
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

/** Adds the most recent position. */
export function withPlace(
  places: readonly WindowPlace[],
  place: WindowPlace,
): readonly WindowPlace[] {
  const others = places.filter(({ display }) => display !== place.display);
  return [place, ...others].slice(0, PLACE.maxDisplays);
}

/** Identifies a display by number, label and size, because numbers change after a restart. */
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

export type WindowPlaces = ReturnType<typeof createWindowPlaces>;

/** @param path of the file; a damaged or missing one counts as empty */
export function createWindowPlaces(
  path: string,
  screen: Pick<Screen, 'getAllDisplays' | 'getDisplayMatching'>,
  writeLogLine: (line: string) => void,
) {
  const places = createKeptJson(path, placesSchema, [], (error) =>
    writeLogLine(`window: its place was not kept (${String(error)})`),
  );

  return {
    find: (): WindowPlace | undefined => placeOn(places.get(), screen.getAllDisplays()),
    follow(window: BrowserWindow): void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      function keep(): void {
        clearTimeout(timer);
        timer = undefined;
        if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
        const bounds = window.getNormalBounds();
        const display = nameOf(screen.getDisplayMatching(window.getBounds()));
        const { x, y, width, height } = bounds;
        const isMaximized = window.isMaximized();
        places.set(withPlace(places.get(), { display, x, y, width, height, isMaximized }));
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
