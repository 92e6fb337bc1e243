import { one, type PlantedBug } from './planted-bug.ts';

/** Faults around a call: before its claim, in its answer, at the gate in front of it. */
export const plantedInCalls: readonly PlantedBug[] = [
  one(
    'webhooks marked done before the decision is committed',
    'deliveries/advance-order.ts',
    'let aggregate = await ports.orders.load(shopDomain, orderId);',
    `let aggregate = await ports.orders.load(shopDomain, orderId);
     if (aggregate.order) await markKnown(ports, aggregate.order, webhooks);`,
  ),
  one(
    'sent before the claim is committed',
    'deliveries/place-delivery.ts',
    'const first = await take(null);',
    `if (delivery.state === 'queued' && shop.accounts[delivery.mode]) void ports.courier.place(shop.accounts[delivery.mode], delivery.body);
     const first = await take(null);`,
  ),
  one(
    'no fence check when an answer is written down',
    'deliveries/settle-placing.ts',
    'if (!delivery || delivery.fence !== context.fence) return',
    'if (!delivery) return',
  ),
  one(
    'no fence check when a look-up is written down',
    'deliveries/settle-lookup.ts',
    "if (!delivery || delivery.fence !== context.fence) return { change: null, result: { kind: 'fenced' } };",
    "if (!delivery) return { change: null, result: { kind: 'fenced' } };",
  ),
  one(
    'a claim without a new fence',
    'deliveries/claim.ts',
    `    fence: delivery.fence + 1,
    leaseUntil: now + leaseMs,`,
    '    leaseUntil: now + leaseMs,',
  ),
  one('a lease shorter than the call', 'deliveries/claim.ts', 'leaseUntil: now + leaseMs,', 'leaseUntil: now + 5,'),
  one(
    'a lease taken from whoever holds it',
    'deliveries/claim.ts',
    'if (delivery.leaseUntil !== null && delivery.leaseUntil > now) {',
    'if (false) {',
  ),
  one(
    'a new reference per attempt',
    'deliveries/claim.ts',
    'attempts: delivery.attempts + 1,',
    'attempts: delivery.attempts + 1, body: delivery.attempts === 0 ? delivery.body : delivery.body.replace(/"order_reference":"[^"]*/, "$&-A"),',
  ),
  one(
    'duplicate taken for success',
    'deliveries/settle-placing.ts',
    'return { ...confirming(delivery, now), duplicate: true, leaseUntil: now + context.leaseMs };',
    "return rest(delivery, 'placed', reason('slot_not_recognised', {}), now, { uncertain: false, placedAt: now });",
  ),
  one(
    'a refusal is tried again',
    'deliveries/settle-placing.ts',
    "return rest(delivery, 'needs_attention', why, now, sureNo);",
    'return retryLater(delivery, now, { ...sureNo, dueAt: later });',
  ),
  one(
    'a lost answer taken for "nothing happened"',
    'deliveries/settle-placing.ts',
    'return { ...confirming(delivery, now), everUnknown: true, failures: delivery.failures + 1, dueAt: later };',
    'return retryLater(delivery, now, { ...sureNo, dueAt: later });',
  ),
  one(
    'the look-up after a killed worker skipped',
    'deliveries/claim.ts',
    '{ ...delivery, uncertain: true, everUnknown: true }',
    '{ ...delivery, uncertain: false }',
  ),
  one(
    'a failed look-up taken for "not found"',
    'deliveries/settle-lookup.ts',
    'return unanswered(delivery, outcome, now, context);',
    'return sendAgain(delivery, aggregate, context);',
  ),
  one(
    'the last word taken while a request is in flight',
    'deliveries/settle-lookup.ts',
    'return everUnknown && now < until;',
    'return false;',
  ),
  one(
    'a delivery adopted without proof',
    'deliveries/settle-lookup.ts',
    "if (outcome.kind === 'found' && owner === 'ours') return",
    "if (outcome.kind === 'found') return",
  ),
  one(
    "a denied duplicate of our own taken for somebody else's",
    'deliveries/settle-lookup.ts',
    'if (delivery.failures >= denialsBelieved) return inDoubt(delivery, now);',
    'if (delivery.failures >= denialsBelieved) return taken(delivery, aggregate);',
  ),
  one(
    "what the service shows in other words taken for somebody else's",
    'deliveries/settle-lookup.ts',
    "return owner === 'in_doubt' ? inDoubt(delivery, now) : taken(delivery, aggregate);",
    'return taken(delivery, aggregate);',
  ),
  one(
    'a reference that the account of a new key has already is forgotten',
    'deliveries/place-delivery.ts',
    "const claimed = first.kind === 'reference_taken' ? await take(first) : first;",
    'const claimed = first;',
  ),
  one(
    'a cancelled order sent again after "not found"',
    'deliveries/settle-lookup.ts',
    'exhausted(known, now) ?? cancelled(known, aggregate);',
    'exhausted(known, now);',
  ),
  one('the hold of a refused key ignored', 'deliveries/gate.ts', 'if (gate.hold) return true;', ''),
  one('attempts without an end', 'deliveries/claim.ts', 'if (attempts >= maxAttempts) {', 'if (attempts >= 1000) {'),
  one(
    'sent past the deadline',
    'deliveries/claim.ts',
    'if (delivery.deadlineAt !== null && now > delivery.deadlineAt) {',
    'if (false) {',
  ),
  one(
    'a pause ignored by what waits to be tried again',
    'deliveries/claim.ts',
    "if (shop.settings.paused) return rest(delivery, 'held', reason('paused', {}), now);",
    '',
  ),
  one(
    'a gate that never opens again',
    'deliveries/gate.ts',
    'if (isWell) return returnRetry(gate);',
    'if (gate.failures >= 0) return null;',
  ),
  {
    ...one('a breaker that never opens', 'deliveries/gate.ts', 'failures >= breakerThreshold', 'failures >= 1_000_000'),
    proof: 'outage',
  },
  {
    ...one(
      'an open breaker that lets everything through',
      'deliveries/gate.ts',
      "return gate.breaker !== 'closed' && gate.probeAt !== null && now < gate.probeAt;",
      'return gate.probeAt === 1;',
    ),
    proof: 'outage',
  },
  one(
    "the service's Retry-After ignored",
    'deliveries/settle-placing.ts',
    'now + Math.max(backOffMs, retryAfterMs ?? 0)',
    'now + backOffMs',
  ),
  one(
    'news of the order shortens a back-off',
    'deliveries/plan-deliveries.ts',
    " || delivery.state === 'queued') return fresh;",
    ') return fresh;',
  ),
  one(
    'a wake-up lost',
    'deliveries/settle-placing.ts',
    'return delivery.dueAt === null ? [] : [{ at: delivery.dueAt }];',
    'return [];',
  ),
  one(
    'the note forgotten after placing',
    'deliveries/write-back.ts',
    'const owed = again || shown.some(',
    'const owed = again && shown.some(',
  ),
  one(
    'held orders not woken when the key works',
    'deliveries/probe-gate.ts',
    'result: undefined, wakesWithinMs: probeMs }',
    'result: undefined }',
  ),
];
