import { Counter, Histogram, Registry } from 'prom-client';
import { apiNoticeKinds } from '#shopify/api-notice.ts';
import type { Figures } from '#storage/figures.ts';
import { registerGauges } from './gauges.ts';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** An order may wait for hours, and a quantile is never above the last bound. */
const untilPlaced = [...seconds, 900, 3_600, 14_400, 86_400];

/**
 * All metrics of a process. No shop, order or person in a label.
 *
 * @param readFigures what is asked of the database when the metrics are read
 */
export function createMetrics(readFigures: () => Promise<Figures>, now: () => number = () => performance.now()) {
  const registry = new Registry();
  registerGauges(registry, readFigures, now);
  const registers = [registry];
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets = seconds) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const apiNotices = counter('shopify_api_notices_total', 'What Shopify says of its API', ['kind']);
  // There from the start: Prometheus sees no increase in what begins with its first one.
  for (const kind of apiNoticeKinds) apiNotices.inc({ kind }, 0);
  return {
    registry,
    apiNotices,
    httpServer: histogram('http_server_request_duration_seconds', 'Requests answered', ['method', 'route', 'status']),
    httpClient: histogram('http_client_request_duration_seconds', 'Requests made', [
      'server',
      'method',
      'status',
      'error_type',
    ]),
    webhooksReceived: counter('webhooks_received_total', 'Webhooks by what became of them', ['topic', 'result']),
    webhookAck: histogram('webhook_ack_duration_seconds', 'From the first byte to the answer', []),
    placementAttempts: counter('placement_attempts_total', 'Calls to the delivery service about a delivery', [
      'outcome',
    ]),
    placementDuration: histogram('placement_duration_seconds', 'From payment to placed', [], untilPlaced),
    attentionMails: counter('attention_mails_total', 'E-mails to merchants about what waits for them', ['result']),
    noteWrite: counter('note_write_total', 'Notes written back', ['result']),
    deliveryReadings: counter('delivery_readings_total', 'Booked deliveries read from the delivery service', [
      'outcome',
    ]),
    courierNotifications: counter('courier_notifications_total', 'Signed notifications of the delivery service', [
      'result',
    ]),
    sweepFound: counter('sweep_found_total', 'Orders that only the sweep found', []),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
