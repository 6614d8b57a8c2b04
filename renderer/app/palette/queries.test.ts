/** A hundred things that designers type, and the command that each of them means. */
import { describe, expect, it } from 'vitest';
import {
  appearanceCommands,
  FULL_SCREEN,
  helpCommands,
  MANAGE_CONNECTIONS,
  screenCommands,
  settingsCommands,
} from '../shell-commands.ts';
import { allCommands } from './all-commands.ts';
import { COMMAND_INDEX } from './command-index.ts';
import { findCommands } from './find-commands.ts';

const nothing = (): void => undefined;

const SHELL = [
  ...screenCommands(),
  ...appearanceCommands('system', nothing),
  ...helpCommands(nothing),
  MANAGE_CONNECTIONS,
  ...settingsCommands(),
  FULL_SCREEN,
];

/** Searches on this screen, with all of its commands able to run. */
function firstThree(query: string, screenId: string): readonly string[] {
  const inFront = COMMAND_INDEX.filter((command) => command.screenId === screenId);
  const registered = [...SHELL, ...inFront.map((command) => ({ ...command, run: nothing }))];
  const all = allCommands(registered, screenId, (id) => id, nothing);
  return findCommands(all, query, [])
    .flatMap(({ commands }) => commands.map(({ id }) => id))
    .slice(0, 3);
}

/** Typed in the Studio. */
const FROM_STUDIO: readonly (readonly [query: string, id: string])[] = [
  ['new chat', 'chat.new'],
  ['budget', 'spend.budgets'],
  ['csv', 'training.save-csv'],
  ['asset', 'training.copy-all'],
  ['compare clips', 'video.compare'],
  ['crop', 'faces.crop'],
  ['fit', 'studio.fit'],
  ['remove object', 'studio.object'],
  ['watermark', 'studio.removeText'],
  ['remove watermark', 'studio.removeText'],
  ['denoise', 'upscale.send'],
  ['sharpen', 'go.upscale'],
  ['enlarge', 'studio.sendToUpscale'],
  ['upscale', 'go.upscale'],
  ['bigger photo', 'studio.sendToUpscale'],
  ['brush size', 'studio.larger'],
  ['erase', 'studio.eraser'],
  ['paint', 'studio.brush'],
  ['select sky', 'studio.wand'],
  ['select person', 'studio.object'],
  ['remove person', 'studio.selectPeople'],
  ['tourists', 'studio.selectPeople'],
  ['polygon', 'studio.lasso'],
  ['heal', 'studio.spots'],
  ['power line', 'studio.line'],
  ['invert', 'studio.invert'],
  ['select all', 'studio.maskAll'],
  ['feather', 'studio.resultMix'],
  ['before after', 'studio.compare.begin'],
  ['side by side', 'studio.compareHalves'],
  ['original', 'studio.original.show'],
  ['zoom in', 'studio.zoomIn'],
  ['100%', 'studio.actual'],
  ['rotate', 'studio.rotateRight'],
  ['undo', 'studio.undo'],
  ['save as', 'studio.saveAs'],
  ['photoshop', 'studio.saveAs'],
  ['open', 'studio.open'],
  ['recent', 'studio.recent'],
  ['close', 'studio.close'],
  ['batch remove text', 'studio.batchText'],
  ['ocr', 'studio.findText'],
  ['run', 'studio.run.cleanup'],
  ['inpaint', 'studio.run.cleanup'],
  ['history', 'studio.recent'],
  ['tiff', 'studio.saveAs'],
  ['animate', 'studio.sendToVideo'],
  ['make video', 'video.send'],
  ['gif', 'clip.saveGif'],
  ['screenshot', 'clip.saveFrame'],
  ['slow motion', 'clip.slower'],
  ['loop', 'clip.loop'],
  ['trim', 'clip.saveFilm'],
  ['last frame', 'clip.useFrame'],
  ['swap face', 'faces.swap'],
  ['chat', 'go.language'],
  ['new document', 'completion.new'],
  ['model', 'language.model'],
  ['gpt', 'language.model'],
  ['search conversations', 'chat.search'],
  ['system prompt', 'chat.system'],
  ['rename chat', 'chat.rename'],
  ['write', 'chat.focus'],
  ['dataset', 'go.training'],
  ['add folder', 'training.add-folder'],
  ['cost', 'go.spend'],
  ['this month', 'spend.now'],
  ['queue', 'go.tasks'],
  ['cancel tasks', 'tasks.cancel'],
  ['dark mode', 'view.appearance.dark'],
  ['api key', 'connection.manage'],
  ['backup', 'settings.backups'],
  ['disk space', 'settings.storage'],
  ['self-check', 'settings.about'],
  ['shortcuts', 'app.shortcuts'],
  ['erase person', 'studio.selectPeople'],
  ['get rid of object', 'studio.object'],
  ['content aware fill', 'studio.run.cleanup'],
  ['healing brush', 'studio.spots'],
  ['clean up sky', 'studio.cleanup'],
  ['crop photo', 'faces.crop'],
  ['how do I remove a logo', 'studio.removeText'],
  ['pixelated', 'studio.sendToUpscale'],
  ['full screen', 'view.fullScreen'],
];

/** Typed on another screen: its own commands come first. */
const ELSEWHERE: readonly (readonly [screenId: string, query: string, id: string])[] = [
  ['spend', 'export', 'spend.save-png'],
  ['spend', 'brush', 'studio.brush'],
  ['video', 'save', 'clip.save'],
  ['video', 'compare', 'video.compare'],
  ['faces', 'compare', 'faces.compare'],
  ['training', 'search', 'training.search'],
  ['language', 'copy', 'chat.copy-answer'],
  ['upscale', 'remove object', 'studio.object'],
  ['video', 'full size', 'clip.actualSize'],
  ['video', 'in point', 'clip.rangeStart'],
  ['video', 'extract frame', 'clip.saveFrame'],
  ['video', 'difference', 'video.compare'],
  ['spend', 'warn me', 'spend.budgets'],
  ['spend', 'forecast', 'go.spend'],
  ['spend', 'by product', 'spend.group'],
  ['language', 'save document', 'completion.save'],
];

describe('typical queries of designers', () => {
  it('are answered in the first three rows in 95 of 100 cases', () => {
    const missed = [
      ...FROM_STUDIO.map(([query, id]) => ['studio', query, id] as const),
      ...ELSEWHERE,
    ].filter(([screenId, query, id]) => !firstThree(query, screenId).includes(id));
    const count = FROM_STUDIO.length + ELSEWHERE.length;
    expect(count).toBeGreaterThanOrEqual(100);
    expect(
      missed.map(([screenId, query, id]) => ({
        screenId,
        query,
        id,
        is: firstThree(query, screenId),
      })),
    ).toEqual([]);
  });

  it('show no row for scattered letters when a word matches', () => {
    expect(firstThree('crop', 'studio')).not.toContain('studio.dropSelection');
    expect(firstThree('faster', 'studio')).not.toContain('studio.eraser');
  });

  it('show each command once', () => {
    const ids = COMMAND_INDEX.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
