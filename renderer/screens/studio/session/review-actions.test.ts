import { describe, expect, it } from 'vitest';
import { createStudioFixture, LEFT, patch, RIGHT } from '../testing/studio-fixture.ts';

/** A photo with two results; the whole photo fills the stage. */
async function withResults() {
  const studio = createStudioFixture();
  studio.patches = [patch('a', 1, { rect: LEFT }), patch('b', 2, { rect: RIGHT })];
  await studio.open();
  return studio;
}

describe('comparing in the Studio', () => {
  it('begins with the line on the change', async () => {
    const { session, store } = await withResults();
    const [first, second] = store.getState().patches;
    if (first === undefined || second === undefined) throw new Error('There are two results.');
    session.review.compareResult(second);
    expect(session.review.split()).toBeCloseTo((RIGHT.x + RIGHT.width / 2) / 600);
    expect(store.getState().results.change?.y).toBeCloseTo(RIGHT.y / 400);
    session.review.endComparing();
    session.review.compareResult(first);
    expect(session.review.split(), 'not at the very edge').toBe(0.1);
    session.review.endComparing();
    session.review.compare('split'); // the original and now: both results
    expect(session.review.split()).toBeCloseTo((LEFT.x + RIGHT.x + RIGHT.width) / 2 / 600);
  });

  it('keeps the line where it was moved, even after another mode', async () => {
    const { session } = await withResults();
    session.review.compare('split');
    session.review.setSplit(0.8);
    session.review.compare('flicker');
    session.review.compare('split');
    expect(session.review.split()).toBe(0.8);
  });

  it('begins in the middle when nothing differs, or the change is off the stage', async () => {
    const studio = createStudioFixture();
    await studio.open();
    studio.session.review.compare('split');
    expect(studio.session.review.split()).toBe(0.5);
    studio.session.review.endComparing();
    const beyond = { x: 700, y: 10, width: 50, height: 50 };
    studio.store.setState({ patches: [patch('a', 1, { rect: beyond })] });
    studio.session.review.compare('split');
    expect(studio.session.review.split()).toBe(0.5);
  });
});
