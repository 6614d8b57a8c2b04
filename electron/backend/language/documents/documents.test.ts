import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';

const fixture = await createBackendFixture();

const documents = () => fixture.client().documents;

describe('a document', () => {
  it('is saved by its revision, so that the second of two windows is told of the first', async () => {
    const { id: documentId, revision } = await documents().create({ name: 'Notes', text: 'a' });
    const first = await documents().save({ documentId, revision, text: 'ab', marks: '[1]' });
    expect(first).toMatchObject({ is: 'saved', revision: revision + 1 });
    const second = await documents().save({ documentId, revision, text: 'ac' });
    const document = { text: 'ab', marks: '[1]', revision: revision + 1 };
    expect(second).toMatchObject({ is: 'changed-elsewhere', document });
    await documents().rename({ documentId, name: ' Better notes ' });
    await documents().save({ documentId, revision: revision + 1, settings: '{}' });
    await fixture.restart();
    const kept = { name: 'Better notes', text: 'ab', marks: '[1]', settings: '{}' };
    expect(await documents().read({ documentId })).toMatchObject(kept);
  });

  it('is found by its name and its text, in pages, last changed first', async () => {
    for (const text of ['A lighthouse at dusk', 'The Façade', 'facade two'])
      await documents().create({ text });
    const first = await documents().list({ search: 'FACADE', limit: 1 });
    expect(first.entries).toMatchObject([{ excerpt: 'facade two', length: 10 }]);
    const second = await documents().list({ search: 'FACADE', limit: 1, after: first.after });
    expect(second).toMatchObject({ entries: [{ excerpt: 'The Façade' }] });
    expect(second.after).toBeUndefined();
    expect((await documents().list({ search: 'better', limit: 5 })).entries).toHaveLength(1);
    const byWords = await documents().list({ search: ' dusk  LIGHT', limit: 5 });
    expect(byWords.entries).toMatchObject([{ excerpt: 'A lighthouse at dusk' }]);
    expect((await documents().list({ search: 'dusk façade', limit: 5 })).entries).toEqual([]);
  });

  it('does not stay on top because its time is in the future', async () => {
    const { id: wrong } = await documents().create({ text: 'sundial one' });
    await documents().create({ text: 'sundial two' });
    const far = Date.now() + 400 * 86_400_000;
    fixture.sql((database) =>
      database.prepare('UPDATE documents SET changed_at = ? WHERE id = ?').run(far, wrong),
    );
    await fixture.backend().tend();
    const { entries } = await documents().list({ search: 'sundial', limit: 2 });
    expect(entries).toMatchObject([{ excerpt: 'sundial two' }, { id: wrong }]);
  });

  it('is listed with the place where it was found, in any script', async () => {
    const text = `${'가나다 '.repeat(100)}등대`;
    await documents().create({ text });
    const { entries } = await documents().list({ search: '등대', limit: 1 });
    expect(entries[0]?.excerpt).toMatch(/^(?:[가나다]+ )+등대$/u);
  });

  it('is listed and saved by its beginning without half an emoji', async () => {
    const start = `found${'a'.repeat(54)}`;
    const text = `${start}🌊${'b'.repeat(98)}🌊${'🌊'.repeat(99)}`;
    const { id: documentId } = await documents().create({ text });
    const [entry] = (await documents().list({ search: 'found', limit: 1 })).entries;
    expect(entry?.excerpt).toBe(`${start}🌊${'b'.repeat(98)}`);
    await documents().saveAs({ documentId, as: 'text' });
    expect(fixture.saved.at(-1)?.suggestedName).toBe(`${start}.txt`);
    await documents().create({ text: `${'🌊'.repeat(99)}_middle` });
    const middle = (await documents().list({ search: '_middle', limit: 1 })).entries;
    await documents().create({ text: `${'🌊'.repeat(99)}_odd_place` });
    const odd = (await documents().list({ search: 'odd_place', limit: 1 })).entries;
    for (const { excerpt } of [...middle, ...odd]) expect(excerpt.isWellFormed()).toBe(true);
  });

  it('is saved as text, and as JSON with its versions', async () => {
    const text = 'Once\n“upon”';
    const { id: documentId } = await documents().create({ name: 'A/B: tale', text, marks: '[1]' });
    const saved = async (as: 'text' | 'json'): Promise<string> => {
      await documents().saveAs({ documentId, as });
      const place = join(fixture.folder, as);
      await fixture.saved.at(-1)?.write(place);
      return await readFile(place, 'utf8');
    };
    expect(await saved('text')).toBe(text);
    expect(fixture.saved.at(-1)?.suggestedName).toMatch(/^[^/:]+tale\.txt$/u);
    const whole = { format: 'gesso-document', name: 'A/B: tale', text, marks: [1] };
    expect(JSON.parse(await saved('json'))).toMatchObject(whole);
  });

  it('is saved under its whole name, also with a dot near its end', async () => {
    const { id: documentId } = await documents().create({ name: 'Letter of 3. May' });
    await documents().saveAs({ documentId, as: 'text' });
    expect(fixture.saved.at(-1)?.suggestedName).toBe('Letter of 3. May.txt');
  });

  it('is found by an answer in it', async () => {
    const runId = 'd2b8b1a0-0000-4000-8000-000000000001';
    const marks = JSON.stringify({ slots: [{ versions: [{ origin: { runId, choice: 0 } }] }] });
    const { id } = await documents().create({ text: 'Once', marks });
    expect(await documents().ofAnswer({ runId })).toEqual({ documentId: id });
    await documents().remove({ documentIds: [id] });
    expect(await documents().ofAnswer({ runId })).toEqual({});
  });

  it('is removed and restored, and every window is told', async () => {
    const { id } = await documents().create({ text: 'Gone' });
    const changes = await fixture.client().changes.follow({ afterRevision: -1 });
    await changes.next();
    await documents().remove({ documentIds: [id] });
    expect((await changes.next()).value).toContainEqual(
      expect.objectContaining({ topic: 'documents', ids: [id] }),
    );
    const gone = { data: { kind: 'not-found' } };
    await expect(documents().read({ documentId: id })).rejects.toMatchObject(gone);
    await documents().restore({ documentIds: [id] });
    expect((await documents().read({ documentId: id })).text).toBe('Gone');
    await changes.return?.();
  });
});
