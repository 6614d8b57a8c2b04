/** Tests which input the boundary accepts, and which data it returns. */
import { ORPCError } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/index.ts';
import { DEFAULT_SCREEN_STATE } from '../../../../shared/contract/screen-state.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import type { ScriptedService } from '../../../testing/scripted-service.ts';

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
});
afterEach(() => fixture[Symbol.asyncDispose]());

type Procedure = (input?: unknown) => Promise<unknown>;

/** Every procedure by its path, callable with anything. */
function procedures(): readonly (readonly [path: string, call: Procedure])[] {
  const client = fixture.client() as unknown as Record<string, Record<string, Procedure>>;
  return Object.entries(contract).flatMap(([group, members]) =>
    Object.keys(members).map(
      (name) => [`${group}.${name}`, async (input) => client[group]?.[name]?.(input)] as const,
    ),
  );
}

/** Procedures that take nothing, and so never look at what they are given. */
const WITHOUT_INPUT = new Set([
  'activity.clear',
  'activity.usage',
  'app.info',
  'app.libraries',
  'desktop.closeWindow',
  'desktop.requests',
  'connections.list',
  'connections.keyStorage',
  'export.chooseFolder',
  'export.folder',
  'export.folderForMany',
  'export.forgetFolder',
  'jobs.pollNow',
  'conversations.folders',
  'language.models',
  'models.list',
  'promptTables.list',
  'recipeFollows.list',
  'recipes.list',
  'recipes.runChanges',
  'recipes.runs',
  'spendForecast.read',
  'selfCheck.begin',
  'selfCheck.end',
  'selfCheck.keychain',
  'selfCheck.run',
  'selfCheck.saveReport',
  'library.removeHidden',
  'library.usage',
  'storage.forgetOrder',
  'storage.restart',
  'storage.stop',
  'storage.undo',
  'storage.work',
  'connections.activatePractice',
  'photos.samples',
  'prices.list',
  'screenState.get',
  'settings.get',
  'settings.saveKeys',
  'training.summary',
  'training.pause',
  'training.resume',
]);

/** … and that this program refuses: it was not started to check itself, and its host starts none. */
const REFUSED = new Set([
  'selfCheck.begin',
  'selfCheck.end',
  'selfCheck.endure',
  'selfCheck.keychain',
  'selfCheck.run',
  'selfCheck.saveReport',
  'storage.restart',
]);

/** Procedures that may be called without any input. */
const WITH_OPTIONAL_INPUT = new Set(['photos.recent']);

const JUNK: readonly unknown[] = [
  undefined,
  null,
  0,
  '',
  'text',
  true,
  [],
  [{}],
  { unknown: 1 },
  { photoId: 7 },
  { photoId: '' },
  { photoId: 'x'.repeat(65) },
  { photoId: { $ne: '' } },
  { photoId: ['a'] },
  { jobId: null },
  { connectionId: 1, key: '' },
  { afterRevision: 'a' },
  { afterRevision: -2 },
  { afterRevision: 1.5 },
  { limit: 0 },
  { limit: 501 },
  { limit: Number.NaN },
  { brushSize: 0 },
  { brushSize: '80' },
  { maskColor: 'red; background: url(x)' },
  { appearance: 'neon' },
  { name: 'a', baseUrl: 'b' },
];

const SWEEP_REQUESTS = [60, 120].map((motionBucketId) => ({
  kind: 'video',
  picture: { photoId: 'a' },
  parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4, motionBucketId },
}));

/** Good input of procedures, for trying it with one key more. */
const SPEND_READ = { unit: 'day', categories: ['llm'], range: { start: 0, end: 86_400 } };
const SPEND_SELECTION = {
  range: SPEND_READ.range,
  filter: { categories: ['llm'] },
  unit: 'day',
};

const TRAINING_VIEW = { filter: 'all', search: '', sort: 'state' };
const OFFERED_FILE = { name: 'a.png', folder: '', byteLength: 1, modifiedAt: 0 };

const RECIPE = {
  name: 'a',
  steps: [{ kind: 'remove-text', detail: 'full', where: 'whole' }],
};

const PROMPT_TABLE = {
  template: 'a',
  model: 'b',
  parameters: {},
  table: { columns: ['c'], rows: [['d']] },
};

