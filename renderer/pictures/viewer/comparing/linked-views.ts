/** Views that zoom and move together, also over pictures and stages of different sizes. DOM-free. */
import type { SharedView, ViewChange } from '../geometry/viewport.ts';

/** A view that can be linked; every viewer is one. */
export interface LinkableView {
  /** `undefined` while no picture is open. */
  readonly sharedView: SharedView | undefined;
  followView(shared: SharedView): void;
  /** Calls back after every change. @returns the way to stop it */
  onViewChanged(callback: (why: ViewChange) => void): () => void;
}

export interface ViewLink {
  /**
   * The view takes over the part that the others show, if there are any, and moves with them from now
   * on. A fitted picture fills the stage while it is linked, so that all are seen at the same size.
   *
   * @returns the way to leave; the view stays where it is
   */
  join(view: LinkableView): () => void;
}

/** A link without views. */
export function createViewLink(): ViewLink {
  const members = new Set<LinkableView>();
  let shared: SharedView | undefined;

  function lead(leader: LinkableView): void {
    shared = leader.sharedView;
    if (shared === undefined) return;
    for (const member of members) if (member !== leader) member.followView(shared);
  }

  /** Another picture, or a member that has just come. */
  function takeOver(member: LinkableView): void {
    shared ??= member.sharedView;
    if (shared !== undefined) member.followView(shared);
  }

  return {
    join(view) {
      members.add(view);
      takeOver(view);
      const stop = view.onViewChanged((why) => {
        if (why === 'moved') lead(view);
        else if (why === 'picture') takeOver(view);
      });
      return () => {
        stop();
        members.delete(view);
        if (members.size === 0) shared = undefined;
      };
    },
  };
}

/** Links views with each other. @returns the way to let each go on alone */
export function linkViews(views: readonly LinkableView[]): () => void {
  const link = createViewLink();
  const stops = views.map((view) => link.join(view));
  return () => {
    for (const stop of stops) stop();
  };
}
