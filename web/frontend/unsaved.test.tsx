import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useUnsaved } from './unsaved.ts';

test('the guard of changes ends where its page is gone by then', () => {
  vi.useFakeTimers();
  renderHook(() => useUnsaved(true)).unmount();
  vi.stubGlobal('window', undefined);
  try {
    expect(() => vi.runAllTimers()).not.toThrow();
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});