const GOOD: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'attribution.read': { range: { start: 0, end: 3600 } },
  'cleanup.plan': { photoId: 'a' },
  'cleanup.edge': { photoId: 'a' },
  'cleanup.putEdge': { photoId: 'a', edge: null },
  'clips.prepareDrag': { jobId: 'a', output: 0 },
  'clips.notePlayable': { jobId: 'a', output: 0, isPlayable: false },
  'clips.measure': { jobId: 'a', output: 0 },
  'clips.beginStill': { jobId: 'a', output: 0 },
  'clips.endStill': { jobId: 'a', output: 0 },
  'cleanup.run': { photoId: 'a' },
  'cleanup.planPatchAgain': { photoId: 'a', patchId: 'b' },
  'cleanup.runPatchAgain': { photoId: 'a', patchId: 'b' },
  'cleanup.useStored': { photoId: 'a' },
  'connections.activate': { connectionId: 'a' },
  'connections.add': { name: 'a', baseUrl: 'http://127.0.0.1:1', key: 'abc' },
  'connections.check': { connectionId: 'a' },
  'connections.remove': { connectionId: 'a' },
  'connections.update': { connectionId: 'a' },
  'connections.replaceKey': { connectionId: 'a', key: 'abc' },
  'conversations.list': { limit: 1 },
  'conversations.create': {},
  'conversations.read': { conversationId: 'a' },
  'conversations.change': { conversationId: 'a', title: 'b' },
  'conversations.remove': { conversationIds: ['a'] },
  'conversations.restore': { conversationIds: ['a'] },
  'conversations.path': { conversationId: 'a', limit: 1 },
  'conversations.show': { messageId: 'a' },
  'conversations.send': { conversationId: 'a', text: 'b' },
  'conversations.preview': { conversationId: 'a', text: 'b' },
  'conversations.measure': { conversationId: 'a' },
  'conversations.edit': { messageId: 'a', text: 'b', how: 'save' },
  'conversations.earlierTexts': { messageId: 'a' },
  'conversations.regenerate': { messageId: 'a' },
  'conversations.continue': { messageId: 'a' },
  'conversations.branchSize': { messageId: 'a' },
  'conversations.removeBranch': { messageId: 'a' },
  'conversations.restoreBranch': { removalId: 'a' },
  'conversations.search': { text: 'a', order: 'newest', limit: 1 },
  'conversations.draft': {},
  'conversations.saveDraft': { text: 'a', pictures: [] },
  'conversations.text': { conversationId: 'a', as: 'text' },
  'conversations.save': { conversationId: 'a', as: 'json' },
  'conversations.import': { file: new Blob([]) },
  'links.read': { href: 'https://example.com', text: 'here' },
  'links.open': { href: 'https://example.com' },
  'desktop.showMenu': { commands: [], recentPhotos: [] },
  'documents.list': { limit: 1 },
  'documents.create': {},
  'documents.read': { documentId: 'a' },
  'documents.save': { documentId: 'a', revision: 0 },
  'documents.saveAs': { documentId: 'a', as: 'text' },
  'documents.ofAnswer': { runId: 'a' },
  'documents.rename': { documentId: 'a', name: 'b' },
  'documents.remove': { documentIds: ['a'] },
  'documents.restore': { documentIds: ['a'] },
  'export.prepareCopy': { photoId: 'a' },
  'export.prepareCopyOf': { url: '/media/files/a' },
  'export.saveShown': { url: '/media/files/a', name: 'picture' },
  'export.prepareDrag': { photoId: 'a', format: 'png', quality: 90, lossless: false },
  'export.startDrag': { id: 'a' },
  'export.saveMask': { photoId: 'a' },
  'export.saveAgain': { photoId: 'a' },
  'export.expectedSize': { photoId: 'a', format: 'psd', quality: 90, lossless: false },
  'export.save': { photoId: 'a', format: 'png', quality: 90, lossless: false },
  'faces.find': { photoId: 'a' },
  'faces.turn': { photoId: 'a', turn: 'left' },
  'blend.read': { jobId: 'a', output: 0 },
  'blend.save': { jobId: 'a', output: 0, blend: { strength: 1, softEdge: 0, strokes: [] } },
  'blend.saveFile': { jobId: 'a', output: 0, format: 'png', quality: 90, lossless: false },
  'blend.toStudio': { jobId: 'a', output: 0 },
  'jobs.startTogether': {
    requests: [
      {
        kind: 'merge-face',
        picture: { photoId: 'a' },
        face: { photoId: 'a' },
        responseType: 'png',
      },
    ],
  },
  'jobs.acknowledge': { jobId: 'a' },
  'jobs.cancel': { jobId: 'a' },
  'activity.list': { limit: 1 },
  'activity.read': { callId: 1 },
  'activity.report': { window: { width: 800, height: 600, pixelRatio: 1 } },
  'activity.saveReport': { reportId: 'report' },
  'changes.follow': { afterRevision: 0 },
  'jobs.changes': { afterRevision: 0 },
  'jobs.list': { limit: 1 },
  'jobs.cancelMany': { jobIds: ['a'] },
  'jobs.details': { jobId: 'a' },
  'jobs.entries': { limit: 1 },
  'jobs.groups': { groupIds: ['a'] },
  'jobs.pollAgain': { jobId: 'a' },
  'jobs.rate': { jobId: 'a', stars: 3 },
  'jobs.remove': { jobIds: ['a'] },
  'jobs.reorder': { jobId: 'a', beforeJobId: 'b' },
  'jobs.restore': { groupId: 'a' },
  'jobs.startSweep': {
    requests: SWEEP_REQUESTS,
    axis: 'motion',
    values: ['60', '120'],
  },
  'jobs.saveOutput': { jobId: 'a', output: 0 },
  'jobs.showOutput': { jobId: 'a', output: 0 },
  'jobs.watch': { taskId: 'abcd', family: 'progress' },
  'jobs.start': { kind: 'training-upload', picture: { photoId: 'a' } },
  'language.answers': { show: 'all', limit: 1 },
  'language.spent': { connectionId: 'a', day: 0 },
  'language.follow': { runId: 'a', afterSequence: -1 },
  'language.list': { limit: 1 },
  'language.request': { runId: 'a' },
  'language.start': { kind: 'completion', model: 'a', prompt: 'b' },
  'language.stop': { runId: 'a' },
  'spend.readingSize': SPEND_READ,
  'spend.read': SPEND_READ,
  'spend.series': {
    range: SPEND_READ.range,
    filter: { categories: ['llm'] },
    unit: 'day',
    groupBy: 'category',
    maxKeys: 6,
    maxBuckets: 100,
  },
  'spend.rows': {
    selection: SPEND_SELECTION,
    sortBy: 'amount',
    isDescending: true,
    offset: 0,
    limit: 10,
  },
  'selection.warm': { photoId: 'a', forObject: true },
  'selection.release': {},
  'selfCheck.endure': { part: 'copy' },
  'selfCheck.say': { name: 'a', milliseconds: 1 },
  'selection.object': {
    photoId: 'a',
    gesture: { kind: 'loop', points: [{ x: 0, y: 0 }] },
    strokes: [],
    withShadow: false,
    pass: 'coarse',
  },
  'selection.objectAt': { photoId: 'a', point: { x: 0, y: 0 }, pass: 'coarse' },
  'selection.objects': { photoId: 'a' },
  'selection.people': { photoId: 'a', withShadow: false },
  'selection.line': { photoId: 'a', points: [{ x: 0, y: 0 }] },
  'selection.wand': { photoId: 'a', point: { x: 0, y: 0 }, tolerance: 10, isContiguous: true },
  'selection.spots': { photoId: 'a', sensitivity: 50 },
  'selection.text': { photoId: 'a', pass: 'coarse' },
  'upscale.measures': { connectionId: 'a' },
  'upscale.result': { jobId: 'a', output: 0 },
  'upscale.setFinish': { jobId: 'a', output: 0, finish: { trim: null, matchColors: true } },
  'upscale.inspect': { jobId: 'a', output: 0 },
  'upscale.save': { jobId: 'a', output: 0, format: 'png', quality: 90, lossless: false },
  'upscale.toPhoto': { jobId: 'a', output: 0 },
  'storage.backUp': { typed: '/a' },
  'storage.cleanUp': { kind: 'clips', withOnlyHere: false },
  'storage.move': { typed: '/a' },
  'storage.read': {},
  'storage.removeEarlier': { folder: '/a' },
  'storage.restore': { typed: '/a' },
  'storage.restoreBackup': { name: 'a' },
  'storage.goBackTo': { folder: '/a' },
  'spend.savePicture': { range: { start: 0, end: 86_400 }, format: 'png', picture: new Blob([]) },
  'spend.save': { selection: SPEND_SELECTION, columns: 'gesso' },
  'jobs.runAgain': { jobId: 'a' },
  'jobs.runRest': { runId: 'a' },
  'jobs.saveKeptAnswer': { jobId: 'a' },
  'models.mark': { model: 'a' },
  'models.refresh': { connectionId: 'a' },
  'spendForecast.allow': { budgetId: 'a', calls: 'next' },
  'spendForecast.expect': { product: 'a' },
  'spendForecast.setBudgets': { budgets: [] },
  'patchBlend.read': { photoId: 'a', patchId: 'b' },
  'patchBlend.save': {
    photoId: 'a',
    patchId: 'b',
    blend: { opacity: 0.5, feather: 3, strokes: [] },
  },
  'photos.asItLooks': { photoId: 'a', purpose: 'picture' },
  'photos.deletePatch': { photoId: 'a', patchId: 'b', mask: 'keep' },
  'photos.fromOutput': { jobId: 'a', output: 0 },
  'photos.recent': { purposes: ['studio'] },
  'photos.get': { photoId: 'a' },
  'photos.list': { photoIds: ['a'] },
  'photos.resultOf': { photoId: 'a', jobId: 'a' },
  'photos.open': { photoId: 'a' },
  'photos.openSample': { sampleId: 'a' },
  'photos.remove': { photoId: 'a' },
  'photos.repaintPatch': { photoId: 'a', patchId: 'b', grow: 0 },
  'photos.setPatchState': { photoId: 'a', patchId: 'b', state: 'hidden', mask: 'keep' },
  'photos.setPatchStates': { photoId: 'a', patchIds: ['b'], state: 'hidden' },
  'photos.verify': { photoId: 'a' },
  'prices.set': { connectionId: 'a', kind: 'video', price: 1 },
  'recipeFollows.begin': {
    recipeId: 'a',
    folderId: 'b',
    takesExisting: false,
    callsADay: 1,
    moneyADay: 1,
  },
  'recipeFollows.chooseFolder': { typed: '/' },
  'recipeFollows.confirm': { followId: 'a' },
  'recipeFollows.pause': { followId: 'a' },
  'recipeFollows.remove': { followId: 'a' },
  'recipeFollows.runNow': { followId: 'a' },
  'recipeFollows.setLimit': { followId: 'a', callsADay: 1, moneyADay: 1 },
  'recipes.addPhotos': { runId: 'a', photoIds: ['b'] },
  'recipes.againFrom': { runId: 'a', position: 0, step: 0 },
  'recipes.choose': { runId: 'a', what: 'files' },
  'recipes.draft': {},
  'recipes.drop': { runId: 'a', positions: [0] },
  'recipes.duplicate': { recipeId: 'a' },
  'recipes.exportFile': { recipeId: 'a' },
  'recipes.face': { faceId: 'a' },
  'recipes.files': { runId: 'a', filter: 'all', offset: 0, limit: 1 },
  'recipes.fromJob': { jobId: 'a' },
  'recipes.fromPhoto': { photoId: 'a' },
  'recipes.goOn': { runId: 'a' },
  'recipes.importFile': { file: new Blob([]) },
  'recipes.judge': { runId: 'a', selection: { filter: 'all' }, judgement: 'none' },
  'recipes.keepFace': { photoId: 'a' },
  'recipes.keepMask': { photoId: 'a' },
  'recipes.mask': { maskId: 'a' },
  'recipes.openStep': { runId: 'a', position: 0, step: 0 },
  'recipes.pause': { runId: 'a' },
  'recipes.plan': { runId: 'a', recipe: RECIPE },
  'recipes.remove': { recipeId: 'a' },
  'recipes.removeRun': { runId: 'a' },
  'recipes.restore': { recipeId: 'a' },
  'recipes.restoreRun': { runId: 'a' },
  'recipes.resume': { runId: 'a' },
  'recipes.retry': { runId: 'a' },
  'recipes.run': { runId: 'a' },
  'recipes.save': RECIPE,
  'recipes.start': { runId: 'a', recipe: RECIPE, stored: 'use' },
  'recipes.stop': { runId: 'a' },
  'recipes.takeDrops': { runId: 'a' },
  'promptTables.readText': { file: 'a' },
  'promptTables.plan': PROMPT_TABLE,
  'promptTables.create': PROMPT_TABLE,
  'promptTables.read': { tableId: 'a' },
  'promptTables.rows': { tableId: 'a', offset: 0, limit: 1 },
  'promptTables.start': { tableId: 'a', rows: 'first' },
  'promptTables.stop': { tableId: 'a' },
  'promptTables.retry': { tableId: 'a' },
  'promptTables.remove': { tableId: 'a' },
  'promptTables.restore': { tableId: 'a' },
  'promptTables.save': { tableId: 'a', isGuarded: true },
  'removeText.boxes': { photoId: 'a' },
  'removeText.plan': { photoId: 'a', mode: 'whole' },
  'removeText.run': { photoId: 'a', mode: 'whole' },
  'removeText.saveBoxes': { photoId: 'a', boxes: [] },
  'screenState.update': { brushSize: 5 },
  'settings.update': { maskStep: 5 },
  'training.assetIds': { selection: { ids: [1] } },
  'training.cancel': { selection: { ids: [1] } },
  'training.choose': { what: 'files' },
  'training.convert': { selection: { ids: [1] }, isFlattened: false },
  'training.ids': { view: TRAINING_VIEW, offset: 0, limit: 1 },
  'training.keepAsset': { selection: { ids: [1] } },
  'training.list': { view: TRAINING_VIEW, offset: 0, limit: 1 },
  'training.missing': { files: [OFFERED_FILE] },
  'training.remove': { selection: { view: TRAINING_VIEW } },
  'training.restore': { removalId: 1 },
  'training.restoreRows': { selection: { ids: [1] } },
  'training.retryFailed': { selection: { ids: [1] } },
  'training.save': { what: 'assets-csv' },
  'training.skip': { files: [OFFERED_FILE] },
  'training.upload': { selection: { ids: [1] } },
  'video.findClip': { hash: '0'.repeat(64) },
  'video.measures': { connectionId: 'a' },
};

