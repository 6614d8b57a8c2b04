/** Checks invariants after each step of random schedules of users, services and machines. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinalJobState } from '../../../../shared/contract/jobs.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { byDepth } from '../../../testing/depth.ts';
import { problemsIn } from '../../../testing/integrity.ts';
import { paintedIn, pixelSet, tilesOf } from '../../../testing/masks.ts';
import { noisePng } from '../../../testing/pictures.ts';
import {
  refusal,
  startScriptedService,
  type ReceivedCleanup,
} from '../../../testing/scripted-service.ts';

const SIDE = 64;

type Step =
  | { readonly do: 'paint'; readonly rect: Rect }
  | { readonly do: 'run' | 'restart' | 'pause' }
  | { readonly do: 'cancel' | 'run again'; readonly pick: number }
  | { readonly do: 'answer' | 'hang up' | 'fail' | 'spoil' | 'break off' | 'limit' };

const rectArbitrary = fc
  .tuple(fc.nat(SIDE - 2), fc.nat(SIDE - 2), fc.integer({ min: 1, max: 30 }), fc.nat(29))
  .map(([x, y, width, height]) => ({
    x,
    y,
    width: Math.min(width, SIDE - x),
    height: Math.min(height + 1, SIDE - y),
  }));

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('paint' as const), rect: rectArbitrary }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('run' as const, 'pause' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'run again' as const),
      pick: fc.nat(5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'answer' as const,
        'hang up' as const,
        'fail' as const,
        'spoil' as const,
        'break off' as const,
        'limit' as const,
      ),
    }),
  },
);

const service = await startScriptedService();
const picture = await noisePng(SIDE, SIDE);

class Schedule {
  readonly fixture: BackendFixture;
  readonly photoId: string;
  readonly painted = new Set<string>();
  readonly #postsBefore = service.postCount();
  #held: ReceivedCleanup[] = [];
  #started = 0;
  #limited = 0;

  constructor(fixture: BackendFixture, photoId: string) {
    this.fixture = fixture;
    this.photoId = photoId;
    service.play((cleanup) => void this.#held.push(cleanup));
  }

  async take(step: Step): Promise<void> {
    const { jobs, cleanup } = this.fixture.client();
    switch (step.do) {
      case 'paint':
        await this.fixture.paint(this.photoId, step.rect);
        for (const pixel of pixelSet(tilesOf(step.rect))) this.painted.add(pixel);
        return;
      case 'run': {
        const run = await cleanup.run({ photoId: this.photoId }).catch(expectAppError);
        if (run !== undefined && !run.joined) this.#started++;
        void this.fixture.backend().whenIdle(); // looks for jobs to start, as a closing window does
        return;
      }
      case 'run again': {
        const job = (await jobs.list({ limit: 50 }))[step.pick];
        if (job === undefined) return;
        const again = await jobs.runAgain({ jobId: job.id }).catch(expectAppError);
        if (again !== undefined && again.jobId !== job.id) this.#started++;
        return;
      }
      case 'cancel': {
        const job = (await jobs.list({ limit: 50 }))[step.pick];
        if (job !== undefined) await jobs.cancel({ jobId: job.id });
        return;
      }
      case 'restart':
        this.#held = [];
        return this.fixture.restart();
      case 'pause':
        await new Promise((resolve) => setTimeout(resolve, 15));
        return;
      default:
        await this.#reply(step.do);
    }
  }

  async #reply(how: 'answer' | 'hang up' | 'fail' | 'spoil' | 'break off' | 'limit') {
    const cleanup = this.#held.shift();
    if (cleanup === undefined) return;
    switch (how) {
      case 'answer':
        return cleanup.answer();
      case 'hang up':
        return cleanup.hangUp();
      case 'fail':
        return cleanup.answerWith(500, refusal(500, 'SERVICE_NOT_AVAILABLE'));
      case 'spoil':
        return cleanup.answerWith(200, JSON.stringify({ image_file: 'iVBORw0KGgo=' }));
      case 'break off':
        cleanup.response.writeHead(200, { 'content-length': 1000 });
        cleanup.response.write('{"image_file": "iVBORw0', () => cleanup.hangUp());
        return;
      case 'limit':
        this.#limited++;
        cleanup.answerWith(429, refusal(429, 'RATE_LIMIT'), { 'retry-after': '1' });
    }
  }

  async check(): Promise<void> {
    const posts = service.postCount() - this.#postsBefore;
    expect(posts, 'never more calls than the user started').toBeLessThanOrEqual(
      this.#started + this.#limited,
    );
    // In this order: a pixel moves from a job into a result or back into the mask, never the other way by itself.
    const kept = new Set<string>();
    for (const job of await this.fixture.client().jobs.list({ limit: 500 })) {
      if (!isFinalJobState(job.state)) await this.#collect(kept, jobMaskUrl(job.id));
    }
    const photo = await this.fixture.client().photos.get({ photoId: this.photoId });
    for (const patch of photo.patches) await this.#collect(kept, patch.maskUrl);
    await this.#collect(kept, photo.maskUrl);
    expect(
      [...this.painted].filter((pixel) => !kept.has(pixel)),
      'lost pixels',
    ).toEqual([]);
  }

  async #collect(into: Set<string>, url: string): Promise<void> {
    for (const pixel of await paintedIn(await this.fixture.media(url))) into.add(pixel);
  }
}

function expectAppError(error: unknown): undefined {
  expect(error).toMatchObject({ code: 'APP_ERROR' });
  const { kind } = (error as { data: { kind: string } }).data;
  expect(['empty-mask', 'invalid-input']).toContain(kind);
  return undefined;
}

describe('any schedule of painting, running, stopping, faults and restarts', () => {
  it('loses no painted pixel and never calls more often than the user asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 22 }), async (steps) => {
        await using fixture = await createBackendFixture({ service });
        const { id } = await fixture.importPhoto(picture);
        const schedule = new Schedule(fixture, id);
        await schedule.take({ do: 'paint', rect: { x: 3, y: 4, width: 9, height: 5 } });
        await schedule.take({ do: 'run' });
        for (const step of steps) {
          await schedule.take(step);
          await schedule.check();
        }
        await fixture.restart();
        await schedule.check();
        expect(problemsIn(fixture.dataFolder)).toEqual([]);
      }),
      { numRuns: byDepth(12, 60) },
    );
  });
});
