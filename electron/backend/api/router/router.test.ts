/* oxlint-disable no-underscore-dangle -- Zod’s own way to the definition of a schema */
/** Tests which input the boundary accepts, and which data it returns. */
import { join } from 'node:path';
import type { AnyContractProcedure } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
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

type Procedure = (input?: unknown) => Promise<unknown>;

/** Every procedure by its path, callable with anything, and the schema of its input if it takes any. */
function procedures() {
  const client = fixture.client() as unknown as Record<string, Record<string, Procedure>>;
  return Object.entries(contract).flatMap(([group, members]) =>
    Object.entries(members).map(([name, procedure]) => {
      const call: Procedure = async (input) => client[group]?.[name]?.(input);
      const { inputSchema } = (procedure as AnyContractProcedure)['~orpc'];
      return [`${group}.${name}`, call, inputSchema as z.core.$ZodType | undefined] as const;
    }),
  );
}

/** Refused by this program: it was not started to check itself, and its host starts none. */
const REFUSED = new Set([
  'selfCheck.begin',
  'selfCheck.end',
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

/** Every object schema in a schema. @param seen against schemas that contain themselves */
function objectsIn(
  schema: z.core.$ZodType,
  seen = new Set<z.core.$ZodType>(),
): z.core.$ZodObject[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = Object.values(def.type === 'object' ? def.shape : def).flatMap(
    (part: unknown) => part,
  );
  const getter = def.type === 'lazy' ? [def.getter()] : [];
  const parts = [...inner, ...getter].filter((part) => part instanceof z.core.$ZodType);
  const own = def.type === 'object' ? [schema as z.core.$ZodObject] : [];
  return [...own, ...parts.flatMap((part) => objectsIn(part, seen))];
}

describe('S18 every call is validated against the contract', () => {
  it('S18 every procedure refuses input of the wrong type, and nothing happens', async () => {
    const before = await fixture.client().settings.get();
    for (const [path, call, schema] of procedures()) {
      if (schema === undefined) continue;
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

  it('S18 every procedure refuses unknown keys, however deep', () => {
    for (const [path, , schema] of procedures()) {
      const objects = schema === undefined ? [] : objectsIn(schema);
      if (schema !== undefined) expect(objects, path).not.toEqual([]);
      const open = objects.filter(({ _zod }) => !(_zod.def.catchall instanceof z.core.$ZodNever));
      expect(open, path).toEqual([]);
    }
  });

  it('S18 procedures without input ignore any', async () => {
    for (const [path, call, schema] of procedures()) {
      if (schema !== undefined || REFUSED.has(path)) continue;
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
    const format = { format: 'png', quality: 90, lossless: true } as const;
    await fixture.client().export.save({ photoId: photo.id, ...format });
    const broken = await createBackendFixture({
      ports: {
        saveFile: (request) => {
          throw new TypeError(`no such thing: ${fixture.folder}/data ${request.suggestedName}`);
        },
        paths: { data: join(fixture.folder, '2'), samples: '/nowhere/at/all', notices: '/nowhere' },
      },
    });
    const { id } = await broken.importPhoto(
      new Uint8Array(await (await fixture.media(photo.url)).arrayBuffer()),
    );
    const errors: unknown[] = [];
    const collect = (thrown: unknown) => void errors.push(thrown);
    await broken
      .client()
      .export.save({ photoId: id, ...format })
      .catch(collect);
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
    const { id: photoId } = await paintedPhoto(fixture, rect);
    await fixture.cleanUp(photoId);
    const { patches } = await fixture.client().photos.get({ photoId });
    return { photoId, patchId: patches[0]?.id ?? '' };
  }

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