describe('S18 every call is validated against the contract', () => {
  it('S18 every procedure refuses input of the wrong type, and nothing happens', async () => {
    const before = await fixture.client().settings.get();
    for (const [path, call] of procedures()) {
      if (WITHOUT_INPUT.has(path)) continue;
      for (const input of JUNK) {
        if (input === undefined && WITH_OPTIONAL_INPUT.has(path)) continue;
        const error = await call(input).then(
          () => 'was let in',
          (thrown: unknown) => thrown,
        );
        expect(error, `${path} ${JSON.stringify(input)}`).toBeInstanceOf(ORPCError);
        expect(error).toMatchObject({ code: 'BAD_REQUEST' });
      }
    }
    expect(await fixture.client().settings.get()).toEqual(before);
    expect(service.postCount()).toBe(0);
  });

  it('S18 every procedure refuses unknown keys', async () => {
    const withInput = procedures().filter(([path]) => !WITHOUT_INPUT.has(path));
    expect(withInput.map(([path]) => path).sort()).toEqual(Object.keys(GOOD).sort());
    for (const [path, call] of withInput) {
      const input = { ...GOOD[path], path: '/etc/passwd' };
      await expect(call(input), path).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('S18 procedures without input ignore any', async () => {
    for (const [path, call] of procedures()) {
      if (!WITHOUT_INPUT.has(path) || REFUSED.has(path)) continue;
      const plain = JSON.stringify(await call());
      expect(JSON.stringify(await call({ photoId: 'x', __proto__: null })), path).toBe(plain);
    }
  });
});

describe('errors over the wire', () => {
  it('arrive with kind, message, action and details', async () => {
    const photo = await paintedPhoto(fixture);
    await fixture.client().photos.remove({ photoId: photo.id });
    const running = fixture.client().cleanup.run({ photoId: photo.id });
    await expect(running).rejects.toMatchObject({
      code: 'APP_ERROR',
      defined: true,
      message: 'This photo is no longer in the library.',
      data: { kind: 'not-found', message: 'This photo is no longer in the library.' },
    });
  });

  it('S8 that are unexpected arrive without stack and without paths', async () => {
    const photo = await paintedPhoto(fixture);
    await fixture.client().export.save({
      photoId: photo.id,
      format: 'png',
      quality: 90,
      lossless: true,
    });
    const broken = await createBackendFixture({
      ports: {
        saveFile: (request) => {
          throw new TypeError(`no such thing: ${fixture.folder}/data ${request.suggestedName}`);
        },
        paths: {
          data: `${fixture.folder}/data-2`,
          samples: '/nowhere/at/all',
          notices: '/nowhere',
        },
      },
    });
    const { id } = await broken.importPhoto(
      new Uint8Array(await (await fixture.media(photo.url)).arrayBuffer()),
    );
    const errors: unknown[] = [];
    const collect = (thrown: unknown) => void errors.push(thrown);
    const options = { photoId: id, format: 'png', quality: 90, lossless: true } as const;
    await broken.client().export.save(options).catch(collect);
    await broken.client().photos.samples().catch(collect);
    await broken.client().photos.openSample({ sampleId: 'x' }).catch(collect);
    expect(errors).toHaveLength(3);
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'APP_ERROR', data: { kind: 'unexpected' } });
      const { data } = error as { data: { message: string } };
      expect(data.message).toBe('Something went wrong in Gesso. Try again.');
      const text = JSON.stringify(data);
      expect(text).not.toMatch(/ {4}at |\.ts:|node_modules/u);
      expect(text).not.toContain('/nowhere/at/all');
    }
    await broken[Symbol.asyncDispose]();
  });
});

