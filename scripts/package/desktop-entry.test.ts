import { describe, expect, it } from 'vitest';
import { desktopEntryProblems } from './desktop-entry.ts';

const TYPES = ['image/png', 'image/jpeg'];

function entry(started: string, types: string): string {
  return `[Desktop Entry]\nName=Gesso\nExec=${started}\nMimeType=${types}\n`;
}

describe('a desktop entry', () => {
  it('starts Gesso with the files alone', () => {
    const good = entry('AppRun %U', 'image/png;image/jpeg;');
    expect(desktopEntryProblems(good, 'AppRun', TYPES)).toEqual([]);
  });

  it('S4 is refused with any switch, and when it is missing', () => {
    const open = entry('AppRun --no-sandbox %U', 'image/png;image/jpeg;');
    expect(desktopEntryProblems(open, 'AppRun', TYPES)).toEqual([
      'it starts “AppRun --no-sandbox %U”',
    ]);
    expect(desktopEntryProblems('', 'AppRun', TYPES)).toHaveLength(2);
  });

  it('S30 offers Gesso for pictures only, not for a link scheme', () => {
    const more = entry('AppRun %U', 'image/png;image/jpeg;x-scheme-handler/gesso;');
    expect(desktopEntryProblems(more, 'AppRun', TYPES)).toEqual([
      'it is offered for “image/png, image/jpeg, x-scheme-handler/gesso”',
    ]);
  });
});
