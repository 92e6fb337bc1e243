import { describe, expect, test } from 'vitest';
import {
  breakerThreshold,
  enterGate,
  type GateState,
  gateAnswered,
  gateFailed,
  gateRefused,
  openGate,
  returnRetry,
  takeRetry,
} from './service-health.ts';

const now = Date.UTC(2026, 10, 21, 8);
const probeMs = 20_000;

describe('the retry budget of a shop', () => {
  const spend = (gate: GateState, times: number, at = now): GateState | null => {
    let left: GateState | null = gate;
    for (let index = 0; index < times && left; index += 1) left = takeRetry(left, at, probeMs);
    return left;
  };

  test('has ten retries at once and not one more', () => {
    expect(spend(openGate, 10)?.retryTokens).toBe(0);
    expect(spend(openGate, 11)).toBeNull();
  });

  test('gets one back per probe interval, up to ten', () => {
    const spent = spend(openGate, 10) as GateState;
    expect(takeRetry(spent, now + probeMs - 1, probeMs)).toBeNull();
    expect(takeRetry(spent, now + probeMs, probeMs)?.retryTokens).toBe(0);
    expect(spend(spent, 10, now + 1_000 * probeMs)?.retryTokens).toBe(0);
    expect(spend(spent, 11, now + 1_000 * probeMs)).toBeNull();
  });

  test('gets a retry back that succeeded, and never has more than ten', () => {
    expect(returnRetry(spend(openGate, 3) as GateState)?.retryTokens).toBe(8);
    expect(returnRetry(openGate)).toBeNull();
  });
});

describe('the breaker', () => {
  const failed = (times: number): GateState => {
    let gate = openGate;
    for (let index = 0; index < times; index += 1) gate = gateFailed(gate, now, probeMs);
    return gate;
  };

  test('opens at the fifth failure in a row, and an answer in between starts the count anew', () => {
    expect(failed(breakerThreshold - 1).breaker).toBe('closed');
    expect(failed(breakerThreshold).breaker).toBe('open');
    const answered = gateAnswered(failed(breakerThreshold - 1)) as GateState;
    expect(gateFailed(answered, now, probeMs).breaker).toBe('closed');
  });

  test('lets one probe through when its time has come, and nothing beside it', () => {
    const open = failed(breakerThreshold);
    expect(enterGate(open, now + probeMs - 1, probeMs)).toEqual({ gate: null, result: { kind: 'wait', why: 'down' } });
    const probing = enterGate(open, now + probeMs, probeMs);
    expect(probing.result).toEqual({ kind: 'probe' });
    const beside = enterGate(probing.gate as GateState, now + probeMs, probeMs);
    expect(beside.result).toEqual({ kind: 'wait', why: 'down' });
  });

  test('opens again at once when the probe fails, and closes when the service answers', () => {
    const { gate } = enterGate(failed(breakerThreshold), now + probeMs, probeMs);
    expect(gateFailed(gate as GateState, now + probeMs, probeMs)).toMatchObject({
      breaker: 'open',
      probeAt: now + 2 * probeMs,
    });
    expect(gateAnswered(gate as GateState)).toMatchObject({ breaker: 'closed', probeAt: null, failures: 0 });
  });
});

test('a refused key holds the shop until the service takes a key, whatever the breaker says', () => {
  const held = gateRefused(openGate, 'key', 'unknown key', now, probeMs);
  expect(enterGate(held, now + 100 * probeMs, probeMs).result).toEqual({ kind: 'wait', why: 'key' });
  expect(enterGate(gateAnswered(held) as GateState, now, probeMs).result).toEqual({ kind: 'pass' });
});