describe('settings', () => {
  it('begin with their defaults, keep changes, and survive a restart', async () => {
    expect(await fixture.client().settings.get()).toEqual(DEFAULT_SETTINGS);
    const changed = await fixture.client().settings.update({ maskStep: 12, ground: 'white' });
    expect(changed).toEqual({ ...DEFAULT_SETTINGS, maskStep: 12, ground: 'white' });
    await fixture.restart();
    expect(await fixture.client().settings.get()).toEqual(changed);
    await fixture.client().settings.update({ ground: null });
    expect((await fixture.client().settings.get()).ground).toBeNull();
  });
});

describe('the stored state of screens', () => {
  it('begins with its defaults, keeps changes, survives a restart, and is no setting', async () => {
    expect(await fixture.client().screenState.get()).toEqual(DEFAULT_SCREEN_STATE);
    const changed = await fixture.client().screenState.update({ brushSize: 12, openPhotoId: 'x' });
    expect(changed).toEqual({ ...DEFAULT_SCREEN_STATE, brushSize: 12, openPhotoId: 'x' });
    await fixture.restart();
    expect(await fixture.client().screenState.get()).toEqual(changed);
    await fixture.client().screenState.update({ openPhotoId: null });
    expect((await fixture.client().screenState.get()).openPhotoId).toBeNull();
    expect(await fixture.client().settings.get()).toEqual(DEFAULT_SETTINGS);
  });
});

