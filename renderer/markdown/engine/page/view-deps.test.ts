import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFootnotes, createWhenSeen } from './view-deps.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Creates nested elements and an observer that the test triggers. */
function stage() {
  const watched = new Set<unknown>();
  let tell: (entries: readonly unknown[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof tell) {
        tell = callback;
      }
      observe = (element: unknown) => void watched.add(element);
      unobserve = (element: unknown) => void watched.delete(element);
      disconnect = () => watched.clear();
    },
  );
  const element = (...inside: unknown[]) => {
    const made = { contains: (other: unknown) => other === made || inside.includes(other) };
    return made as unknown as Element;
  };
  return { element, watched, see: (target: unknown) => tell([{ target, isIntersecting: true }]) };
}

describe('deferred work for visible parts', () => {
  it('starts once, when its element comes near the screen', () => {
    const { element, see, watched } = stage();
    const seen = vi.fn<() => void>();
    const block = element();
    createWhenSeen().add(block, seen);
    expect(watched).toEqual(new Set([block]));
    see(block);
    see(block);
    expect(seen).toHaveBeenCalledOnce();
    expect(watched.size).toBe(0);
  });

  it('starts at once in a part that is about to be visible, and not again there', () => {
    const { element, see, watched } = stage();
    const [seen, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const [code, elsewhere] = [element(), element()];
    const whenSeen = createWhenSeen();
    whenSeen.add(code, seen);
    whenSeen.add(elsewhere, other);
    whenSeen.hurry(element(code));
    expect(seen).toHaveBeenCalledOnce();
    expect(other).not.toHaveBeenCalled();
    see(code);
    expect(seen).toHaveBeenCalledOnce();
    expect(watched).toEqual(new Set([elsewhere]));
  });
});

it('links every reference of a part that reaches the page before its note', () => {
  const roles: string[] = [];
  const reference = () =>
    ({
      isConnected: false,
      setAttribute: (name: string, value: string) => void (name === 'role' && roles.push(value)),
      addEventListener: () => undefined,
    }) as unknown as HTMLElement;
  const footnotes = createFootnotes();
  footnotes.addPlace('1', reference());
  footnotes.addPlace('1', reference());
  footnotes.addNote('1', reference());
  expect(roles).toEqual(['link', 'link']);
});

it('leads a reference to the first of two notes that reach the page at once', () => {
  let follow = (): void => undefined;
  const reached: string[] = [];
  const note = (name: string) => ({ isConnected: false, scrollIntoView: () => reached.push(name) });
  const notes = [note('first'), note('second')];
  const footnotes = createFootnotes();
  footnotes.addPlace('1', {
    setAttribute: () => undefined,
    addEventListener: (_type: string, listener: typeof follow) => (follow = listener),
  } as unknown as HTMLElement);
  for (const each of notes) footnotes.addNote('1', each as unknown as HTMLElement);
  for (const each of notes) each.isConnected = true;
  follow();
  // the first one is replaced while the answer is written
  Object.assign(notes[0] ?? {}, { isConnected: false });
  follow();
  expect(reached).toEqual(['first', 'second']);
});
