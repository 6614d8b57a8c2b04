import { describe, expect, it } from 'vitest';
import { NO_MODIFIERS, reduceModifiers } from './modifiers.ts';

const down = (code: string, elsewhere = false) => ({ type: 'down', code, elsewhere }) as const;
const up = (code: string, elsewhere = false) => ({ type: 'up', code, elsewhere }) as const;

describe('held keys', () => {
  it('turns the pointer into the hand while Space is held', () => {
    const held = reduceModifiers(NO_MODIFIERS, down('Space'));
    expect(held.space).toBe(true);
    expect(reduceModifiers(held, up('Space')).space).toBe(false);
  });

  it('leaves Space to text fields but always notices its release', () => {
    expect(reduceModifiers(NO_MODIFIERS, down('Space', true)).space).toBe(false);
    const held = reduceModifiers(NO_MODIFIERS, down('Space'));
    expect(reduceModifiers(held, up('Space', true)).space).toBe(false);
  });

  it('lets go of everything when the window loses the focus', () => {
    const held = reduceModifiers(reduceModifiers(NO_MODIFIERS, down('Space')), down('ControlLeft'));
    expect(held).toEqual({ space: true, control: true });
    expect(reduceModifiers(held, { type: 'blur' })).toEqual(NO_MODIFIERS);
  });

  it('returns the same state for repeats and other keys', () => {
    const held = reduceModifiers(NO_MODIFIERS, down('Space'));
    expect(reduceModifiers(held, down('Space'))).toBe(held);
    expect(reduceModifiers(held, down('KeyB'))).toBe(held);
    expect(reduceModifiers(NO_MODIFIERS, { type: 'blur' })).toBe(NO_MODIFIERS);
  });

  it.each(['ControlLeft', 'ControlRight', 'MetaLeft', 'MetaRight'])('knows %s', (code) => {
    expect(reduceModifiers(NO_MODIFIERS, down(code)).control).toBe(true);
  });
});
