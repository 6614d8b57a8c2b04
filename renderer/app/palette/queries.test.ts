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
  ['export csv', 'training.save-csv'],
  ['asset', 'training.copy-all'],
  ['compare clips', 'video.compare'],
  ['faster', 'clip.faster'],
  ['crop', 'faces.crop'],
  ['fit', 'studio.fit'],
  ['remove object', 'studio.object'],
  ['watermark', 'studio.removeText'],
  ['remove watermark', 'studio.removeText'],
  ['background', 'studio.object'],
  ['denoise', 'upscale.send'],
  ['sharpen', 'go.upscale'],
  ['enlarge', 'studio.sendToUpscale'],
  ['upscale', 'go.upscale'],
  ['bigger photo', 'studio.sendToUpscale'],
  ['bigger brush', 'studio.larger'],
  ['smaller brush', 'studio.smaller'],
  ['brush size', 'studio.larger'],
  ['rubber', 'studio.eraser'],
  ['erase', 'studio.eraser'],
  ['paint', 'studio.brush'],
  ['magic wand', 'studio.wand'],
  ['select sky', 'studio.wand'],
  ['select person', 'studio.object'],
  ['select people', 'studio.selectPeople'],
  ['remove person', 'studio.selectPeople'],
  ['tourists', 'studio.selectPeople'],
  ['lasso', 'studio.lasso'],
  ['polygon', 'studio.lasso'],
  ['dust', 'studio.spots'],
  ['blemish', 'studio.spots'],
  ['heal', 'studio.spots'],
  ['power line', 'studio.line'],
  ['wire', 'studio.line'],
  ['deselect', 'studio.clear'],
  ['clear', 'studio.clear'],
  ['invert', 'studio.invert'],
  ['select all', 'studio.maskAll'],
  ['expand', 'studio.grow'],
  ['feather', 'studio.resultMix'],
  ['opacity', 'studio.resultMix'],
  ['before after', 'studio.compare.begin'],
  ['compare', 'studio.compare.begin'],
  ['side by side', 'studio.compareHalves'],
  ['original', 'studio.original.show'],
  ['zoom in', 'studio.zoomIn'],
  ['100%', 'studio.actual'],
  ['actual size', 'studio.actual'],
  ['rotate', 'studio.rotateRight'],
  ['flip', 'studio.mirrorView'],
  ['undo', 'studio.undo'],
  ['save', 'studio.save'],
  ['save as', 'studio.saveAs'],
  ['export', 'studio.saveAs'],
  ['export psd', 'studio.saveAs'],
  ['photoshop', 'studio.saveAs'],
  ['tiff', 'studio.saveAs'],
  ['save all', 'studio.saveMany'],
  ['open', 'studio.open'],
  ['import', 'studio.open'],
  ['recent', 'studio.recent'],
  ['close', 'studio.close'],
  ['copy', 'studio.copy'],
  ['batch remove text', 'studio.batchText'],
  ['remove text', 'studio.removeText'],
  ['ocr', 'studio.findText'],
  ['run', 'studio.run.cleanup'],
  ['inpaint', 'studio.run.cleanup'],
  ['retry failed', 'studio.retryBatch'],
  ['stop', 'studio.stopBatch'],
  ['animate', 'studio.sendToVideo'],
  ['make video', 'video.send'],
  ['gif', 'clip.saveGif'],
  ['animated gif', 'clip.saveGif'],
  ['screenshot', 'clip.saveFrame'],
  ['slow motion', 'clip.slower'],
  ['loop', 'clip.loop'],
  ['play', 'clip.toggle'],
  ['trim', 'clip.saveFilm'],
  ['last frame', 'clip.useFrame'],
  ['face swap', 'faces.send'],
  ['swap face', 'faces.swap'],
  ['portrait', 'go.faces'],
  ['chat', 'go.language'],
  ['new document', 'completion.new'],
  ['model', 'language.model'],
  ['gpt', 'language.model'],
  ['search conversations', 'chat.search'],
  ['system prompt', 'chat.system'],
  ['rename chat', 'chat.rename'],
  ['delete chat', 'chat.delete'],
  ['export chat', 'chat.export'],
  ['write', 'chat.focus'],
  ['dataset', 'go.training'],
  ['upload', 'go.training'],
  ['add folder', 'training.add-folder'],
  ['cost', 'go.spend'],
  ['invoice', 'go.spend'],
  ['bills', 'spend.read'],
  ['this month', 'spend.now'],
  ['queue', 'go.tasks'],
  ['history', 'studio.recent'],
  ['cancel tasks', 'tasks.cancel'],
  ['dark mode', 'view.appearance.dark'],
  ['theme', 'view.appearance.dark'],
  ['api key', 'connection.manage'],
  ['preferences', 'go.settings'],
  ['backup', 'settings.backups'],
  ['back up the library', 'settings.backups'],
  ['disk space', 'settings.storage'],
  ['self-check', 'settings.about'],
  ['prices', 'settings.prices'],
  ['account', 'connection.manage'],
  ['shortcuts', 'app.shortcuts'],
  ['erase person', 'studio.selectPeople'],
  ['get rid of object', 'studio.object'],
  ['content aware fill', 'studio.run.cleanup'],
  ['healing brush', 'studio.spots'],
  ['clean up sky', 'studio.cleanup'],
  ['crop photo', 'faces.crop'],
  ['remove account', 'connection.manage'],
  ['how do I remove a logo', 'studio.removeText'],
  ['blurry photo', 'go.upscale'],
  ['pixelated', 'studio.sendToUpscale'],
  ['slect pepole', 'studio.selectPeople'],
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

  it.each([
    ['studio', 'receipt', 'recipes.new'],
    ['studio', 'quit', 'studio.object'],
    ['video', 'poster', 'clip.faster'],
    ['language', 'branch', 'view.appearance.dark'],
    ['language', 'attach', 'studio.pauseBatch'],
    ['spend', 'ignore', 'studio.larger'],
  ])('do not confuse similar words: from %s, %s is not %s', (screenId, query, id) => {
    expect(firstThree(query, screenId)).not.toContain(id);
  });

  it('show each command once', () => {
    const ids = COMMAND_INDEX.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
