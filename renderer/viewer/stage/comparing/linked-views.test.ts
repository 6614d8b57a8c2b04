import { describe, expect, it } from 'vitest';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { createViewLink, type LinkableView } from './linked-views.ts';
import { createViewport, type ViewChange, type Viewport } from '../geometry/viewport.ts';

interface Member extends LinkableView {
  readonly viewport: Viewport;
}

function member(picture: Size | undefined, stage: Size = { width: 1000, height: 700 }): Member {
  const callbacks = new Set<(why: ViewChange) => void>();
  const viewport = createViewport((why) => {
    for (const callback of callbacks) callback(why);
  });
  viewport.setStage(stage, 1);
  viewport.setPhoto(picture);
  return {
    viewport,
    get sharedView() {
      return viewport.shared;
    },
    followView: (shared) => viewport.follow(shared),
    onViewChanged(callback) {
      callbacks.add(callback);
      return () => {
        callbacks.delete(callback);
      };
    },
  };
}

/** What of the picture is in the middle of the stage, in shares, and how wide the picture is seen. */
function seen({ viewport }: Member) {
  const { photo, view, stage } = viewport;
  if (photo === undefined) throw new Error('No picture is open.');
  return {
    x: (stage.width / 2 - view.x) / view.scale / photo.width,
    y: (stage.height / 2 - view.y) / view.scale / photo.height,
    width: photo.width * view.scale,
  };
}

function expectSame(a: Member, b: Member): void {
  expect(seen(a).x).toBeCloseTo(seen(b).x, 2);
  expect(seen(a).y).toBeCloseTo(seen(b).y, 2);
  expect(seen(a).width).toBeCloseTo(seen(b).width, 6);
}

function link(...members: readonly Member[]): void {
  const made = createViewLink();
  for (const each of members) made.join(each);
}

describe('linked views', () => {
  it('all fit when one is fitted, with small pictures enlarged', () => {
    const small = member({ width: 150, height: 100 });
    const large = member({ width: 6000, height: 4000 });
    link(large, small);
    expect(seen(small).width).toBeCloseTo(seen(large).width, 6);
    large.viewport.zoomBy(4);
    small.viewport.fit();
    expect(large.viewport.visible).toEqual({ x: 0, y: 0, width: 6000, height: 4000 });
  });

  it('apply to a picture that is opened later', () => {
    const first = member({ width: 3000, height: 2000 });
    const second = member(undefined);
    link(first, second);
    first.viewport.zoomBy(6, { x: 100, y: 100 });
    second.viewport.setPhoto({ width: 1500, height: 1000 });
    expectSame(first, second);
  });

  it('do not trigger one another, even when one has reached its largest zoom', () => {
    const tiny = member({ width: 30, height: 20 });
    const large = member({ width: 6000, height: 4000 });
    link(large, tiny);
    large.viewport.zoomBy(1e6);
    expect(large.viewport.transform.zoom).toBe(32);
    expect(tiny.viewport.transform.zoom).toBe(32);
    large.viewport.zoomBy(0.5);
    expect(large.viewport.transform.zoom).toBe(16);
  });
});
