import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { createTrainingStore, type TrainingStore } from './training-store.ts';

let store: TrainingStore;

beforeEach(async () => {
  store = createTrainingStore((await testDatabase()).database, () => 512);
});

const found = (search: string) =>
  store
    .page({ filter: 'all', search, sort: 'added' }, 0, 9)
    .map(({ name }) => name.normalize('NFC'))
    .toSorted();

it('finds names in any case and alphabet, however a disk spells their accents', () => {
  const names = ['Äpfel 1.JPG', 'Äpfel 2.jpg'.normalize('NFD'), 'ДОМ.png', 'Apfel.jpg'];
  store.add(names.map((name) => ({ name, folder: 'Fotos', byteLength: 1, modifiedAt: 1 })));
  for (const search of ['Äpfel', 'äpfel', 'ÄPFEL'.normalize('NFD')]) {
    expect(found(search)).toEqual(['Äpfel 1.JPG', 'Äpfel 2.jpg']);
  }
  expect(found('дом')).toEqual(['ДОМ.png']);
  expect(found('APFEL.j')).toEqual(['Apfel.jpg']);
  expect(store.count({ filter: 'all', search: 'fotos', sort: 'added' })).toBe(4);
});
