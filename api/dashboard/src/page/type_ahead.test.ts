import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { typeAhead } from './type_ahead';

let dialog: object | null = null;
let text = '';

beforeEach(() => {
  dialog = null;
  text = 'gpu';
  vi.stubGlobal('document', { querySelector: () => dialog });
});
afterEach(() => vi.unstubAllGlobals());

/** Whether the key was taken. */
function press(key: string, more: Partial<KeyboardEvent> = {}): boolean {
  const event = { key, ...more, preventDefault: vi.fn(), stopPropagation: vi.fn() };
  typeAhead(event as unknown as KeyboardEvent, {
    text,
    type: (typed) => (text = typed),
    close: () => (text = 'closed'),
  });
  return event.preventDefault.mock.calls.length > 0 && event.stopPropagation.mock.calls.length > 0;
}

test('letters are text, Backspace removes one, Escape closes', () => {
  expect([press('v'), press('3'), press('Backspace'), text]).toEqual([true, true, true, 'gpuv']);
  expect([press('Escape'), text]).toEqual([true, 'closed']);
});

test('keys are no commands of the page below meanwhile', () => {
  expect([press('Enter'), press('ArrowDown'), press('Delete'), text]).toEqual([
    true,
    true,
    true,
    'gpu',
  ]);
});

test('keys of the browser, a dialog and an earlier taker pass through', () => {
  expect([
    press('Tab'),
    press('F5'),
    press('k', { ctrlKey: true }),
    press('a', { isComposing: true }),
    press('a', { defaultPrevented: true }),
  ]).toEqual([false, false, false, false, false]);
  dialog = {};
  expect([press('a'), text]).toEqual([false, 'gpu']);
});
