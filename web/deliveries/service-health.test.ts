import { describe, expect, test } from 'vitest';
import {
  afterAnswer,
  afterFailure,
  afterRefusal,
  breakerThreshold,
  goodHealth,
  mayCall,
  returnRetry,
  type ServiceHealth,
  takeRetry,
} from './service-health.ts';

const now = Date.UTC(2026, 10, 21, 8);
const probeMs = 20_000;

describe('the retry budget of a shop', () => {
  const spend = (health: ServiceHealth, times: number, at = now): ServiceHealth | null => {
    let left: ServiceHealth | null = health;
    for (let index = 0; index < times && left; index += 1) left = takeRetry(left, at, probeMs);
    return left;
  };

  test('has ten retries at once and not one more', () => {
    expect(spend(goodHealth, 10)?.retryTokens).toBe(0);
    expect(spend(goodHealth, 11)).toBeNull();
  });

  test('gets one back per probe interval, up to ten', () => {
    const spent = spend(goodHealth, 10) as ServiceHealth;
    expect(takeRetry(spent, now + probeMs - 1, probeMs)).toBeNull();
    expect(takeRetry(spent, now + probeMs, probeMs)?.retryTokens).toBe(0);
    expect(spend(spent, 10, now + 1_000 * probeMs)?.retryTokens).toBe(0);
    expect(spend(spent, 11, now + 1_000 * probeMs)).toBeNull();
  });

  test('gets a retry back that succeeded, and never has more than ten', () => {
    expect(returnRetry(spend(goodHealth, 3) as ServiceHealth)?.retryTokens).toBe(8);
    expect(returnRetry(goodHealth)).toBeNull();
  });
});

describe('the breaker', () => {
  const failed = (times: number): ServiceHealth => {
    let health = goodHealth;
    for (let index = 0; index < times; index += 1) health = afterFailure(health, now, probeMs);
    return health;
  };

  test('opens at the fifth failure in a row, and an answer in between starts the count anew', () => {
    expect(failed(breakerThreshold - 1).breaker).toBe('closed');
    expect(failed(breakerThreshold).breaker).toBe('open');
    const answered = afterAnswer(failed(breakerThreshold - 1)) as ServiceHealth;
    expect(afterFailure(answered, now, probeMs).breaker).toBe('closed');
  });

  test('lets one probe through when its time has come, and nothing beside it', () => {
    const open = failed(breakerThreshold);
    expect(mayCall(open, now + probeMs - 1, probeMs)).toEqual({ health: null, result: { kind: 'wait', why: 'down' } });
    const probing = mayCall(open, now + probeMs, probeMs);
    expect(probing.result).toEqual({ kind: 'probe' });
    const beside = mayCall(probing.health as ServiceHealth, now + probeMs, probeMs);
    expect(beside.result).toEqual({ kind: 'wait', why: 'down' });
  });

  test('opens again at once when the probe fails, and closes when the service answers', () => {
    const { health } = mayCall(failed(breakerThreshold), now + probeMs, probeMs);
    expect(afterFailure(health as ServiceHealth, now + probeMs, probeMs)).toMatchObject({
      breaker: 'open',
      probeAt: now + 2 * probeMs,
    });
    expect(afterAnswer(health as ServiceHealth)).toMatchObject({ breaker: 'closed', probeAt: null, failures: 0 });
  });
});

describe('where nothing is wrong', () => {
  test('an answer changes nothing', () => {
    expect(afterAnswer(goodHealth)).toBeNull();
  });

  test.each<[string, Partial<ServiceHealth>, string]>([
    ['a time that a closed breaker kept', { probeAt: now + probeMs }, 'pass'],
    ['an open breaker that nobody gave a time', { breaker: 'open' }, 'probe'],
  ])('%s blocks nothing', (_name, health, verdict) => {
    expect(mayCall({ ...goodHealth, ...health }, now, probeMs).result).toEqual({ kind: verdict });
  });

  test.each<[string, Partial<ServiceHealth>]>([
    ['failures below the threshold', { failures: 1 }],
    ['a probe that came back', { breaker: 'half_open' }],
    ['a hold', { hold: 'address' }],
  ])('an answer ends %s', (_name, health) => {
    expect(afterAnswer({ ...goodHealth, ...health, holdMessage: 'no' })).toEqual(goodHealth);
    expect(afterAnswer({ ...goodHealth, ...health, retryTokens: 3 })).toEqual({ ...goodHealth, retryTokens: 4 });
  });

  test('one failed probe opens the breaker, however few failed before', () => {
    const probing: ServiceHealth = { ...goodHealth, breaker: 'half_open' };
    expect(afterFailure(probing, now, probeMs)).toMatchObject({ breaker: 'open', failures: 1 });
  });

  test('the bucket of a shop that never retried is full, whatever the clock says', () => {
    expect(takeRetry({ ...goodHealth, retryTokens: 0 }, 1, probeMs)?.retryTokens).toBe(9);
  });
});

test('a refused key holds the shop until the service takes a key, whatever the breaker says', () => {
  const held = afterRefusal(goodHealth, 'key', 'unknown key', now, probeMs);
  expect(held).toMatchObject({ holdMessage: 'unknown key', probeAt: now + probeMs });
  expect(mayCall(held, now + 100 * probeMs, probeMs).result).toEqual({ kind: 'wait', why: 'key' });
  expect(mayCall(afterAnswer(held) as ServiceHealth, now, probeMs).result).toEqual({ kind: 'pass' });
});