describe('showing and hiding results', () => {
  async function withResult() {
    const rect = { x: 40, y: 30, width: 20, height: 10 };
    const photo = await paintedPhoto(fixture, rect);
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    await fixture.until(jobId);
    const { patches } = await fixture.client().photos.get({ photoId: photo.id });
    return { photoId: photo.id, patchId: patches[0]?.id ?? '' };
  }

  it('restores the mask and takes it back, in one step each', async () => {
    const ids = await withResult();
    const set = fixture.client().photos.setPatchState;
    await set({ ...ids, state: 'hidden', mask: 'restore' });
    const painted = await fixture.mask(ids.photoId);
    expect(painted.length).toBe(1);
    expect(await fixture.client().photos.get({ photoId: ids.photoId })).toMatchObject({
      patches: [{ state: 'hidden' }],
    });
    await set({ ...ids, state: 'applied', mask: 'consume' });
    expect(await fixture.mask(ids.photoId)).toEqual([]);
  });

  it('is refused for a result of another photo, whose mask stays unchanged', async () => {
    const { patchId } = await withResult();
    const other = await paintedPhoto(fixture, { x: 1, y: 1, width: 2, height: 2 }, undefined, 9);
    const before = await fixture.mask(other.id);
    for (const photoId of [other.id, 'nobody']) {
      const setting = fixture
        .client()
        .photos.setPatchState({ photoId, patchId, state: 'hidden', mask: 'restore' });
      await expect(setting).rejects.toMatchObject({ data: { kind: 'not-found' } });
    }
    expect(await fixture.mask(other.id)).toEqual(before);
  });
});
