import type { SeenRequest } from '#courier-service/control/seen-requests.ts';
import type { startCourierService } from '#courier-service/start.ts';
import { basic } from '#courier-service/testing/client.ts';

type Options = Partial<Parameters<typeof startCourierService>[0]>;

const twelveHours = 43_200_000;
const allDay = { open: '00:00', close: '24:00' };

/** A service whose nearest slot always lies around the app's present: its own clock is as far behind as a slot is long. */
export function alwaysNow(): Options {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  return {
    now: () => Date.now() - twelveHours,
    config: {
      hours: Object.fromEntries(days.map((day) => [day, allDay])),
      slotMinutes: 720,
      leadMinutes: 0,
      publicHolidays: false,
    },
  };
}

interface DeliveryAtService {
  id: string;
  order_reference: string;
  state: string;
}

/** What a driver does, by the control routes of the delivery service. */
export function courierControl(url: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/_control/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer}`);
    return answer === '' ? undefined : JSON.parse(answer);
  };
  const post = (path: string, body: unknown) => call('POST', path, body);
  return {
    /** What the service was asked, oldest first. */
    requests: async () => {
      const { requests } = (await call('GET', 'requests')) as { requests: SeenRequest[] };
      return requests;
    },
    deliveries: async () => {
      const { deliveries } = (await call('GET', 'deliveries')) as { deliveries: DeliveryAtService[] };
      return deliveries;
    },
    /** So many of the calls that match go wrong, all where no number stands. */
    fails: (fault: { match: object; fault: object; times?: number | undefined }) => post('faults', fault),
    failsNoMore: () => call('DELETE', 'faults'),
    /** Whether the client of this key has registered for notifications. */
    isListenedTo: async (apiKey: string) => {
      const response = await fetch(`${url}/v1/webhooks`, { headers: { authorization: basic(apiKey) } });
      const { webhooks } = (await response.json()) as { webhooks: unknown[] };
      return webhooks.length > 0;
    },
    /** Every notification from now on is lost: the service knows nobody whom to tell. */
    losesNotifications: async (apiKey: string) => {
      const headers = { authorization: basic(apiKey) };
      const answer = await (await fetch(`${url}/v1/webhooks`, { headers })).json();
      for (const { id } of (answer as { webhooks: { id: string }[] }).webhooks) {
        await fetch(`${url}/v1/webhooks/${id}`, { method: 'DELETE', headers });
      }
    },
    becomes: (deliveryId: string | null, to: string) => post(`deliveries/${deliveryId}/state`, { to }),
    /** Drivers collect and deliver what they would have by then (epoch ms), and wait from there on. */
    driveUntil: async (at: number) => {
      await post('simulation', { running: true });
      await post('clock', { now: at });
      await post('simulation', { running: false });
    },
    /** The service says something of its own about this delivery from now on. */
    says: (deliveryId: string | null, body: unknown) =>
      post('faults', {
        match: { path: `/v1/deliveries/${deliveryId}`, method: 'GET' },
        fault: { kind: 'merge', body },
      }),
  };
}
