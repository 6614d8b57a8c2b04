import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_MODIFIERS, reduceModifiers } from './modifiers.ts';

const down = (code: string, elsewhere = false) => ({ type: 'down', code, elsewhere }) as const;
const up = (code: string, elsewhere = false) => ({ type: 'up', code, elsewhere }) as const;

describe('held modifier keys', () => {
  it('leave Space to text fields but always notice its release', () => {
    expect(reduceModifiers(NO_MODIFIERS, down('Space', true)).space).toBe(false);
    const held = reduceModifiers(NO_MODIFIERS, down('Space'));
    expect(reduceModifiers(held, up('Space', true)).space).toBe(false);
  });

  it('keep the same state for repeats and other keys', () => {
    const held = reduceModifiers(NO_MODIFIERS, down('Space'));
    expect(reduceModifiers(held, down('Space'))).toBe(held);
    expect(reduceModifiers(held, down('KeyB'))).toBe(held);
    expect(reduceModifiers(NO_MODIFIERS, { type: 'blur' })).toBe(NO_MODIFIERS);
  });

  it.each(['ControlLeft', 'ControlRight', 'MetaLeft', 'MetaRight'])('recognise %s', (code) => {
    expect(reduceModifiers(NO_MODIFIERS, down(code)).control).toBe(true);
  });

  it('follow mouse and pen events for Shift, Alt and Ctrl, whatever keys were seen', () => {
    const held = reduceModifiers(NO_MODIFIERS, down('AltLeft'));
    expect(held.alt).toBe(true);
    const truth = { type: 'pointer', shift: true, alt: false, control: false } as const;
    const after = reduceModifiers(held, truth);
    expect(after).toEqual({ ...NO_MODIFIERS, shift: true });
    expect(reduceModifiers(after, truth)).toBe(after);
  });

  it('change the size with S alone: not with Ctrl+S, not in a text field', () => {
    expect(reduceModifiers(NO_MODIFIERS, down('KeyS')).sizing).toBe(true);
    expect(reduceModifiers(NO_MODIFIERS, down('KeyS', true)).sizing).toBe(false);
    const control = reduceModifiers(NO_MODIFIERS, down('ControlLeft'));
    expect(reduceModifiers(control, down('KeyS')).sizing).toBe(false);
  });

  it('are none after any keys, once all are up or the window has lost the focus', () => {
    const codes = ['Space', 'ShiftLeft', 'AltRight', 'ControlLeft', 'MetaRight', 'KeyS', 'KeyQ'];
    const event = fc.record({
      type: fc.constantFrom('down' as const, 'up' as const),
      code: fc.constantFrom(...codes),
      elsewhere: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const state = events.reduce(reduceModifiers, NO_MODIFIERS);
        expect(reduceModifiers(state, { type: 'blur' })).toEqual(NO_MODIFIERS);
        const released = codes.reduce((held, code) => reduceModifiers(held, up(code, true)), state);
        expect(released).toEqual(NO_MODIFIERS);
      }),
    );
  });
});
