/*
 * Stands in for Shopify's App Bridge inside the simulated admin: the `shopify` global, the custom elements that the
 * panel uses, and fetch with a session token. Talks to the admin's page by postMessage; the other end is
 * admin-host.js. The parts are served as one classic script, in the order of their names, because App Bridge has to
 * be there before any other script runs; `simulatedAppBridge` is what they share.
 */
globalThis.simulatedAppBridge = {};
((bridge) => {
  const query = new URLSearchParams(window.location.search);
  const own = new URL(document.currentScript.src);
  const referrer = document.referrer ? new URL(document.referrer).origin : own.origin;
  const hostOrigin = window.location.ancestorOrigins?.[0] ?? referrer;
  const waiting = new Map();
  let lastId = 0;

  /** Shop and host stand in the query of the first page only; later pages of the same frame remember them. */
  const remembered = (name) => {
    const given = query.get(name);
    if (given) {
      sessionStorage.setItem(`app-bridge-${name}`, given);
    }
    return given ?? sessionStorage.getItem(`app-bridge-${name}`) ?? '';
  };

  bridge.origin = own.origin;
  bridge.framed = window.parent !== window;
  bridge.config = {
    apiKey: document.querySelector('meta[name="shopify-api-key"]')?.content ?? own.searchParams.get('apiKey') ?? '',
    shop: remembered('shop'),
    host: remembered('host'),
    locale: remembered('locale') || 'en',
  };
  bridge.nextId = () => {
    lastId += 1;
    return lastId;
  };
  /** Says something to the admin. */
  bridge.tell = (type, payload) => {
    if (bridge.framed) {
      window.parent.postMessage({ from: 'app-bridge', type, payload }, hostOrigin);
    }
  };
  /** Asks the admin and waits for its answer. */
  bridge.ask = (type, payload) =>
    new Promise((resolve, reject) => {
      const id = bridge.nextId();
      waiting.set(id, { resolve, reject });
      window.parent.postMessage({ from: 'app-bridge', id, type, payload }, hostOrigin);
    });
  /** What the admin may say, by type; the other parts add to it. */
  bridge.heard = {};

  const settle = ({ replyTo, payload, error }) => {
    const call = waiting.get(replyTo);
    waiting.delete(replyTo);
    if (error) {
      call?.reject(new Error(error));
    } else {
      call?.resolve(payload);
    }
  };
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== hostOrigin || event.data?.from !== 'admin') {
      return;
    }
    if (event.data.replyTo === undefined) {
      bridge.heard[event.data.type]?.(event.data.payload);
    } else {
      settle(event.data);
    }
  });
})(globalThis.simulatedAppBridge);
