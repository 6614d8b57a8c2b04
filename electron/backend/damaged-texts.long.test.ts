/** Damaged files of conversations, tables and recipes through their intakes, seeded. SECURITY: S49 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONVERSATION_LIMITS } from '../../shared/contract/conversations.ts';
import { encodeMaskTiles, MASK_TILE } from '../../shared/mask/mask-tiles.ts';
import { createBackendFixture, type BackendFixture } from '../testing/backend-fixture.ts';
import { byDepth } from '../testing/depth.ts';
import { problemsIn } from '../testing/integrity.ts';
import { noisePng } from '../testing/pictures.ts';
import { mutateText } from '../testing/text-mutations.ts';
import { importFile } from '../testing/import-file.ts';

/** What becomes of a damaged recipe, whose pictures are read as others are. */
const RECIPE_KINDS = ['read', 'unsupported-file', 'damaged-file', 'too-large'];

/** Mutations of each kind of file. */
const MUTATIONS = byDepth(40, 2000);

/** One file, ms: a hang, not slow work. The thread has limits of time and memory of its own. */
const LONGEST = 60_000;

let fixture: BackendFixture;

beforeAll(async () => {
  fixture = await createBackendFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const message = (role: string, text: unknown) => ({
  author: { role },
  create_time: 1_700_000_000.5,
  content: { parts: [text] },
  metadata: { model_slug: 'm/one', is_visually_hidden_from_conversation: false },
});

/** One of each form that is read. */
const JSON_FILES = [
  JSON.stringify([
    {
      id: 'one',
      title: 'A title',
      create_time: 1_700_000_000,
      current_node: 'c',
      mapping: {
        root: { parent: null, message: null },
        a: { parent: 'root', message: message('system', 'Be kind') },
        b: { parent: 'a', message: message('user', 'Which “colour”?') },
        c: { parent: 'b', message: message('assistant', 'Blue\n漢字') },
      },
    },
    { id: 'two', mapping: { x: { parent: null, message: message('user', 'Hello') } } },
  ]),
  JSON.stringify({
    format: 'gesso-conversation',
    version: 1,
    conversation: {
      id: 'elsewhere',
      title: 'Own',
      system: 'Be brief',
      model: 'm/one',
      folder: 'Clients',
      createdAt: 1_700_000_000_000,
      currentMessage: 'b',
      parameters: { maxTokens: 5, temperature: 0.5, stop: ['.'] },
    },
    messages: [
      { id: 'a', role: 'user', text: 'Which?', pictures: [], createdAt: 1_700_000_000_001 },
      { id: 'b', parentId: 'a', orderId: 'o', role: 'assistant', text: 'This', createdAt: 2 },
    ],
  }),
  ['user', 'assistant', 'system']
    .map((role) => JSON.stringify({ role, content: [{ type: 'text', text: `I am ${role}` }] }))
    .join('\n'),
];

const CSV_FILES = [
  'name;text;;name\r\n"a";"two\r\nlines; ""quoted""";1;2\r\nb;short\r\n',
  '\uFEFFcolour,place\n"red, dark",Köln\n=1+1,Basel\n,\n',
  'a\tb\n1\t2\n3\n',
];

/** @returns the kind of the error, or `read` */
async function kindOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'read';
  } catch (error) {
    const { data } = error as { readonly data?: { readonly kind?: string } };
    return data?.kind ?? String(error);
  }
}

async function importAndRead(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
  const { conversations } = fixture.client();
  const { conversationIds } = await importFile(
    conversations,
    { file: new Blob([bytes]) },
    { signal },
  );
  for (const conversationId of conversationIds) {
    await conversations.read({ conversationId });
    const limit = CONVERSATION_LIMITS.page;
    expect((await conversations.path({ conversationId, limit })).messages).not.toEqual([]);
  }
}

function mutationsOf(files: readonly string[]): readonly [number, Uint8Array<ArrayBuffer>][] {
  return Array.from({ length: MUTATIONS }, (_, seed) => [
    seed,
    mutateText(files[seed % files.length] ?? '', seed),
  ]);
}

it(
  'reads damaged conversations as far as possible, and all stored ones can be read again',
  { timeout: MUTATIONS * 2000 },
  async () => {
    const kinds = new Set<string>();
    for (const [seed, bytes] of mutationsOf(JSON_FILES)) {
      const signal = AbortSignal.timeout(LONGEST);
      const kind = await kindOf(importAndRead(bytes, signal));
      expect(['read', 'invalid-input'], `seed ${seed}: ${kind}`).toContain(kind);
      kinds.add(kind);
    }
    expect([...kinds].toSorted()).toEqual(['invalid-input', 'read']);
    expect(problemsIn(fixture.dataFolder)).toEqual([]);
  },
);

it('reads damaged tables, or says why not', { timeout: MUTATIONS * 2000 }, async () => {
  for (const [seed, bytes] of mutationsOf(CSV_FILES)) {
    const signal = AbortSignal.timeout(LONGEST);
    const kind = await kindOf(
      fixture.client().promptTables.readText({ file: new Blob([bytes]) }, { signal }),
    );
    expect(['read', 'invalid-input', 'too-large'], `seed ${seed}: ${kind}`).toContain(kind);
  }
});

/** Most characters of the longer ones are those of the picture and the mask. */
const SHORT_RECIPE = JSON.stringify({
  format: 'gesso-recipe',
  version: 1,
  name: 'A recipe',
  steps: [{ kind: 'remove-text', detail: 'full', where: 'found', only: { if: 'changed' } }],
  masks: {},
  faces: {},
});
const TILE = { column: 0, row: 0, bits: new Uint8Array(MASK_TILE.packedBytes) };
const RECIPE_FILE = JSON.stringify({
  format: 'gesso-recipe',
  version: 1,
  name: 'A recipe',
  steps: [
    { kind: 'remove-text', detail: 'full', where: 'found', only: { if: 'larger', side: 900 } },
    {
      kind: 'clean-up',
      mask: { from: 'kept', maskId: 'm', placement: 'scale' },
      margin: 4,
      matchColors: true,
    },
    { kind: 'merge-face', faceId: 'f', responseType: 'png' },
  ],
  masks: {
    m: { width: 64, height: 48, tiles: Buffer.from(encodeMaskTiles([TILE])).toString('base64') },
  },
  faces: { f: { picture: '' } },
});

it('reads damaged recipes, or says why not', { timeout: MUTATIONS * 2000 }, async () => {
  const picture = (await noisePng(64, 48)).toString('base64');
  const whole = RECIPE_FILE.replace('"picture":""', `"picture":"${picture}"`);
  const files = [SHORT_RECIPE, whole];
  expect(await kindOf(fixture.client().recipes.importFile({ file: new Blob([whole]) }))).toBe(
    'read',
  );
  for (const file of files) {
    const importing = fixture.client().recipes.importFile({ file: new Blob([file]) });
    expect(await kindOf(importing)).toBe('read');
  }
  const kinds = new Set<string>();
  for (const [seed, bytes] of mutationsOf(files)) {
    const signal = AbortSignal.timeout(LONGEST);
    const kind = await kindOf(
      fixture.client().recipes.importFile({ file: new Blob([bytes]) }, { signal }),
    );
    expect(RECIPE_KINDS, `seed ${seed}: ${kind}`).toContain(kind);
    kinds.add(kind);
  }
  expect(kinds).toContain('unsupported-file');
  expect(problemsIn(fixture.dataFolder)).toEqual([]);
});
