/** Makes a data folder whose document a model has written. Arguments: folder, data folder, tokens. */
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';

const [folder = '', dataFolder = '', count = '0'] = process.argv.slice(2);

/** Alternatives of each token, as many as a service gives. */
const ALTERNATIVES = [' light', ' shadow', ' paper', ' grain', ' edge'];

const WORDS =
  'light falls from the left soft shadow paper grain colour warm cold edge margin column type'.split(
    ' ',
  );

let state = 7;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 12) % below;
}

let text = 'The poster:';
const begin = text.length;
/** As `renderer/screens/language/completion/document/stored-marks.ts` writes them. */
const tokens: unknown[] = [];
for (let index = 0; index < Number(count); index++) {
  const word = index % 90 === 89 ? '\n' : ` ${WORDS[random(WORDS.length)]}`;
  const alternatives = ALTERNATIVES.flatMap((token, place) => [token, -0.5 - place - random(3)]);
  tokens.push([index === 0 ? begin : 0, word.length, [[0, -random(50) / 10, alternatives]]]);
  text += word;
}
const marks = { tints: [[begin, text.length]], stops: [], tokens, slots: [] };
const settings = {
  model: 'practice/atelier-70b-instruct',
  // the end of the text is banned: the model writes on
  parameters: { maxTokens: 900, logitBias: { 256: -100 } },
  place: 'end',
  areProbabilitiesShown: true,
};
const fixture = await createBackendFixture({ folder, dataFolder });
const { id } = await fixture.client().documents.create({
  text,
  marks: JSON.stringify(marks),
  settings: JSON.stringify(settings),
});
await fixture.client().screenState.update({ languageTab: 'completion', languageDocumentId: id });
await fixture[Symbol.asyncDispose]();
