/** Links views that zoom and pan together, even over pictures and stages of different sizes. */
import type { SharedView, ViewChange } from '../geometry/viewport.ts';

export interface LinkableView {
  readonly sharedView: SharedView | undefined;
  followView(shared: SharedView): void;
  /** Calls back after every change. @returns an unsubscribe function */
  onViewChanged(callback: (why: ViewChange) => void): () => void;
}

export type ViewLink = ReturnType<typeof createViewLink>;

export function createViewLink() {
  const members = new Set<LinkableView>();
  let shared: SharedView | undefined;

  function lead(leader: LinkableView): void {
    shared = leader.sharedView;
    if (shared === undefined) return;
    for (const member of members) if (member !== leader) member.followView(shared);
  }

  /** Shows the shared view in a new member or a member with a new picture. */
  function takeOver(member: LinkableView): void {
    shared ??= member.sharedView;
    if (shared !== undefined) member.followView(shared);
  }

  return {
    /**
     * Adopts the shared view. A fitted picture fills its stage while linked, so that all match.
     * @returns a function that leaves the link and keeps the view
     */
    join(view: LinkableView): () => void {
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
